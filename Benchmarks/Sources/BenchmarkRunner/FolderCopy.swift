import Foundation

/// Copies folders of notes: all that a listing shows, and the settings of Obsidian and vault. Files keep their
/// modification times. Other hidden things, symbolic links, and notes that do not end in `.md`, which not every peer
/// takes for notes, are left out.
struct FolderCopy {
  private let mostNotes: Int
  private(set) var notes = 0

  init(mostNotes: Int = .max) {
    self.mostNotes = mostNotes
  }

  /// By the bytes of the names, so that a copy that ends early ends at the same note everywhere.
  mutating func add(_ source: String, as target: String) throws {
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    let names = try FileManager.default.contentsOfDirectory(atPath: source)
    for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    where Self.isCopied(name, from: source) {
      let (from, to) = (source + "/" + name, target + "/" + name)
      let attributes = try FileManager.default.attributesOfItem(atPath: from)
      switch attributes[.type] as? FileAttributeType {
      case .typeDirectory?: try add(from, as: to)
      case .typeRegular?: try copy(from, to, modified: attributes[.modificationDate] as? Date)
      default: break
      }
    }
  }

  private static let settings: Set = [".obsidian", ".vault"]
  /// What vault remembers of the folder, which is not so of a copy.
  private static let memory: Set = ["journal", "trash", "state"]

  private static func isCopied(_ name: String, from folder: String) -> Bool {
    if folder.hasSuffix("/.vault"), memory.contains(name) { return false }
    return !name.hasPrefix(".") || settings.contains(name)
  }

  private mutating func copy(_ from: String, _ to: String, modified: Date?) throws {
    let isNote = from.hasSuffix(".md")
    if isNote {
      guard notes < mostNotes else { return }
      notes += 1
    } else if [".md", ".markdown"].contains(where: from.lowercased().hasSuffix) {
      return
    }
    // Written anew instead of cloned, so that it is the file system's own file as any other; rows write to it.
    try Data(contentsOf: URL(fileURLWithPath: from), options: .mappedIfSafe).write(to: URL(fileURLWithPath: to))
    var attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o644]
    if let modified { attributes[.modificationDate] = modified }
    try FileManager.default.setAttributes(attributes, ofItemAtPath: to)
  }
}
