import Testing
import VaultTestSupport

@testable import VaultCore

/// A vault in memory whose files move: the notes' texts afterwards, and what must hold of them.
struct RewrittenVault {
  /// By the path after the moves.
  private(set) var texts: [String: String] = [:]

  /// `files`: path and text, notes or not. `moves`: of files; a folder's are those of its files.
  init(
    _ files: [(String, String)], _ moves: [String: String], sourceLocation: Testing.SourceLocation = #_sourceLocation
  )
    throws
  {
    let notes = files.map { (path: NotePath($0), bytes: Array($1.utf8)) }
    let moves = Dictionary(uniqueKeysWithValues: moves.map { (NotePath($0), NotePath($1)) })
    var parser = NoteParser()
    let moved = try MovedVault(notes, moves, parser: &parser)
    #expect(moved.violations.isEmpty, "\(moved.violations)", sourceLocation: sourceLocation)
    for note in moved.after { texts[note.path.text] = String(decoding: note.bytes, as: UTF8.self) }
  }

  /// The text of `note` in a vault of `others`, after the moves.
  static func text(
    _ text: String, at note: String = "From.md", _ others: [String], _ moves: [String: String],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> String {
    let vault = try RewrittenVault(
      [(note, text)] + others.map { ($0, "") }, moves, sourceLocation: sourceLocation)
    return try #require(vault.texts[moves[note] ?? note], sourceLocation: sourceLocation)
  }
}
