import VaultCore
import VaultPlatform

/// Which folder stood at a vault's path when its watcher began.
struct RootPlace {
  private let path: String
  private let device: UInt64
  private let inode: UInt64

  init(_ path: String) throws(ScanError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .unreadableRoot(path, code: errno) }
    let stamp = FileStamp(status)
    self.path = path
    (device, inode) = (stamp.device, stamp.inode)
  }

  /// Why it is not there any more; nil while it is.
  var problem: Message? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      return "\(path): \(systemMessage(errno)); it was moved, deleted or unmounted"
    }
    let stamp = FileStamp(status)
    if stamp.device == device, stamp.inode == inode { return nil }
    return "\(path): another folder stands there now; run \(command: .watch) again to watch that"
  }
}
