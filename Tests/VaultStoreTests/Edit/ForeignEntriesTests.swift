import Foundation
import Testing
import VaultCore
import VaultPlatform
import VaultTestSupport

@testable import VaultStore

/// Entries of the journal that somebody else wrote, or that were written elsewhere.
struct ForeignEntriesTests {
  private static let pending = Journal.pendingPath
  private static let first = ".vault/journal/00000001.done"

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private func entry(_ steps: [ChangeStep], sequence: Int = 1, undoes: Int? = nil) -> JournalEntry {
    JournalEntry(
      head: .init(
        sequence: sequence, id: "0123abcd", time: 1_700_000_000_000, title: "test", undoes: undoes, steps: []),
      steps: steps, inPlace: { _ in false })
  }

  /// A vault in which the user's own change of `a.md` was interrupted when it was done.
  private func interrupted() throws -> ChangedVault {
    let test = try ChangedVault(["a.md": "after"])
    _ = try test.encoded(entry([]))
    try test.journal().begin(entry([.write("a.md", before: bytes("before"), after: bytes("after"))]))
    return test
  }

  // MARK: Interrupted operations

  @Test func whatIsCarriedElsewhereHalfWayIsNotTakenBackThere() throws {
    let test = try interrupted()
    let other = try test.elsewhere()
    #expect(try other.vault().read { try $0.list(Query()) }.total == 1)
    #expect(try other.text("a.md") == "after")
    #expect(other.notices.contains { $0.contains("\(Self.pending): was not written here by you") })
    // Back again, it is the user's own, and nothing has become of it.
    try test.vault().recoverIfNeeded()
    #expect(try test.text("a.md") == "before")
    #expect(try test.leftovers().isEmpty)
  }

  /// An older entry of the user's own history, put where an interrupted operation stands.
  @Test func anOldEntryIsNotTakenBackByReading() throws {
    let test = try ChangedVault(["a.md": "a"])
    _ = try test.vault().editor.change("one") { try $0.create("new.md", bytes("precious")) }
    _ = try test.vault().editor.change("two") { try $0.create("newer.md", bytes("x")) }
    try test.folder.move(Self.first, to: Self.pending)
    #expect(try test.vault().read { try $0.list(Query()) }.total == 3)
    #expect(try test.text("new.md") == "precious")
    #expect(test.notices.contains { $0.contains(Self.pending) })
  }

  @Test func aFolderWhereAnEntryIsWrittenIsSetAside() throws {
    let test = try ChangedVault(["a.md": "a", ".vault/journal/new/x": "x"])
    for value in ["v", "w"] { _ = try test.vault().editor.set("k", to: .text(value), in: ["a"]) }
    #expect(try test.text(".vault/journal/new.foreign/x") == "x")
    #expect(try test.vault().editor.undo().outcome.end == .done)
  }

  @Test(arguments: [1 << 49, 1 << 50, (1 << 50) - 1]) func foreignNumbersTakeNothingFromOnesOwn(_ number: Int) throws {
    let test = try ChangedVault(["a.md": "a"])
    _ = try test.vault().editor.change("one") { try $0.create("b.md", bytes("b")) }
    try test.folder.write("{}\n", to: ".vault/journal/\(number).done")
    for name in ["c.md", "d.md", "e.md"] {
      _ = try test.vault().editor.change("more") { try $0.create(NotePath(name), bytes(name)) }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: test.folder.absolute(".vault/journal"))
    #expect(names.filter { $0.contains("foreign") }.count == 1, "\(names)")
    for _ in 0..<4 { _ = try test.vault().editor.undo() }
    #expect(try test.tree() == ["a.md": "a"])
  }

  /// A file of no content and any size pushes nothing out of the history.
  @Test func foreignSizeTakesNothingFromOnesOwn() throws {
    let test = try ChangedVault(["a.md": "a"])
    _ = try test.vault().editor.change("one") { try $0.create("b.md", bytes("b")) }
    try test.folder.write("", to: ".vault/journal/00000900.done")
    try #require(truncate(test.folder.absolute(".vault/journal/00000900.done"), 20 << 30) == 0)
    _ = try test.vault().editor.change("two") { try $0.create("c.md", bytes("c")) }
    #expect(test.folder.exists(Self.first) && test.folder.exists(".vault/journal/00000900.done"))
  }

  @Test func aCopyOfTheFolderIsElsewhere() throws {
    let test = try interrupted()
    try FileManager.default.copyItem(
      atPath: test.folder.absolute(".vault/journal"), toPath: test.folder.absolute("copy"))
    try test.folder.remove(".vault/journal")
    try test.folder.move("copy", to: ".vault/journal")
    try test.vault().recoverIfNeeded()
    #expect(try test.text("a.md") == "after")
    #expect(test.folder.exists(Self.pending))
  }

