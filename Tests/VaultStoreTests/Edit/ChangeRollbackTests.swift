import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// What is found after an operation was interrupted, and what becomes of it.
struct ChangeRollbackTests {
  private static let id = "0123abcd"
  private static let before = "one\ntwo\nthree\nfour\n"
  private static let after = "one\nTWO\nthree\nfour\n"

  private static func name(_ index: Int, _ suffix: String = "") -> String {
    "\(TemporaryFile.prefix)\(id)-\(index)\(suffix)"
  }

  private func interrupt(_ test: ChangedVault, _ steps: [ChangeStep], sequence: Int = 1) throws -> JournalEntry {
    try test.folder.makeFolder(".vault/journal")
    let entry = JournalEntry(
      head: .init(sequence: sequence, id: Self.id, time: 1_700_000_000_000, title: "test", undoes: nil, steps: []),
      steps: steps, inPlace: { _ in false })
    try test.journal().begin(entry)
    return entry
  }

  /// What is in the trash, without the folders' names.
  private func trash(_ test: ChangedVault) throws -> [String] {
    try test.vault().read { try $0.trash() }.map {
      String(decoding: try test.folder.bytes(of: $0.place.text), as: UTF8.self)
    }
  }

  struct Found: CustomTestStringConvertible {
    /// The note, the temporary file of the change, and that of a rollback.
    var note: String?
    var spare: String?
    var back: String?
    var becomes: String?
    var trash: [String] = []
    var testDescription: String { "\(note ?? "-") | \(spare ?? "-") | \(back ?? "-")" }
  }

  @Test(arguments: [
    Found(note: before, becomes: before),
    Found(note: before, spare: "", becomes: before),
    Found(note: before, spare: "one\nTW", becomes: before),
    Found(note: before, spare: after, becomes: before),
    Found(note: after, spare: before, becomes: before),
    Found(note: after, becomes: before),
    // Saved by an editor at the moment of the exchange.
    Found(note: after, spare: "one\ntwo\n", becomes: "one\ntwo\n"),
    Found(note: after, spare: before + "five\n", becomes: before + "five\n"),
    Found(note: after, spare: "", becomes: ""),
    // And saved since.
    Found(note: after + "five\n", becomes: before + "five\n"),
    Found(note: after + "five\n", spare: before, becomes: before + "five\n"),
    Found(note: after + "five\n", spare: "mine\n", becomes: before + "five\n", trash: ["mine\n"]),
    Found(note: "else\n", becomes: "else\n"),
    Found(note: nil, becomes: nil),
    Found(note: nil, spare: before, becomes: nil),
    Found(note: nil, spare: "mine\n", becomes: "mine\n"),
    // A rollback was interrupted, too.
    Found(note: after, back: "one\nt", becomes: before),
    Found(note: after, back: before, becomes: before),
    Found(note: before, back: after, becomes: before),
    Found(note: after + "five\n", back: "one\ntwo\nthree\nfour\nfi", becomes: before + "five\n"),
    Found(note: before + "five\n", back: after + "five\n", becomes: before + "five\n"),
    Found(note: before, back: "mine\n" + after, becomes: "mine\n" + before),
  ])
  func ofAWrite(_ found: Found) throws {
    let test = try ChangedVault()
    _ = try interrupt(test, [.write("n.md", before: Array(Self.before.utf8), after: Array(Self.after.utf8))])
    for (name, text) in [("n.md", found.note), (Self.name(0), found.spare), (Self.name(0, "-back"), found.back)] {
      if let text { try test.folder.write(text, to: name) }
    }
    try test.vault().recoverIfNeeded()
    #expect(try test.tree() == (found.becomes.map { ["n.md": $0] } ?? [:]), "\(test.notices)")
    #expect(try trash(test) == found.trash)
    #expect(try test.leftovers().isEmpty)
    #expect(test.notices.first?.contains("was interrupted") == true)
  }

  @Test func whatCouldNotBeTakenBackStaysInTheJournal() throws {
    let test = try ChangedVault(["n.md": "else\n"])
    _ = try interrupt(test, [.write("n.md", before: Array(Self.before.utf8), after: Array(Self.after.utf8))])
    try test.vault().recoverIfNeeded()
    #expect(test.notices.contains { $0.contains("n.md") && $0.contains("changed by another program") })
    #expect(test.notices.contains { $0.contains(".vault/journal/1.interrupted") })
    #expect(try test.text(".vault/journal/1.interrupted").contains("one\ntwo\n"))
  }

