import VaultCore
import VaultPlatform

/// Which folder stood at a vault's path when its watcher began.
struct RootPlace {
  private let path: String
  private let identity: FileStamp.Identity

  init(_ path: String) throws(ScanError) {
    guard let stamp = FileStamp(at: path) else { throw .unreadableRoot(path, code: errno) }
    (self.path, identity) = (path, stamp.identity)
  }

  /// Why it is not there any more; nil while it is.
  var problem: Message? {
    guard let stamp = FileStamp(at: path) else {
      return "\(path): \(systemMessage(errno)); it was moved, deleted or unmounted"
    }
    if stamp.identity == identity { return nil }
    return "\(path): another folder stands there now; run \(command: .watch) again to watch that"
  }
}
