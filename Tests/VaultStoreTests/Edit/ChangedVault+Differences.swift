import Testing
import VaultCore

@testable import VaultStore

extension ChangedVault {
  /// Makes a change, and gives the files and folders that are other than before: nil for what is gone.
  ///
  /// Whatever the change is: only looking changes nothing and tells the same, undoing leads back to every byte, doing
  /// again to what it was, nothing stays behind, and what is reported is so.
  func differences(
    sourceLocation: Testing.SourceLocation = #_sourceLocation,
    after change: (OpenVault, ChangeOptions) throws -> ChangeOutcome
  ) throws -> [String: String?] {
    let before = try tree()
    let dry = try change(vault(), ChangeOptions(dryRun: true))
    #expect(try tree() == before, "only looked", sourceLocation: sourceLocation)
    #expect(dry.end == .dryRun, sourceLocation: sourceLocation)

    let outcome = try change(vault(), ChangeOptions())
    let after = try tree()
    #expect(dry.planned.records == outcome.planned.records, sourceLocation: sourceLocation)
    #expect(try leftovers().isEmpty, sourceLocation: sourceLocation)
    for record in outcome.planned.records {
      #expect((after[record.path.text] == nil) == (record.state == .deleted), sourceLocation: sourceLocation)
      if let from = record.from { #expect(before[from.text] != nil, sourceLocation: sourceLocation) }
    }
    if outcome.end == .done {
      _ = try vault().editor.undo()
      #expect(try tree() == before, "undone", sourceLocation: sourceLocation)
      _ = try vault().editor.undo(redo: true)
      #expect(try tree() == after, "done again", sourceLocation: sourceLocation)
    } else {
      #expect(after == before, sourceLocation: sourceLocation)
    }
    var differences: [String: String?] = [:]
    for path in Set(before.keys).union(after.keys) where before[path] != after[path] {
      differences[path] = .some(after[path])
    }
    return differences
  }
}

extension NotePath: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self.init(text) }
}