  @Test func ofACreation() throws {
    for (text, stays) in [("new", false), ("edited", true)] {
      let test = try ChangedVault(["n.md": text])
      _ = try interrupt(test, [.create("n.md", Array("new".utf8), mode: 0o644)])
      try test.vault().recoverIfNeeded()
      #expect(try test.tree() == (stays ? ["n.md": text] : [:]))
    }
    // Where a file gets its name by a second one.
    let test = try ChangedVault([Self.name(0): "new"])
    try test.folder.hardLink("n.md", to: Self.name(0))
    _ = try interrupt(test, [.create("n.md", Array("new".utf8), mode: 0o644)])
    try test.vault().recoverIfNeeded()
    #expect(try test.tree() == [:])
    // Put aside to be deleted by a rollback that was interrupted, and written to since.
    let other = try ChangedVault([Self.name(0, "-back"): "new and more"])
    _ = try interrupt(other, [.create("n.md", Array("new".utf8), mode: 0o644)])
    try other.vault().recoverIfNeeded()
    #expect(try other.tree() == ["n.md": "new and more"])
  }

  @Test func ofADeletion() throws {
    let step = ChangeStep.delete("f/n.md", before: Array("text".utf8), mode: 0o640)
    for files in [["f/n.md": "text"], ["f/" + Self.name(0): "text"], ["f/" + Self.name(0, "-back"): "te"], [:]] {
      let test = try ChangedVault(files)
      _ = try interrupt(test, [step, .removeFolder("f")])
      try test.vault().recoverIfNeeded()
      #expect(try test.tree() == ["f": "(folder)", "f/n.md": "text"])
      #expect(try test.leftovers().isEmpty)
    }
    let test = try ChangedVault(["f/n.md": "newer", "f/" + Self.name(0): "text"])
    _ = try interrupt(test, [step])
    try test.vault().recoverIfNeeded()
    #expect(try test.tree() == ["f": "(folder)", "f/n.md": "newer"])
    #expect(try trash(test) == ["text"])
  }

  /// Where a name in the history is given by a second one, too.
  @Test func whatHasItsNameInTheHistoryIsDone() throws {
    let test = try ChangedVault(["n.md": Self.after])
    _ = try interrupt(test, [.write("n.md", before: Array(Self.before.utf8), after: Array(Self.after.utf8))])
    try test.folder.hardLink(".vault/journal/00000001.done", to: ".vault/journal/pending")
    try test.vault().recoverIfNeeded()
    #expect(try test.text("n.md") == Self.after)
    #expect(try test.leftovers().isEmpty)
    #expect(try test.vault().read { try $0.history() }.map(\.sequence) == [1])
  }

  /// The journal comes with a folder that may be anybody's.
  @Test(arguments: [
    #"{"id":"x/../../out/victim","sequence":9,"steps":[{"kind":"create","length":2,"path":"n.md","mode":420}],"time":1,"title":"x","version":1}"#,
    #"{"id":"ab","sequence":9,"steps":[{"kind":"create","length":2,"path":"../out/victim","mode":420}],"time":1,"title":"x","version":1}"#,
    #"{"id":"ab","sequence":9,"steps":[{"kind":"delete","length":2,"path":".git/hooks/pre-commit","mode":493}],"time":1,"title":"x","version":1}"#,
    #"{"id":"ab","sequence":9,"steps":[{"kind":"move","path":"n.md","target":"/tmp/x"}],"time":1,"title":"x","version":1}"#,
    #"{"id":"ab","sequence":9,"steps":[],"time":9223372036854775807,"title":"x","version":1}"#,
    "no entry",
  ])
  func whatNobodyMadeByChangingNotesIsNotDone(_ head: String) throws {
    let test = try ChangedVault(["n.md": "xx", "note.md": "y"])
    try test.folder.write(head + "\nxx", to: ".vault/journal/pending")
    let before = try test.tree()
    #expect(try test.vault().read { try $0.list(Query()) }.total == 2)
    #expect(test.notices.contains { $0.contains(".vault/journal/pending") })
    // Nothing is made, either, by whoever only reads.
    #expect(!test.folder.exists(".vault/state"))
    #expect(try test.tree() == before)
    // Nobody is kept from changing notes by it.
    _ = try test.vault().editor.delete(named: ["n"])
    #expect(try test.tree() == ["note.md": "y"])
    #expect(try test.text(".vault/journal/pending.foreign").hasPrefix(head))
    #expect(test.notices.contains { $0.contains(".vault/journal/pending.foreign") })
    #expect(try test.leftovers().isEmpty)
  }
}