  @Test(arguments: ["seal", "text", "head", "mode", "link", "folder", "FIFO", "nothing"])
  func whatIsNotAsItWasWrittenIsLeftAlone(_ kind: String) throws {
    let test = try interrupted()
    let written = try test.text(Self.pending)
    let text =
      switch kind {
      case "seal": written.replacing(#""seal":""#, with: #""seal":"0"#)
      case "text": written.replacing("before", with: "BEFORE")
      case "head": written.replacing(#""title":"test"#, with: #""title":"Test"#)
      default: written
      }
    if kind == "mode" {
      try test.folder.setMode(0o620, of: Self.pending)
    } else {
      try test.folder.remove(Self.pending)
      switch kind {
      case "link":
        try test.folder.write(text, to: "real")
        try test.folder.setMode(0o600, of: "real")
        try test.folder.link(Self.pending, to: "../../real")
      case "folder": try test.folder.makeFolder(Self.pending)
      case "FIFO": try test.folder.makeFIFO(Self.pending)
      default:
        try test.folder.write(text, to: Self.pending)
        try test.folder.setMode(0o600, of: Self.pending)
      }
    }
    try test.vault().recoverIfNeeded()
    // Else the others would prove nothing.
    if kind == "nothing" { return #expect(try test.text("a.md") == "before") }
    #expect(try test.text("a.md") == "after")
    #expect(test.notices.count == 1)
    // The next change goes on, and puts it where it is in nobody's way.
    _ = try test.vault().editor.delete(named: ["a"])
    #expect(test.folder.exists(Self.pending + ".foreign"))
    #expect(test.notices.contains { $0.contains(Self.pending + ".foreign") })
    #expect(try test.vault().read { try $0.history() }.map(\.title) == ["rm a"])
  }

  @Test func severalAreSetAside() throws {
    let test = try ChangedVault(["a.md": "a"])
    for number in 1...3 {
      try test.folder.write("x", to: Self.pending)
      _ = try test.vault().editor.set("k", to: .text("\(number)"), in: ["a"])
    }
    for name in ["pending.foreign", "pending-2.foreign", "pending-3.foreign"] {
      #expect(test.folder.exists(".vault/journal/" + name))
    }
  }

  /// Synchronised folders may bring back what was done long ago.
  @Test func whatIsInTheHistoryIsNotInterrupted() throws {
    let test = try ChangedVault(["a.md": "a"])
    _ = try test.vault().editor.set("k", to: .text("v"), in: ["a"])
    let text = try test.text("a.md")
    try FileManager.default.copyItem(
      atPath: test.folder.absolute(Self.first), toPath: test.folder.absolute(Self.pending))
    try test.vault().recoverIfNeeded()
    #expect(try test.text("a.md") == text)
    #expect(try test.leftovers().isEmpty)
  }

  @Test func whatHasTheNumberOfAnotherIsNotTakenBack() throws {
    let test = try interrupted()
    var other = entry([])
    other.head.id = "ab"
    try test.write(other)
    try test.vault().recoverIfNeeded()
    #expect(try test.text("a.md") == "after")
    #expect(test.notices.contains { $0.contains("was not written here by you") })
  }

  /// Some file systems let everybody write to everything.
  @Test func whereAllFilesAreSharedTheSealIsEnough() throws {
    let test = try ChangedVault(["a.md": "after"])
    _ = try test.encoded(entry([]))
    let folderStatus = VaultPlatform.status(of: test.folder.absolute(".vault/journal"))
    let home = try #require(folderStatus).identity.inode
    let entry = entry([.write("a.md", before: bytes("before"), after: bytes("after"))])
    try test.folder.write(
      entry.encoded(UserIdentity.made(in: test.folders), home: home, isShared: true), to: Self.pending)
    try test.folder.setMode(0o666, of: Self.pending)
    try test.vault().recoverIfNeeded()
    #expect(try test.text("a.md") == "before")
  }

  @Test func modesAreMasked() throws {
    let test = try ChangedVault()
    _ = try test.encoded(entry([]))
    try test.journal().begin(entry([.delete("a.md", before: bytes("a"), mode: 0o6755)]))
    try test.vault().recoverIfNeeded()
    #expect(VaultPlatform.status(of: test.folder.absolute("a.md"))?.st_mode == S_IFREG | 0o755)
  }

  // MARK: The history

  /// A vault that came with the history of somebody who deleted `b.md` and wrote `a.md`.
  private func withForeignHistory() throws -> ChangedVault {
    let maker = try ChangedVault(["a.md": "a", "b.md": "b"])
    _ = try maker.vault().editor.change("theirs") { try $0.replace("a.md", with: bytes("evil")) }
    return try maker.elsewhere()
  }

  @Test func foreignEntriesAreMarkedAndAskedAbout() throws {
    let test = try withForeignHistory()
    #expect(try test.vault().read { try $0.history() }.map(\.isForeign) == [true])
    let error = #expect(throws: ForeignEntryError.self) { try test.vault().editor.undo() }
    #expect(error?.kind == .foreign)
    #expect(error?.description.contains(Self.first) == true)
    #expect(try test.text("a.md") == "evil")
    // Looking is allowed.
    let looked = try test.vault().editor.undo(ChangeOptions(dryRun: true)).outcome
    #expect(looked.planned.texts.map(\.after) == [bytes("a")])
    for answer in [false, true] {
      var asked: [PlannedChange] = []
      let (outcome, entry) = try test.vault().editor.undo {
        #expect($0.title == "theirs")
        asked.append($1)
        return answer
      }
      #expect(asked.map { $0.texts.map(\.after) } == [[bytes("a")]])
      #expect(entry.isForeign)
      #expect(outcome.end == (answer ? .done : .declined))
      #expect(try test.text("a.md") == (answer ? "a" : "evil"))
    }
    // From now on it is this user's own change.
    #expect(try test.vault().read { try $0.history() }.map(\.isForeign) == [false, true])
    #expect(try test.vault().read { try $0.history() }.map(\.isUndone) == [false, true])
    _ = try test.vault().editor.undo(redo: true)
    #expect(try test.text("a.md") == "evil")
  }

  @Test(arguments: [
    ChangeStep.delete(".git/hooks/pre-commit", before: [1], mode: 0o755),
    .delete("git~1/hooks/pre-commit", before: [1], mode: 0o755),
    .delete("\u{200C}.git/hooks/pre-commit", before: [1], mode: 0o755),
    .delete(".vault/config.yaml", before: [1], mode: 0o644), .delete("CON.md", before: [1], mode: 0o644),
    .delete("a\\..\\b.md", before: [1], mode: 0o644), .delete(".vault/trash/x", before: [1], mode: 0o644),
    .move(".git/hooks", to: "b.md"),
  ])
  func foreignEntriesNeverChangeHiddenPlaces(_ step: ChangeStep) throws {
    let maker = try ChangedVault(["a.md": "a", "b.md": "b"])
    try maker.write(entry([step]))
    let test = try maker.elsewhere()
    let before = try test.tree()
    #expect(throws: ChangeError.self) { try test.vault().editor.undo { _, _ in true } }
    #expect(try test.tree() == before)
    #expect(!test.folder.exists(".git"))
  }

  @Test func foreignEntriesBringBackNoFileWithTheRightsOfAnother() throws {
    let maker = try ChangedVault(["a.md": "a"])
    _ = try maker.vault().editor.delete(named: ["a"])
    let item = try #require(try maker.vault().read { try $0.trash() }.first)
    try maker.folder.setMode(0o4755, of: item.place.text)
    let test = try maker.elsewhere()
    #expect(throws: ChangeError.self) { try test.vault().editor.undo { _, _ in true } }
    #expect(!test.folder.exists("a.md"))
  }

  @Test func whatOthersSayOfTheUsersChangesDoesNotCount() throws {
    let test = try ChangedVault(["a.md": "a"])
    _ = try test.vault().editor.set("k", to: .text("v"), in: ["a"])
    let other = try test.elsewhere()
    try other.write(entry([], sequence: 7, undoes: 1))
    #expect(try test.vault().read { try $0.history() }.map(\.isUndone) == [false, false])
    #expect(try test.vault().read { try $0.history() }.map(\.isForeign) == [true, false])
  }

  @Test func anEntryUnderAnothersNumberIsLeftOut() throws {
    let test = try ChangedVault(["a.md": "a"])
    _ = try test.vault().editor.set("k", to: .text("v"), in: ["a"])
    try FileManager.default.copyItem(
      atPath: test.folder.absolute(Self.first), toPath: test.folder.absolute(".vault/journal/00000002.done"))
    #expect(try test.vault().read { try $0.history() }.map(\.sequence) == [1])
    #expect(test.notices.contains { $0.contains("00000002.done") })
  }

  /// A number so high that no other comes after it.
  @Test func aForeignNumberBlocksNothing() throws {
    let test = try ChangedVault(["a.md": "a"])
    try test.folder.write("x", to: Journal.path(1 << 50).text)
    for value in ["1", "2"] { _ = try test.vault().editor.set("k", to: .text(value), in: ["a"]) }
    #expect(try test.vault().read { try $0.history() }.map(\.sequence) == [2, 1])
    #expect(test.folder.exists(".vault/journal/\(1 << 50).foreign"))
    #expect(test.notices.contains { $0.contains("\(1 << 50).foreign") })
  }

  /// Lines come back from the user's own history alone.
  @Test func tasksComeBackAsTheUserWroteThem() throws {
    let maker = try ChangedVault(["a.md": "- [/] evil\n"])
    _ = try maker.vault().editor.completeTasks(["a.md:1"])
    let test = try maker.elsewhere()
    _ = try test.vault().editor.reopenTasks(["a.md:1"])
    #expect(try test.text("a.md") == "- [ ] evil\n")
  }

}
