import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Lines come back byte for byte from the history.
@Suite struct TaskHistoryTests {
  /// Whitespace and marks that reopening by itself would not write.
  private static let text = "- [/] a   📅 2026-01-01\n- [!] b ✅ 2020-01-01\n- [>] c\n"

  @Test func eachLineComesBackFromTheChangeThatMadeIt() throws {
    let test = try ChangedVault(["a.md": Self.text])
    for line in [2, 1, 3] { _ = try test.vault().editor.completeTasks(["a.md:\(line)"]) }
    let completed = try test.text("a.md")
    #expect(completed.split(separator: "\n").allSatisfy { $0.hasPrefix("- [x]") })
    // Changes of other kinds come between.
    _ = try test.vault().editor.addTask(NewTask(description: "d"), to: "a", under: nil)
    _ = try test.vault().editor.reopenTasks(["a.md:1", "a.md:2", "a.md:3"])
    #expect(try test.text("a.md") == Self.text + "- [ ] d\n")
    #expect(test.notices.isEmpty)
  }

  @Test func allOfOneChangeComeBackAtOnce() throws {
    let text = (0..<300).map { "- [\($0 % 2 == 0 ? "/" : " ")] task \($0 % 7)\($0 % 5 == 0 ? "  " : "")\n" }.joined()
    let test = try ChangedVault(["a.md": text])
    let names = (1...300).map { "a.md:\($0)" }
    _ = try test.vault().editor.completeTasks(names)
    _ = try test.vault().editor.reopenTasks(names)
    #expect(try test.text("a.md") == text)
  }

  @Test func eachOfSeveralAlikeComesBackAsItWas() throws {
    for (text, done) in [
      ("* [ ] Call\n\nx\n\n- [ ] Call\n- [ ] Call 🏁 delete\n", [1, 5, 6]),
      ("- [/] Call\n- [ ] Call\n- [ ] Call 🏁 delete\n", [1, 2, 3]),
      ("- [/] Water\n- [ ] Water\n- [ ] Water 🔁 every day 📅 2026-03-01\n", [1, 3]),
      ("- [ ] Water\n- [/] Water\n- [!] Water\n", [3, 1, 2]),
    ] {
      let test = try ChangedVault(["a.md": text])
      _ = try test.vault().editor.completeTasks(done.map { "a.md:\($0)" })
      let lines = try test.text("a.md").split(separator: "\n", omittingEmptySubsequences: false)
      let ended = lines.indices.filter { lines[$0].contains("✅") }
      for line in ended.reversed() { _ = try test.vault().editor.reopenTasks(["a.md:\(line + 1)"]) }
      #expect(try test.text("a.md") == text.replacing("- [ ] Call 🏁 delete\n", with: ""))
    }
  }

  /// Others remove old entries meanwhile: what these held is known no more, and all else is.
  @Test func entriesMayGoWhileTheyAreRead() throws {
    let test = try ChangedVault(["a.md": "- [ ] a 🏁 delete\n- [/] b\n"])
    // The first one goes.
    for _ in 0..<2 { _ = try test.vault().editor.completeTasks(["a.md:1"]) }
    func remove(_ sequence: Int) throws { try test.folder.remove(Journal.path(sequence).text) }
    // What is read below is read once.
    _ = try test.vault().read { try $0.tasks(Query(), scope: .all) }
    var reads = 0
    try test.vault().read { reader throws in
      let note = try reader.taskNote("a.md")
      reads += 1
      let deleted = try DeletedTasks(reader)
      try remove(1)
      #expect(try deleted.latest("a") { $0.task.item.description == "a" } == nil)
      let journal = try #require(try reader.vault.journal())
      let history = try TaskHistory(of: "a.md", in: journal, options: reader.parsingOptions) { Issue.record("\($0)") }
      try remove(2)
      #expect(try history.before(note.tasks[0]) == nil)
    }
    #expect(reads == 1)
  }

  /// A move does not make the task done that it brings to one like it.
  @Test func aMoveIsNotTakenForTheCompletion() throws {
    let text = "- [ ] Water 🔁 every day 📅 2026-09-20\n"
    let next = "- [ ] Water 🔁 every day 📅 2026-09-21\n"
    let test = try ChangedVault(["a.md": text, "b.md": text])
    _ = try test.vault().editor.completeTasks(["a.md:1"])
    _ = try test.vault().editor.moveTasks(["a.md:2"], to: "b", under: nil)
    #expect(try test.text("a.md") == next)
    _ = try test.vault().editor.reopenTasks(["b.md:2"])
    #expect(try test.text("b.md") == text + text && test.text("a.md") == next)
    #expect(test.notices.contains { $0.hasPrefix("b.md:2: the next occurrence is not beside the task") })
  }

  @Test func theFirstLineComesBackBehindAMarkOfTheByteOrder() throws {
    let text = "\u{FEFF}- [/] first\n- [/] second\n"
    let test = try ChangedVault(["a.md": text])
    _ = try test.vault().editor.completeTasks(["a.md:1"])
    _ = try test.vault().editor.reopenTasks(["a.md:1"])
    #expect(try test.text("a.md") == text)
  }

  @Test func linesComeBackFromLongAgoAndInARenamedNote() throws {
    let text = (0..<130).map { "- [/] task \($0)\n" }.joined()
    let test = try ChangedVault(["a.md": text])
    for line in 1...130 { _ = try test.vault().editor.completeTasks(["a.md:\(line)"]) }
    _ = try test.vault().editor.move(["a.md"], to: "b.md")
    _ = try test.vault().editor.reopenTasks((1...130).map { "b.md:\($0)" })
    #expect(try test.text("b.md") == text)
  }

  @Test func aTaskThatWasThereBeforeIsNotTakenOut() throws {
    let text = "- [ ] Water 🔁 every day 📅 2026-02-02\n- [ ] Water 🔁 every day 📅 2026-02-01\n"
    let test = try ChangedVault(["a.md": text])
    _ = try test.vault().editor.completeTasks(["a.md:2"], repeats: false)
    _ = try test.vault().editor.reopenTasks(["a.md:2"])
    #expect(try test.text("a.md") == text)
  }

  @Test func aLineThatChangedSinceIsReopenedByItself() throws {
    let test = try ChangedVault(["a.md": "- [/] a\n"])
    _ = try test.vault().editor.completeTasks(["a.md:1"])
    try test.folder.write(test.text("a.md").replacing("✅", with: "⏫ ✅"), to: "a.md")
    _ = try test.vault().editor.reopenTasks(["a.md:1"])
    #expect(try test.text("a.md") == "- [ ] a ⏫\n")
  }

  @Test func anEntryThatCannotBeReadIsTold() throws {
    let test = try ChangedVault(["a.md": "- [/] a\n"])
    _ = try test.vault().editor.completeTasks(["a.md:1"])
    let entry = ".vault/journal/00000001.done"
    // The texts after the head are cut off.
    try test.folder.write(String(test.text(entry).prefix { $0 != "\n" }) + "\n", to: entry)
    _ = try test.vault().editor.reopenTasks(["a.md:1"])
    #expect(try test.text("a.md") == "- [ ] a\n")
    #expect(test.notices.contains { $0.contains("may not come back as it was") })
  }
}
