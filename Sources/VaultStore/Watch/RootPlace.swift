import VaultCore
import VaultPlatform

/// Which folder stands at a vault's path.
struct RootPlace {
  private let path: String
  private let root: MountedPlace
  /// What absolute links begin at.
  private let top: MountedPlace?

  init(_ path: String) throws(ScanError) {
    guard let root = MountedPlace(at: path) else { throw .unreadableRoot(path, code: errno) }
    self.init(path, root: root, top: MountedPlace(at: "/"))
  }

  init(_ path: String, root: MountedPlace, top: MountedPlace?) {
    (self.path, self.root, self.top) = (path, root, top)
  }

  /// Tells it from every other place of this machine, in 16 hexadecimal digits: who has the same sees the same files. Nil
  /// where the system does not tell of mounts.
  var key: String? {
    var writer = ByteWriter()
    for place in [root] + (top.map { [$0] } ?? []) {
      guard let mount = place.mount else { return nil }
      for number in [place.device, place.inode, mount] { writer.write(varint: number) }
    }
    return String(writer.bytes.nameHash, radix: 16)
  }

  /// Why the folder is not there any more; nil while it is.
  var problem: Message? {
    guard let now = MountedPlace(at: path) else {
      return "\(path): \(systemMessage(errno)); it was moved, deleted or unmounted"
    }
    if now == root { return nil }
    return "\(path): another folder stands there now; run \(command: .watch) again to watch that"
  }
}
