import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

struct JournalTests {
  /// A thousand changes can be taken back, though each undo is an entry, too.
  @Test func changesArePrunedWithTheirUndos() throws {
    let test = try ChangedVault()
    let changes = Journal.maximumEntries + 150
    for sequence in 1...(2 * changes) {
      let undoes = sequence > changes ? 2 * changes + 1 - sequence : nil
      let entry = JournalEntry(
        head: .init(sequence: sequence, id: "ab", time: 1, title: "test", undoes: undoes, steps: []), steps: [],
        inPlace: { _ in false })
      try test.write(entry)
    }
    let journal = try test.journal()
    try journal.prune()
    let kept = try journal.sequences()
    // The latest is what `redo` is about.
    #expect(kept == [1] + Array(152...(2 * changes - 151)) + [2 * changes])
  }

  /// What an engine filled in and a person took back is never forgotten.
  @Test func undoneEnrichmentsAreKept() throws {
    let test = try ChangedVault()
    let last = 2 * Journal.maximumEntries + 10
    for sequence in 1...last {
      var head = JournalEntry.Head(sequence: sequence, id: "ab", time: 1, title: "test", steps: [])
      if sequence == 1 || sequence == 3 { head.actor = VaultEditor.enricher }
      if sequence == 2 { head.undoes = 1 }
      try test.write(JournalEntry(head: head, steps: [], inPlace: { _ in false }))
    }
    let journal = try test.journal()
    try journal.prune()
    #expect(try journal.sequences() == [1, 2] + Array(last - Journal.maximumEntries + 1...last))
  }

  @Test func whatIsNoEntryIsLeftAlone() throws {
    let test = try ChangedVault(["a.md": "a"])
    try test.folder.write("x", to: ".vault/journal/9223372036854775807.done")
    try test.folder.write("x", to: ".vault/journal/00000007.done")
    _ = try test.vault().editor.delete(named: ["a"])
    #expect(try test.vault().read { try $0.history() }.map(\.sequence) == [8])
    #expect(test.notices.contains { $0.contains("00000007.done") })
    _ = try test.vault().editor.undo()
    #expect(try test.text("a.md") == "a")
  }

  /// What was read before counts only for the very file.
  @Test func historyIsReadAnewWhereItIsAnother() throws {
    let test = try ChangedVault(["a.md": "a"])
    let vault = try test.vault()
    _ = try vault.editor.delete(named: ["a"])
    #expect(try vault.read { try $0.history() }.map(\.title) == ["rm a"])
    let entry = JournalEntry(
      head: .init(sequence: 1, id: "ab", time: 1, title: "other", steps: []), steps: [], inPlace: { _ in false })
    try test.write(entry)
    #expect(try vault.read { try $0.history() }.map(\.title) == ["other"])
    try test.folder.remove(".vault/journal/00000001.done")
    #expect(try vault.read { try $0.history() }.isEmpty)
  }

  /// A clock may be set to anything.
  @Test(arguments: [-1e12, -62_135_596_800, -1, 0, 253_402_300_799, 1e12] as [Double])
  func changesAreUndoneWhateverTheClockSays(_ seconds: Double) throws {
    let test = try ChangedVault(["a.md": "a", "b.md": "b"])
    let vault = try test.vault(now: Date(timeIntervalSince1970: seconds))
    _ = try vault.editor.change("change") { try $0.replace(NotePath("a.md"), with: Array("c".utf8)) }
    #expect(try vault.read { try $0.history() }.map(\.title) == ["change"])
    _ = try vault.editor.undo()
    #expect(try test.text("a.md") == "a")
    #expect(test.notices.isEmpty)
  }

  @Test(arguments: [-1e12, -62_135_596_800, -1, 253_402_300_799, 1e12] as [Double])
  func whatWasDeletedComesBackWhateverTheClockSays(_ seconds: Double) throws {
    let test = try ChangedVault(["a.md": "a"])
    let vault = try test.vault(now: Date(timeIntervalSince1970: seconds))
    _ = try vault.editor.delete(named: ["a"])
    #expect(try vault.read { try $0.trash() }.map(\.path.text) == ["a.md"])
    _ = try vault.editor.restore(["a"])
    #expect(try test.text("a.md") == "a")
  }
}
