import Foundation
import VaultCore
import VaultPlatform

/// A file in the trash.
package struct TrashItem: Sendable, Hashable {
  /// Where it was.
  package var path: NotePath
  package var deleted: Date
  /// Names the operation that deleted it; one of several of the same path is told by it.
  package var id: String
  /// Bytes.
  package var size: Int64
  /// In the vault's own folder.
  var place: NotePath
  /// When it came there, in nanoseconds: tells versions of one path that were deleted within one second.
  var moved: Int64
  /// True for what this user did not delete here, as for what came with the folder.
  package var isForeign: Bool
}

extension VaultReader {
  /// The newest first. Where notes are hidden, what may be seen of it (`VisiblePast`).
  package func trash() throws -> [TrashItem] {
    let past = try VisiblePast(self)
    let tree = try VaultTree(root: location.root)
    guard try tree.exists(Trash.path) else { return [] }
    let identity = try UserIdentity.ofUser(environment.folders)
    var items: [TrashItem] = []
    for name in try FolderNames.read(tree.folder(Trash.path.bytes, for: Trash.path), Trash.path) {
      guard let deletion = try Trash.folder(named: name, identity, home: tree.root) else { continue }
      let folder = NotePath(Trash.path.text + "/" + name)
      let files: [(path: NotePath, status: stat)]
      do { files = try tree.files(at: folder) } catch let error as ChangeError
        where error.systemCode == EACCES && deletion.isForeign
      {
        // What another user of the vault deleted is theirs.
        continue
      }
      for (place, status) in files where place != folder {
        items.append(
          TrashItem(
            path: NotePath(bytes: place.bytes.dropFirst(folder.bytes.count + 1)), deleted: deletion.time,
            id: deletion.id, size: Int64(status.st_size), place: place, moved: FileStamp(status).ctimeNS,
            isForeign: deletion.isForeign))
      }
    }
    if let past { items = try items.filter(past.shows) }
    return items.sorted { ($1.deleted, $0.path, $1.moved) < ($0.deleted, $1.path, $0.moved) }
  }

  /// The beginning of a file in the trash, at most so many bytes. Throws `TrashNameError` where it is not there any more.
  package func beginning(ofTrashed path: NotePath, id: String, most: Int) throws -> [UInt8] {
    guard let item = try trash().first(where: { $0.id == id && $0.path == path }) else {
      throw TrashNameError(name: path.text)
    }
    let place = try VaultTree(root: location.root).place(item.place)
    return Array(try FileImage.read(place).bytes.prefix(most))
  }
}
