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
}

extension VaultReader {
  /// The newest first.
  package func trash() throws -> [TrashItem] {
    let tree = try VaultTree(root: location.root)
    guard try tree.exists(Trash.path) else { return [] }
    var items: [TrashItem] = []
    for name in try FolderNames.read(tree.folder(Trash.path.bytes, for: Trash.path), Trash.path) {
      guard let time = Self.time(ofStamp: name) else { continue }
      let folder = NotePath(Trash.path.text + "/" + name)
      for (place, status) in try tree.files(at: folder) where place != folder {
        items.append(
          TrashItem(
            path: NotePath(bytes: place.bytes.dropFirst(folder.bytes.count + 1)), deleted: time,
            id: String(name.suffix(8)), size: Int64(status.st_size), place: place, moved: FileStamp(status).ctimeNS))
      }
    }
    return items.sorted { ($1.deleted, $0.path, $1.moved) < ($0.deleted, $1.path, $0.moved) }
  }

  private static func time(ofStamp name: String) -> Date? {
    let digits = Array(name.utf8.prefix(15))
    guard digits.count == 15, name.utf8.count == 16 + 1 + 8 else { return nil }
    func part(_ range: Range<Int>) -> String { String(decoding: digits[range], as: UTF8.self) }
    let text = "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T\(part(9..<11)):\(part(11..<13)):\(part(13..<15))Z"
    guard case .instant(let milliseconds)? = NoteDate(text) else { return nil }
    return Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
  }
}
