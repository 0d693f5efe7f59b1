import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

struct UndoTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private func write(_ text: String, to path: String, _ vault: OpenVault) throws {
    _ = try vault.editor.change("write") { try $0.replace(NotePath(path), with: bytes(text)) }
  }

  @Test func othersChangesInOtherLinesStay() throws {
    let test = try ChangedVault(["a.md": "1\n2\n3\n4\n5\n"])
    try write("1\n2\n3\n4\nfive\n", to: "a.md", test.vault())
    try test.folder.write("one\n2\n3\n4\nfive\n", to: "a.md")
    _ = try test.vault().editor.undo()
    #expect(try test.text("a.md") == "one\n2\n3\n4\n5\n")
  }

  @Test func othersChangesInTheSameLinesAreNotUndone() throws {
    let test = try ChangedVault(["a.md": "1\n2\n"])
    try write("1\ntwo\n", to: "a.md", test.vault())
    try test.folder.write("1\nTWO\n", to: "a.md")
    #expect(throws: UndoConflictError.self) { try test.vault().editor.undo() }
    #expect(try test.text("a.md") == "1\nTWO\n")
  }

  /// What comes back would stand beside what a person has written since, and neither could be read.
  @Test func noPropertyIsThereTwiceAfterwards() throws {
    let old = "---\na: 1\nb: 2\nsummary: old\n---\n"
    let test = try ChangedVault(["a.md": old])
    try write("---\na: 1\nb: 2\n---\n", to: "a.md", test.vault())
    let mine = "---\nsummary: mine\na: 1\nb: 2\n---\n"
    try test.folder.write(mine, to: "a.md")
    #expect(throws: UndoConflictError.self) { try test.vault().editor.undo() }
    #expect(try test.text("a.md") == mine)
    // Beside other properties it comes back.
    try test.folder.write("---\nother: mine\na: 1\nb: 2\n---\n", to: "a.md")
    _ = try test.vault().editor.undo()
    #expect(try test.text("a.md") == "---\nother: mine\na: 1\nb: 2\nsummary: old\n---\n")
  }

  @Test func whatOthersChangedCanBeLeftAlone() throws {
    let test = try ChangedVault(["a.md": "1\n2\n", "b.md": "b\n"])
    let vault = try test.vault()
    _ = try vault.editor.change("both") { plan in
      try plan.replace("a.md", with: bytes("1\ntwo\n"))
      try plan.replace("b.md", with: bytes("B\n"))
      try plan.create("c.md", bytes("c\n"))
    }
    try test.folder.write("1\nTWO\n", to: "a.md")
    try test.folder.write("c and more\n", to: "c.md")
    let before = try test.tree()
    #expect(throws: UndoConflictError.self) { try vault.editor.undo() }
    #expect(try test.tree() == before)
    _ = try vault.editor.undo(keepingChanged: true)
    #expect(try test.tree() == ["a.md": "1\nTWO\n", "b.md": "b\n", "c.md": "c and more\n"])
    #expect(throws: NothingToUndoError.self) { try vault.editor.undo() }
    _ = try vault.editor.undo(redo: true)
    #expect(try test.text("b.md") == "B\n")
  }

  @Test func aFileComesBackWithTheModeThatItHad() throws {
    let test = try ChangedVault()
    let vault = try test.vault()
    _ = try vault.editor.change("new") { try $0.create("n.md", bytes("n")) }
    try test.folder.setMode(0o600, of: "n.md")
    _ = try vault.editor.undo()
    #expect(try test.tree() == [:])
    _ = try vault.editor.undo(redo: true)
    let attributes = try FileManager.default.attributesOfItem(atPath: test.folder.absolute("n.md"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  /// `é` may be written in two ways, and both may be there.
  @Test func foldersAreToldApartByTheirBytes() throws {
    let test = try ChangedVault(["\u{E9}/x.md": "composed"])
    try test.folder.write("decomposed", to: "e\u{301}/x.md")
    let vault = try test.vault()
    _ = try vault.editor.move(["\u{E9}/"], to: "z/")
    #expect(try test.text("z/\u{E9}/x.md") == "composed")
    #expect(try test.text("e\u{301}/x.md") == "decomposed")
    _ = try vault.editor.undo()
    #expect(try test.text("\u{E9}/x.md") == "composed")
    #expect(try test.text("e\u{301}/x.md") == "decomposed")
  }

  @Test func undoneCanBeDoneAgain() throws {
    let test = try ChangedVault(["a.md": "0"])
    for text in ["1", "2", "3"] { try write(text, to: "a.md", test.vault()) }
    for _ in 0..<2 { _ = try test.vault().editor.undo() }
    #expect(try test.text("a.md") == "1")
    #expect(try test.vault().read { try $0.history() }.map(\.isUndone) == [false, false, true, true, false])
    _ = try test.vault().editor.undo(redo: true)
    #expect(try test.text("a.md") == "2")
    _ = try test.vault().editor.undo(redo: true)
    #expect(try test.text("a.md") == "3")
    #expect(throws: NothingToUndoError.self) { try test.vault().editor.undo(redo: true) }
    for _ in 0..<3 { _ = try test.vault().editor.undo() }
    #expect(try test.text("a.md") == "0")
    #expect(throws: NothingToUndoError.self) { try test.vault().editor.undo() }
  }

  @Test(arguments: [Int64.max, .min, -62_135_596_800_001, 253_402_300_800_000])
  func anImpossibleTimeInTheJournalIsDamage(_ time: Int64) throws {
    let test = try ChangedVault(["a.md": "a"])
    let vault = try test.vault()
    _ = try vault.editor.set("k", to: .text("v"), in: ["a"])
    let path = ".vault/journal/00000001.done"
    let entry = try test.text(path).replacing("\"time\":1790000000000", with: "\"time\":\(time)")
    #expect(entry.contains("\(time)"))
    try test.folder.write(entry, to: path)
    #expect(try vault.read { try $0.history() }.isEmpty)
    #expect(test.notices.contains { $0.hasPrefix(path) })
  }

  @Test func deletedComesBack() throws {
    let test = try ChangedVault(["a/b.md": "b", "c.md": "c"])
    let vault = try test.vault()
    _ = try vault.editor.delete(named: ["a/b.md", "c.md"])
    #expect(try test.tree() == ["a": "(folder)"])
    #expect(try vault.read { try $0.trash() }.map(\.path.text) == ["a/b.md", "c.md"])
    _ = try vault.editor.undo()
    #expect(try test.tree() == ["a": "(folder)", "a/b.md": "b", "c.md": "c"])
    #expect(try vault.read { try $0.trash() }.isEmpty)
  }

  @Test func whatIsInTheTrashGoesBackOrForGood() throws {
    let test = try ChangedVault(["a/b.md": "b", "a/c.md": "c", "d.md": "d"])
    let vault = try test.vault()
    _ = try vault.editor.delete(named: ["a"])
    _ = try vault.editor.delete(named: ["d.md"])
    _ = try vault.editor.restore(["b"])
    #expect(try test.tree() == ["a": "(folder)", "a/b.md": "b"])
    #expect(throws: TrashNameError.self) { try vault.editor.restore(["b"]) }
    try test.folder.write("other", to: "d.md")
    #expect(throws: ChangeError.self) { try vault.editor.restore(["d.md"]) }
    #expect(try vault.editor.emptyTrash(vault.read { try $0.trash() }).map(\.path.text).sorted() == ["a/c.md", "d.md"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: test.folder.absolute(".vault/trash")).isEmpty)
    #expect(try test.text("d.md") == "other")
  }

  /// Any history, undone step by step, leaves the folder as it was at the beginning.
  @Test(arguments: 1...8) func randomHistoriesAreUndone(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let test = try ChangedVault([
      "a.md": "---\ntags: [x]\n---\na\n", "b.md": "b\r\n", "one/c.md": "c", "one/two/d.md": "", "e.txt": "e",
    ])
    let start = try test.tree()
    let vault = try test.vault()
    var done = 0
    for _ in 0..<(ProcessInfo.processInfo.environment["VAULT_SOAK"] == nil ? 20 : 1_000) {
      let count = random.below(3) + 1
      do {
        let outcome = try vault.editor.change("random") { plan in
          for _ in 0..<count { try randomStep(plan, test, &random) }
        }
        if outcome.end == .done { done += 1 }
      } catch is ChangeError {
        // A name that is taken: nothing has changed.
      }
      #expect(try test.leftovers().isEmpty)
    }
    #expect(done > 5)
    let end = try test.tree()
    for _ in 0..<done { _ = try vault.editor.undo() }
    #expect(try test.tree() == start)
    for _ in 0..<done { _ = try vault.editor.undo(redo: true) }
    #expect(try test.tree() == end)
    for _ in 0..<done { _ = try vault.editor.undo() }
    #expect(try test.tree() == start)
    #expect(try test.leftovers().isEmpty)
  }

  private func randomStep(_ plan: ChangePlan, _ test: ChangedVault, _ random: inout SeededGenerator) throws {
    let tree = try test.tree()
    let files = tree.keys.filter { tree[$0] != "(folder)" }.sorted()
    let folders = tree.keys.filter { tree[$0] == "(folder)" }.sorted()
    let name = "\(random.pick(["n", "m", "o"]))\(random.below(8)).md"
    let place = random.pick([name, "one/" + name, "new/\(name)", "x/y/" + name])
    switch random.below(6) {
    case 0, 1:
      guard !files.isEmpty else { return }
      let path = NotePath(random.pick(files))
      try plan.replace(path, with: plan.text(path) + bytes(random.pick(["\n", "more\n", "\r\nx", "é"])))
    case 2: try plan.create(NotePath(place), bytes("made \(random.below(100))"))
    case 3 where !files.isEmpty: try plan.move(NotePath(random.pick(files)), to: NotePath(place))
    case 4 where !folders.isEmpty: try plan.move(NotePath(random.pick(folders)), to: NotePath("f\(random.below(9))"))
    case 5 where !files.isEmpty:
      let path = NotePath(random.pick(files))
      let id = "\(random.below(90_000_000) + 10_000_000)"
      let folder = try Trash.folder(stamp: "20260101T000000Z", id: id, nil, home: plan.tree.root)
      try plan.move(path, to: folder.appending(path.bytes), checkingName: false)
    default: return
    }
  }
}
