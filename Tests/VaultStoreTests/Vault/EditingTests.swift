import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// What is seen to after an editor has had a note.
struct EditingTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// `a.md` as an editor gets it.
  private func opened(_ test: ChangedVault) throws -> (OpenVault, NoteToEdit) {
    let vault = try test.vault()
    return (vault, try vault.read { try $0.noteToEdit("a") })
  }

  /// Has an editor make `edited` of `a.md`; nil deletes it. `meanwhile`: what other commands do before.
  private func edit(
    _ test: ChangedVault, _ edited: String?, meanwhile: (OpenVault) throws -> Void = { _ in }
  ) throws -> EditedNote {
    let (vault, note) = try opened(test)
    try meanwhile(test.vault())
    if let edited { try test.folder.write(edited, to: "a.md") } else { try test.folder.remove("a.md") }
    return try vault.editor.finishEditing(note)
  }

  @Test(arguments: [("1\r\n2", "1\r\ntwo"), ("\u{FEFF}a\n", "\u{FEFF}b"), ("", "new\n"), ("a", "a\n")])
  func isOneChangeThatUndoTakesBack(_ original: String, _ edited: String) throws {
    let test = try ChangedVault(["a.md": original])
    let result = try edit(test, edited)
    #expect(result.outcome.end == .done && result.loss == nil && result.problem == nil)
    #expect(result.outcome.planned.records == [ChangeRecord(.updated, "a.md")])
    #expect(try test.text("a.md") == edited)
    #expect(try test.vault().read { try $0.history() }.map(\.title) == ["edit a.md"])
    _ = try test.vault().editor.undo()
    #expect(try test.text("a.md") == original)
    _ = try test.vault().editor.undo(redo: true)
    #expect(try test.text("a.md") == edited)
    #expect(try test.leftovers().isEmpty && test.notices.isEmpty)
  }

  @Test func updatedBelongsToTheSameChange() throws {
    let original = "---\nupdated: 2020-01-01\n---\na\n"
    let test = try ChangedVault(["a.md": original])
    _ = try edit(test, original + "b\n")
    #expect(try test.text("a.md") == "---\nupdated: 2026-09-21\n---\na\nb\n")
    #expect(try test.vault().read { try $0.history() }.count == 1)
    _ = try test.vault().editor.undo()
    #expect(try test.text("a.md") == original)
    #expect(try test.leftovers().isEmpty)
  }

  @Test func whatIsAsItWasIsNoChange() throws {
    let test = try ChangedVault(["a.md": "1\n"])
    #expect(try edit(test, "1\n").outcome.end == .unchanged)
    #expect(try test.vault().read { try $0.history() }.isEmpty)
    #expect(!test.folder.exists(".vault"))
  }

  // MARK: Other commands meanwhile

  private func append(_ vault: OpenVault) throws {
    _ = try vault.editor.insert(bytes("other"), .append, under: nil, in: ["a"])
  }

  @Test(arguments: ["1\n\nother\nmore\n", "one\n\nother\n"]) func whatOthersWroteIsNotTheEditors(_ edited: String)
    throws
  {
    let test = try ChangedVault(["a.md": "1\n"])
    _ = try edit(test, edited, meanwhile: append)
    #expect(test.notices.isEmpty)
    _ = try test.vault().editor.undo()
    #expect(try test.text("a.md") == "1\n\nother\n")
  }

  /// The editor had saved before, too.
  @Test func whatWasSavedBeforeIsTheEditors() throws {
    let test = try ChangedVault(["a.md": "1\n2\n3\n4\n"])
    _ = try edit(test, "one\n2\n3\nfour\n\nother\n") { vault in
      try test.folder.write("one\n2\n3\n4\n", to: "a.md")
      try append(vault)
    }
    _ = try test.vault().editor.undo()
    #expect(try test.text("a.md") == "1\n2\n3\n4\n\nother\n")
  }

  /// In the same list, too, right above what the other command put in.
  @Test func whatWasSavedBeforeInOneListIsTheEditors() throws {
    let test = try ChangedVault(["a.md": "- 1\n"])
    _ = try edit(test, "- 1\n- mine\n- other\n") { vault in
      try test.folder.write("- 1\n- mine\n", to: "a.md")
      _ = try vault.editor.insert(bytes("- other"), .append, under: nil, in: ["a"])
    }
    _ = try test.vault().editor.undo()
    #expect(try test.text("a.md") == "- 1\n- other\n")
  }

  @Test func whatTheEditorSavedOverIsTold() throws {
    let test = try ChangedVault(["a.md": "1\n"])
    _ = try edit(test, "1\nmine\n", meanwhile: append)
    #expect(try test.text("a.md") == "1\nmine\n")
    #expect(test.notices.contains { $0.hasPrefix("a.md: was changed meanwhile, and not all of that is in what") })
    _ = try test.vault().editor.undo()
    #expect(try test.text("a.md") == "1\n\nother\n")
  }

  @Test(arguments: ["b.md", "dir/b.md"]) func whatTheEditorSavedFollowsANoteThatOthersMoved(_ target: String) throws {
    let test = try ChangedVault(["a.md": "1\n2\n", "c.md": "[[a]]\n"])
    let result = try edit(test, "1\ntwo\n") { _ = try $0.editor.move(["a"], to: target) }
    #expect(result.loss == nil && result.path == NotePath(target))
    #expect(test.notices.contains("a.md: was moved to \(target) meanwhile; what the editor saved is there"))
    let moved = try test.tree()
    #expect(moved[target] == "1\ntwo\n" && moved["a.md"] == nil)
    _ = try test.vault().editor.undo()
    #expect(try test.text(target) == "1\n2\n")
    #expect(!test.folder.exists("a.md"))
    _ = try test.vault().editor.undo(redo: true)
    #expect(try test.tree() == moved)
    #expect(try test.leftovers().isEmpty)
  }

  /// Both changed it.
  @Test func whatOthersWroteInANoteThatTheyMovedStays() throws {
    let test = try ChangedVault(["a.md": "1\n2\n3\n"])
    _ = try edit(test, "one\n2\n3\n") {
      _ = try $0.editor.move(["a"], to: "b.md")
      _ = try $0.editor.insert(bytes("4"), .append, under: nil, in: ["b"])
    }
    #expect(try test.tree() == ["b.md": "one\n2\n3\n\n4\n"])
  }

  @Test func aNoteThatOthersMovedAndRewroteIsTwo() throws {
    let test = try ChangedVault(["a.md": "1\n"])
    let result = try edit(test, "mine\n") { vault in
      _ = try vault.editor.move(["a"], to: "b.md")
      try test.folder.write("other\n", to: "b.md")
    }
    #expect(result.path == "a.md")
    #expect(
      test.notices.contains { $0.hasPrefix("a.md: was moved to b.md meanwhile, and the editor saved it anew") })
    #expect(try test.tree() == ["a.md": "mine\n", "b.md": "other\n"])
    _ = try test.vault().editor.undo()
    #expect(try test.tree() == ["b.md": "other\n"])
  }

  /// Another note has its name by now, and the editor saved nothing.
  @Test func aNoteThatTookThePlaceOfOneThatWasMovedIsNotTheEditors() throws {
    for isMoved in [false, true] {
      let test = try ChangedVault(["a.md": "1\n", "c.md": "other\n"])
      let (vault, note) = try opened(test)
      let editor = try test.vault().editor
      _ = try editor.move(["a"], to: "b.md")
      if isMoved { _ = try editor.move(["c"], to: "a.md") } else { _ = try editor.make(NewNote(title: "a")) }
      let before = try test.tree()
      let result = try vault.editor.finishEditing(note)
      #expect(result.outcome.end == .unchanged && result.loss == (isMoved ? .successor : nil))
      #expect(try test.tree() == before)
      // And where it did save.
      try test.folder.write("mine\n", to: "a.md")
      let saved = try vault.editor.finishEditing(note)
      #expect(try test.tree() == before.merging(["a.md": "mine\n"]) { $1 })
      guard !isMoved else {
        #expect(saved.loss == .successor)
        continue
      }
      #expect(test.notices.contains { $0.contains("the editor saved over the note that is in its place") })
      _ = try test.vault().editor.undo()
      #expect(try test.tree() == before)
    }
  }

  /// Once more after it was moved.
  @Test func whatWasSavedBeforeAndAfterTheMoveIsOneEdit() throws {
    let test = try ChangedVault(["a.md": "1\n2\n3\n"])
    let (vault, note) = try opened(test)
    try test.folder.write("one\n2\n3\n", to: "a.md")
    _ = try test.vault().editor.move(["a"], to: "b.md")
    try test.folder.write("one\n2\nthree\n", to: "a.md")
    let result = try vault.editor.finishEditing(note)
    #expect(try result.path == "b.md" && test.tree() == ["b.md": "one\n2\nthree\n"])
    // Another note may have the old name by then.
    _ = try test.vault().editor.make(NewNote(title: "a"))
    _ = try test.vault().editor.undo(number: result.outcome.sequence)
    #expect(try test.text("b.md") == "1\n2\n3\n" && test.folder.exists("a.md"))
  }

  /// Another note has its name by now, and the editor has saved nothing since.
  @Test func whatWasSavedBeforeAnotherTookTheNameIsInTheHistory() throws {
    let test = try ChangedVault(["a.md": "1\n"])
    let (vault, note) = try opened(test)
    try test.folder.write("mine\n", to: "a.md")
    _ = try test.vault().editor.move(["a"], to: "b.md")
    _ = try test.vault().editor.make(NewNote(title: "a"))
    let other = try test.text("a.md")
    let result = try vault.editor.finishEditing(note)
    #expect(try result.path == "b.md" && test.tree() == ["a.md": other, "b.md": "mine\n"])
    _ = try test.vault().editor.undo()
    #expect(try test.tree() == ["a.md": other, "b.md": "1\n"])
  }

  @Test func theFolderThatAnEditorMadeAnewGoesWithTheNote() throws {
    let test = try ChangedVault(["d/a.md": "1\n"])
    let (vault, note) = try opened(test)
    _ = try test.vault().editor.move(["d/"], to: "e")
    try test.folder.write("two\n", to: "d/a.md")
    _ = try vault.editor.finishEditing(note)
    #expect(try test.tree() == ["e": "(folder)", "e/a.md": "two\n"])
    for _ in 0..<2 { _ = try test.vault().editor.undo() }
    #expect(try test.tree() == ["d": "(folder)", "d/a.md": "1\n"])
  }

  @Test func aMovedNoteThatIsNoTextAnyMoreStays() throws {
    let test = try ChangedVault(["a.md": "1\n"])
    let result = try edit(test, "mine\n") { vault in
      _ = try vault.editor.move(["a"], to: "b.md")
      try test.folder.write([0x31, 0xFF], to: "b.md")
    }
    #expect(result.path == "a.md" && result.outcome.end == .done)
    #expect(try test.folder.bytes(of: "b.md") == [0x31, 0xFF] && test.text("a.md") == "mine\n")
  }

  /// Saved before it was moved, and not since.
  @Test func whatWasSavedBeforeTheMoveIsInTheHistory() throws {
    let test = try ChangedVault(["a.md": "1\n"])
    let (vault, note) = try opened(test)
    try test.folder.write("1\nmine\n", to: "a.md")
    _ = try test.vault().editor.move(["a"], to: "b.md")
    let result = try vault.editor.finishEditing(note)
    #expect(result.path == "b.md" && result.loss == nil)
    #expect(try test.tree() == ["b.md": "1\nmine\n"])
    _ = try test.vault().editor.undo()
    #expect(try test.tree() == ["b.md": "1\n"])
  }

  @Test(
    arguments: [
      ("---\nk: v\n---\n1\n", "", .text), ("---\nk: v\n---\n1\n", "1\n", .frontMatter),
    ] as [(String, String, EditedNote.Loss)])
  func whatMayBeGoneByMistakeOfANoteThatWasMoved(
    _ original: String, _ edited: String, _ loss: EditedNote.Loss
  ) throws {
    let test = try ChangedVault(["a.md": original])
    let result = try edit(test, edited) { _ = try $0.editor.move(["a"], to: "b.md") }
    #expect(result.loss == loss)
    let sequence = try #require(result.outcome.sequence)
    _ = try test.vault().editor.takeBack(sequence, titled: "undo: edit a.md")
    #expect(try test.tree() == ["b.md": original])
  }

  /// It is in the trash, where nothing is edited.
  @Test func aNoteThatOthersDeletedIsSavedAnew() throws {
    let test = try ChangedVault(["a.md": "1\n"])
    let result = try edit(test, "mine\n") { _ = try $0.editor.delete(named: ["a"]) }
    #expect(result.path == "a.md" && result.loss == nil)
    #expect(try test.text("a.md") == "mine\n")
    #expect(test.notices.contains { $0.hasPrefix("a.md: was deleted meanwhile, and the editor saved it anew") })
    _ = try test.vault().editor.undo()
    #expect(!test.folder.exists("a.md"))
    _ = try test.vault().editor.undo()
    #expect(try test.text("a.md") == "1\n")
  }

  @Test func aNoteThatOthersTookAwayIsNotTheEditorsDoing() throws {
    let test = try ChangedVault(["a.md": "1\n"])
    let (vault, note) = try opened(test)
    _ = try test.vault().editor.delete(named: ["a"])
    let result = try vault.editor.finishEditing(note)
    #expect(result.loss == .place && result.outcome.end == .unchanged)
    #expect(try test.vault().read { try $0.history() }.count == 1)
  }

  // MARK: What is gone

  @Test(
    arguments: [
      ("a\n", "", .text), ("a\n", " \r\n\t\n", .text), ("---\nk: v\n---\n", "", .text),
      ("\u{FEFF}a", "\u{FEFF}\n", .text),
      ("a\n", "\0\0\0", .text), ("---\nk: v\n---\na\n", "a\n", .frontMatter),
      ("---\nk: v\n---\na\n", "---\n---\na", .frontMatter),
      ("+++\nk = 1\n+++\na\n", "a\n", .frontMatter), ("a\n", nil, .file),
      // What people do.
      ("", "", nil), ("\n", "", nil), ("---\n---\na\n", "a\n", nil), ("---\nk: v\n---\na\n", "---\nk: v\n---\n", nil),
      ("---\nk: v\nl: w\n---\na\n", "---\nk: v\n---\n", nil), ("a\nb\n", "b\n", nil),
    ] as [(String, String?, EditedNote.Loss?)])
  func whatMayBeGoneByMistake(_ original: String, _ edited: String?, _ loss: EditedNote.Loss?) throws {
    let test = try ChangedVault([".vault/config.yaml": "timestamps: always\n", "a.md": original])
    let result = try edit(test, edited)
    #expect(result.loss == loss)
    guard loss != nil else { return }
    // Nothing is written into it but what the editor left.
    if let edited { #expect(try test.text("a.md") == edited) }
    let sequence = try #require(result.outcome.sequence)
    let undone = try test.vault().editor.takeBack(sequence, titled: "undo: edit a.md")
    #expect(try test.text("a.md") == original)
    _ = try test.vault().editor.takeBack(#require(undone.sequence), titled: "redo: edit a.md")
    #expect(try test.tree()["a.md"] == edited)
    _ = try test.vault().editor.undo()
    #expect(try test.text("a.md") == original)
  }

  @Test func whatIsNoTextAnyMoreStays() throws {
    let test = try ChangedVault(["a.md": "---\nupdated: 2020-01-01\n---\n1\n"])
    let (vault, note) = try opened(test)
    try test.folder.write(note.text + [0xFF], to: "a.md")
    let result = try vault.editor.finishEditing(note)
    #expect(result.problem?.cause == .notUTF8)
    #expect(try test.folder.bytes(of: "a.md") == note.text + [0xFF])
    _ = try test.vault().editor.undo()
    #expect(try test.folder.bytes(of: "a.md") == note.text)
  }

  // MARK: Before

  @Test func whatIsNoTextIsNotOpened() throws {
    let test = try ChangedVault()
    try test.folder.write([0x61, 0xFF], to: "a.md")
    expectChangeError("a.md", .notUTF8) { try test.vault().read { try $0.noteToEdit("a") } }
  }

  @Test func aLinkOutIsNotOpenedAndOneInsideIsTheFile() throws {
    let elsewhere = try TemporaryFolder()
    try elsewhere.write("there", to: "there.md")
    let test = try ChangedVault(["dir/b.md": "b"])
    try test.folder.link("a.md", to: "dir/b.md")
    try test.folder.link("out.md", to: elsewhere.absolute("there.md"))
    let note = try test.vault().read { try $0.noteToEdit("a.md") }
    #expect(note.file == "dir/b.md" && note.text == bytes("b"))
    #expect(throws: (any Error).self) { try test.vault().read { try $0.noteToEdit("out.md") } }
  }

  // MARK: Interrupted

  /// The entry has its place in the history, and what it was carried out by is still there.
  @Test func whatIsInTheHistoryIsNotTakenBack() throws {
    let test = try ChangedVault(["a.md": "3\n"])
    try test.folder.makeFolder(".vault/journal")
    func entry(_ steps: [ChangeStep]) -> JournalEntry {
      JournalEntry(
        head: .init(sequence: 1, id: "ab", time: 1_700_000_000_000, title: "edit a.md", undoes: nil, steps: []),
        steps: steps, inPlace: { _ in false })
    }
    let carriedOut = entry([.write("a.md", before: bytes("2\n"), after: bytes("3\n"))])
    let journal = try test.journal()
    try journal.begin(carriedOut)
    let pending = try test.folder.bytes(of: Journal.pendingPath)
    try journal.finish(carriedOut, as: entry([.write("a.md", before: bytes("1\n"), after: bytes("3\n"))]))
    #expect(!test.folder.exists(Journal.pendingPath))
    try test.folder.write(pending, to: Journal.pendingPath)
    try test.vault().recoverIfNeeded()
    #expect(try test.text("a.md") == "3\n")
    #expect(try test.leftovers().isEmpty && test.notices.isEmpty)
    _ = try test.vault().editor.undo()
    #expect(try test.text("a.md") == "1\n")
  }
}
