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

/// A name given for something in the trash that names nothing there.
package struct TrashNameError: Failure {
  package let name: String

  package var kind: FailureKind { .notFound }
  package var message: Message {
    "\(ShownName.path(name)): there is no such note in the trash; \(command: .listTrash) shows what is"
  }
}

/// A file in the trash cannot be deleted. What came before it is gone.
package struct TrashEmptyingError: Failure {
  let path: NotePath
  let code: CInt
  package let gone: Int

  package var kind: FailureKind { .unreadable }
  package var message: Message {
    "\(path): cannot be deleted: \(systemMessage(code)). \(gone == 1 ? "1 file was" : "\(gone) files were") deleted "
      + "before it; check its permissions and the disk"
  }
}

extension Vault {
  /// Moves notes, other files and whole folders into the trash.
  package func delete(named names: [String], _ options: ChangeOptions = ChangeOptions()) throws -> ChangeOutcome {
    let folder = Trash.folder(stamp: stamp, id: ChangeSession.newID())
    return try change("rm \(Self.list(names))", options) { plan in
      let paths = try movable(names, plan)
      let named = Set(paths)
      // What lies in a folder goes with it.
      for path in paths where !path.ancestors.contains(where: named.contains) {
        try plan.moveUnchecked(path, to: Trash.place(of: path, in: folder))
        plan.record(ChangeRecord(.deleted, path))
      }
    }
  }

  /// The newest first.
  package func trash() throws -> [TrashItem] {
    try recoverIfNeeded()
    let tree = try VaultTree(root: location.root)
    guard try tree.exists(Trash.path) else { return [] }
    var items: [TrashItem] = []
    for name in try FolderNames.read(tree.folder(Trash.path.bytes, for: Trash.path), Trash.path) {
      guard let time = Self.time(ofStamp: name, environment) else { continue }
      let folder = NotePath(Trash.path.text + "/" + name)
      try Self.files(in: folder, tree) { place, status in
        items.append(
          TrashItem(
            path: NotePath(bytes: place.bytes.dropFirst(folder.bytes.count + 1)), deleted: time,
            id: String(name.suffix(8)), size: Int64(status.st_size), place: place, moved: FileStamp(status).ctimeNS))
      }
    }
    return items.sorted { ($1.deleted, $0.path, $1.moved) < ($0.deleted, $1.path, $0.moved) }
  }

  private static func files(in folder: NotePath, _ tree: VaultTree, _ found: (NotePath, stat) -> Void) throws {
    for name in try FolderNames.readBytes(tree.folder(folder.bytes, for: folder), folder) {
      let path = NotePath(bytes: folder.bytes + [UInt8(ascii: "/")] + name)
      let place = try tree.place(path)
      guard let status = try FileImage.status(place) else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        try files(in: path, tree, found)
      } else {
        found(path, status)
      }
    }
  }

  /// Puts back what `names` name: a path, the folder of several, a file's name with or without extension, or the id of
  /// an operation. Of several versions of one path the latest. Throws `TrashNameError`, and `ChangeError` where the old
  /// place is taken.
  package func restore(_ names: [String], _ options: ChangeOptions = ChangeOptions()) throws -> ChangeOutcome {
    try change("trash restore \(names.joined(separator: ", "))", options) { plan in
      let items = TrashNames(try trash())
      var chosen: [TrashItem] = []
      var seen: Set<NotePath> = []
      for name in names {
        let found = items.named(name)
        guard !found.isEmpty else { throw TrashNameError(name: name) }
        for item in found where seen.insert(item.path).inserted { chosen.append(item) }
      }
      var folders: Set<String> = []
      for item in chosen {
        try plan.move(item.place, to: item.path, checkingName: false)
        plan.record(ChangeRecord(.restored, item.path))
        var folder = item.place.parent
        while folder != Trash.path, !folder.text.isEmpty {
          folders.insert(folder.text)
          folder = folder.parent
        }
      }
      for folder in folders.sorted(by: { $0.utf8.count > $1.utf8.count }) { plan.removeFolderIfEmpty(NotePath(folder)) }
    }
  }

  /// Deletes for good what `trash` listed; what has come back from there meanwhile stays. Not undone by anything. The
  /// result is what is gone.
  package func emptyTrash(_ items: [TrashItem]) throws -> [TrashItem] {
    guard !items.isEmpty else { return [] }
    let session = try ChangeSession(root: location.root, tell: notice)
    defer { withExtendedLifetime(session) {} }
    let there = Set(try trash())
    let tree = try VaultTree(root: location.root)
    var gone: [TrashItem] = []
    for item in items where there.contains(item) {
      let place = try tree.place(item.place)
      guard unlinkat(place.folder.number, place.name, 0) == 0 else {
        throw TrashEmptyingError(path: item.place, code: errno, gone: gone.count)
      }
      gone.append(item)
      var folder = item.place.parent
      while folder != Trash.path, !folder.text.isEmpty {
        let place = try tree.place(folder)
        guard unlinkat(place.folder.number, place.name, AT_REMOVEDIR) == 0 else { break }
        tree.forgetFolders()
        folder = folder.parent
      }
    }
    return gone
  }

  /// The time at hand as the trash's folders have it, in UTC: `20260131T093000Z`.
  var stamp: String {
    NoteDate.instant(JournalEntry.time(environment.now)).iso8601(in: { _ in 0 }).filter { $0 != "-" && $0 != ":" }
  }

  private static func time(ofStamp name: String, _ environment: VaultEnvironment) -> Date? {
    let digits = Array(name.utf8.prefix(15))
    guard digits.count == 15, name.utf8.count == 16 + 1 + 8 else { return nil }
    func part(_ range: Range<Int>) -> String { String(decoding: digits[range], as: UTF8.self) }
    let text = "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T\(part(9..<11)):\(part(11..<13)):\(part(13..<15))Z"
    guard case .instant(let milliseconds)? = NoteDate(text) else { return nil }
    return Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
  }
}
