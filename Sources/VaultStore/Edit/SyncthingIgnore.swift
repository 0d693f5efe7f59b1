import VaultCore
import VaultPlatform

/// What keeps Syncthing from carrying what is one machine's own in `.vault`: lines in the `.stignore` of the folder that it
/// shares.
package struct SyncthingIgnore {
  package enum Outcome: Equatable {
    /// Syncthing shares neither the vault nor a folder above it.
    case notShared
    case known
    case added
    /// It shares this folder above the vault, outside of which nothing is written.
    case sharedAbove(folder: String, lines: [String])
    case refused(String)

    package var notice: VaultNotice? {
      switch self {
      case .notShared, .known: nil
      case .added:
        VaultNotice(
          "\(SyncthingIgnore.fileName) keeps \(SyncthingIgnore.listed) from Syncthing now: they are this machine's own",
          isWarning: false)
      case .sharedAbove(let folder, let lines):
        VaultNotice(
          "\(ShownName.path(folder)) is shared by Syncthing, and the vault is in it: put \(lines.joined(separator: ", ")) into its "
            + "\(SyncthingIgnore.fileName), a line each, since they are this machine's own")
      case .refused(let reason):
        VaultNotice(
          "\(SyncthingIgnore.fileName): \(reason), so it stays as it is; put \(SyncthingIgnore.listed) into it, a line each, since "
            + "they are this machine's own")
      }
    }
  }

  static let fileName = ".stignore"
  private static let marker = ".stfolder"
  private static let places = [
    "/.vault/state", "/.vault/journal", "/.vault/trash", "/.vault/sync", "/.vault/**.sqlite*",
  ]
  private static var listed: String { places.joined(separator: ", ") }

  private let tree: VaultTree

  init(_ tree: VaultTree) { self.tree = tree }

  package static func add(in root: String) throws -> Outcome { try SyncthingIgnore(VaultTree(root: root)).add() }

  /// Adds what is missing. Makes the file only where Syncthing shares the vault's own folder, and changes no other line.
  func add() throws -> Outcome {
    let place = try tree.place(NotePath(Self.fileName))
    guard let status = try FileImage.status(place) else {
      guard try tree.exists(NotePath(Self.marker)) else { return sharedAbove() }
      return try write(Self.lines(Self.places, "\n"), to: place, over: nil)
    }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1, status.st_size <= VaultFolder.largestFile else {
      return .refused("is a link, or no file of lines")
    }
    let text = try FileImage.read(place, limit: VaultFolder.largestFile).bytes
    guard let new = Self.adding(to: text) else { return .known }
    return try write(new, to: place, over: text)
  }

  /// The text with the lines that it lacks; nil where it lacks none. Syncthing takes the first pattern that fits, so they
  /// come before the first exception, and else at the end.
  static func adding(to text: [UInt8]) -> [UInt8]? {
    let newline = text.contains(0x0D) ? "\r\n" : "\n"
    var known: Set<String> = []
    var exception: Int?
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: 0x0A) ?? text.count
      var pattern = String(decoding: text[start..<end], as: UTF8.self).trimmingWhitespace[...]
      while pattern.hasPrefix("(?"), let close = pattern.firstIndex(of: ")") {
        pattern = pattern[pattern.index(after: close)...]
      }
      if pattern.hasPrefix("!"), exception == nil { exception = start }
      if exception == nil { known.insert(pattern.hasPrefix("/") ? String(pattern) : "/" + pattern) }
      start = end + 1
    }
    if !known.isDisjoint(with: ["/.vault", "/.vault/*", "/.vault/**"]) { return nil }
    let missing = places.filter { !known.contains($0) }
    if missing.isEmpty { return nil }
    guard let exception else {
      let end = text.isEmpty || text.last == 0x0A ? [] : Array(newline.utf8)
      return text + end + lines(missing, newline)
    }
    return text[..<exception] + lines(missing, newline) + text[exception...]
  }

  private static func lines(_ places: [String], _ newline: String) -> [UInt8] {
    Array((["// What vault keeps for this machine alone."] + places).map { $0 + newline }.joined().utf8)
  }

  /// `old`: what stands there; nil where the file is to be made.
  private func write(_ bytes: [UInt8], to place: VaultTree.Place, over old: [UInt8]?) throws -> Outcome {
    let next = place.sibling(TemporaryFile.prefix + ChangeSession.newID())
    do {
      let file = try TemporaryFile.write(bytes, to: next, replacing: old == nil ? nil : place, mode: 0o644)
      try TemporaryFile.removingOnError(next) {
        try TemporaryFile.sync(file.number, place.path)
        if let old {
          try FileSwap.replace(place, expecting: old, with: next, holding: bytes)
        } else {
          try FileSwap.move(next, to: place)
        }
      }
      try VaultTree.sync(place.folder, place.path)
      return .added
    } catch let error as ChangeError {
      if case .system(let step, let code) = error.cause {
        return .refused("cannot be \(step) (\(systemMessage(code)))")
      }
      return .refused("is there by now")
    } catch is FileChangedError {
      return .refused("was changed by another program just now")
    }
  }

  private func sharedAbove() -> Outcome {
    var names: [Substring] = []
    var parts = tree.rootPath.pathNames()
    while let name = parts.popLast() {
      names.insert(name, at: 0)
      let folder = "/" + parts.joined(separator: "/")
      let below = (folder == "/" ? "" : folder) + "/" + Self.marker
      if status(of: below, followsLink: false)?.isFolder == true {
        return .sharedAbove(folder: folder, lines: Self.places.map { "/" + names.joined(separator: "/") + $0 })
      }
    }
    return .notShared
  }
}
