import Foundation

/// A copy of folders of notes, with what was found out about it.
struct CopiedVault: ChangeableVault {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Holds `vault/` and, once it is complete, `facts.json`.
  let folder: String
  let facts: VaultFacts

  var root: String { folder + "/vault" }
  private var marker: String { Self.marker(in: folder) }

  private static func marker(in folder: String) -> String { folder + "/facts.json" }

  /// Part of a kept copy's name: raise it when other words would be chosen of the same notes.
  static let formatVersion = 2

  /// The copy left by an earlier run, if it was finished.
  init?(existing folder: String) throws {
    guard let data = FileManager.default.contents(atPath: Self.marker(in: folder)) else { return nil }
    facts = try JSONDecoder().decode(VaultFacts.self, from: data)
    self.folder = folder
  }

  /// Copies one folder, whole.
  /// - Parameter prepare: called with the copy's root before it is looked at.
  init(copying source: String, to folder: String, prepare: (String) throws -> Void = { _ in }) throws {
    try Self.clear(folder)
    var copy = FolderCopy()
    try copy.add(source, as: folder + "/vault")
    try prepare(folder + "/vault")
    try self.init(describing: folder)
  }

  /// Copies the folders again and again, below `copy-1`, `copy-2` and so on, until there are so many notes.
  init(repeating sources: [(name: String, path: String)], notes: Int, to folder: String) throws {
    try Self.clear(folder)
    var copy = FolderCopy(mostNotes: notes)
    var number = 0
    while copy.notes < notes {
      number += 1
      let before = copy.notes
      for source in sources where copy.notes < notes {
        try copy.add(source.path, as: "\(folder)/vault/copy-\(number)/\(source.name)")
      }
      guard copy.notes > before else { throw Failure(description: "no notes in \(sources.map(\.path))") }
    }
    try self.init(describing: folder)
  }

  private init(describing folder: String) throws {
    self.folder = folder
    facts = try FolderFacts(of: folder + "/vault").facts
    try markComplete()
  }

  private static func clear(_ folder: String) throws {
    if FileManager.default.fileExists(atPath: folder) { try FileManager.default.removeItem(atPath: folder) }
  }

  func markIncomplete() throws {
    try FileManager.default.removeItem(atPath: marker)
  }

  func markComplete() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(facts).write(to: URL(fileURLWithPath: marker))
  }

  func completionTime() throws -> Date {
    try FileManager.default.attributesOfItem(atPath: marker)[.modificationDate] as? Date ?? Date()
  }
}
