import VaultPlatform

extension FileFailure {
  /// What is wrong with a folder that `PrivateFolder` does not take since others have a say in it, and what mends that. Nil
  /// for another failure.
  var sharing: String? {
    guard code == EPERM, let status = status(of: path), status.isFolder else { return nil }
    if status.st_uid != geteuid() { return "\(path) belongs to another user" }
    return "others may write in \(path); `chmod go-w \(path.shellWord)` ends that"
  }
}
