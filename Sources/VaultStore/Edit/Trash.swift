import VaultCore
import VaultPlatform

/// Where deleted notes go: `.vault/trash/<time>-<id>/<their path>`, so that the path tells all there is to know.
package enum Trash {
  static let path = NotePath(".vault/trash")

  /// The mode of a new folder, lowered by the process' mask: what was deleted may have been in one that others cannot look
  /// into.
  static func folderMode(_ path: NotePath) -> mode_t { path == Self.path ? 0o700 : 0o777 }

  static func holds(_ path: NotePath) -> Bool {
    path == Self.path || path.isBelow(Self.path)
  }

  /// The folder of one operation's deletions; `stamp` is the time as `20260131T093000`.
  static func folder(stamp: String, id: String) -> NotePath {
    NotePath("\(path)/\(stamp)-\(id)")
  }

  static func place(of deleted: NotePath, in folder: NotePath) -> NotePath {
    NotePath(bytes: folder.bytes + [UInt8(ascii: "/")] + deleted.bytes)
  }
}
