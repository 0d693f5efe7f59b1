import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Today is 2026-09-21.
struct TaskStatusTests {
  private func done(_ text: String, _ names: [String], files: [String: String] = [:]) throws -> String? {
    let test = try ChangedVault(["a.md": text].merging(files) { $1 })
    let changed = try test.differences { try $0.editor.completeTasks(names, $1).change }
    #expect(changed.keys.allSatisfy { $0 == "a.md" })
    return changed["a.md"] ?? nil
  }

  private func handle(_ test: ChangedVault, _ path: String, _ line: Int) throws -> String {
    try #require(try test.vault().read { reader in try reader.taskNote(NotePath(path)) }.task(inLine: line)).item.handle
  }

  @Test func oneLineChanges() throws {
    #expect(try done("# A\r\n- [ ] x\r\n- [ ] y", ["a:3"]) == "# A\r\n- [ ] x\r\n- [x] y ✅ 2026-09-21")
    #expect(try done("> - [ ] x\n>   - [ ] y\n", ["a.md:1"]) == "> - [x] x ✅ 2026-09-21\n>   - [ ] y\n")
    #expect(try done("- [x] y\n", ["a:1"]) == nil)
  }

  @Test func theNextOccurrenceStandsAbove() throws {
    #expect(
      try done("- [ ] x 🔁 every day 📅 2026-09-20 🆔 q ^b\n", ["q"])
        == "- [ ] x 🔁 every day 📅 2026-09-21\n- [x] x 🔁 every day 📅 2026-09-20 🆔 q ✅ 2026-09-21 ^b\n")
  }

  /// One task by a handle, the beginning of it, an id and its place.
  @Test func namesOfOneTaskCountOnce() throws {
    let text = "- [ ] x 🔁 every day 📅 2026-09-20 🆔 one\n- [ ] y\n"
    let test = try ChangedVault(["a.md": text])
    let handle = try handle(test, "a.md", 1)
    let outcome = try test.vault().editor.completeTasks([
      handle, "a:1", "one", String(handle.prefix(6)), handle.uppercased(), "a.md:1",
    ])
    #expect(outcome.tasks.map(\.state) == [.updated, .created])
    #expect(try test.text("a.md").split(separator: "\n").count == 3)
  }

  @Test func severalNotesAreOneChange() throws {
    let test = try ChangedVault(["a.md": "- [ ] x\n", "b.md": "- [ ] x\n- [ ] z\n"])
    let changed = try test.differences { try $0.editor.completeTasks(["b:2", "a:1", "b:1"], $1).change }
    #expect(
      changed == [
        "a.md": "- [x] x ✅ 2026-09-21\n", "b.md": "- [x] x ✅ 2026-09-21\n- [x] z ✅ 2026-09-21\n",
      ])
    // All or none.
    let before = try test.tree()
    #expect(throws: TaskNameError.self) { try test.vault().editor.reopenTasks(["a:1", "b:9"]) }
    #expect(try test.tree() == before)
  }

  @Test func aParentAndItsChildEachGetDone() throws {
    #expect(
      try done("- [ ] p\n  - [ ] c\n", ["a:1", "a:2"]) == "- [x] p ✅ 2026-09-21\n  - [x] c ✅ 2026-09-21\n")
  }

  @Test func plainCheckboxesAreOnlyToggled() throws {
    let files = [".vault/config.yaml": "tasks:\n  filter: '#task'\n"]
    let text = "- [ ] plain 📅 2026-01-01 🔁 every day\n- [ ] #task real\n"
    #expect(
      try done(text, ["a:1"], files: files) == "- [x] plain 📅 2026-01-01 🔁 every day\n- [ ] #task real\n")
    let test = try ChangedVault(["a.md": text].merging(files) { $1 })
    #expect(throws: TaskRefusal.self) {
      var fields = TaskFieldChange()
      fields.set(.due, CivilDate(year: 2026, month: 1, day: 1))
      _ = try test.vault().editor.editTasks(["a:1"], fields)
    }
  }

  @Test(
    arguments: [
      ("ab", "too short"), ("zzzzzz", "no task"), ("a:9", "no such line"), ("a:2", "but text"), ("a:4", "code block"),
      ("nowhere:1", "no note"), ("", "no task"), ("u", "no task"), ("-", "no task"),
    ])
  func whatNamesNoTaskIsRefused(_ name: String, _ cause: String) throws {
    let test = try ChangedVault(["a.md": "- [ ] x\ntext\n```\n- [ ] code\n```\n"])
    let before = try test.tree()
    let error = #expect(throws: (any Error).self) { try test.vault().editor.completeTasks([name]) }
    #expect("\(try #require(error))".contains(cause), "\(String(describing: error))")
    #expect(try test.tree() == before)
  }

  @Test func anAmbiguousBeginningListsAll() throws {
    // Thirty-three thousand beginnings of three characters are shared by some of so many.
    let test = try ChangedVault(["a.md": (0..<1_500).map { "- [ ] task \($0)\n" }.joined()])
    let handles = try test.vault().read { reader in try reader.taskNote("a.md") }.tasks.map(\.item.handle)
    let groups = Dictionary(grouping: handles) { $0.prefix(3) }
    let shared = try #require(groups.values.first { $0.count > 1 })
    let error = #expect(throws: TaskNameError.self) {
      try test.vault().editor.completeTasks([String(shared[0].prefix(3))])
    }
    for handle in shared { #expect("\(try #require(error))".contains(handle)) }
  }

  @Test func hardLinkedNotesChangeOnce() throws {
    let test = try ChangedVault(["a.md": "- [ ] x 🔁 every day 📅 2026-09-20\n"])
    try test.folder.hardLink("b.md", to: "a.md")
    let expected = "- [ ] x 🔁 every day 📅 2026-09-21\n- [x] x 🔁 every day 📅 2026-09-20 ✅ 2026-09-21\n"
    _ = try test.vault().editor.completeTasks(["a:1", "b:1"])
    #expect(try test.text("a.md") == expected && test.text("b.md") == expected)
  }

  @Test func symbolicLinksStay() throws {
    let test = try ChangedVault(["data/real.txt": "- [ ] x\n", "c.md": ""])
    try test.folder.link("l.md", to: "data/real.txt")
    _ = try test.vault().editor.completeTasks(["l:1"])
    #expect(try test.text("data/real.txt") == "- [x] x ✅ 2026-09-21\n")
    #expect(try test.folder.bytes(of: "l.md") == test.folder.bytes(of: "data/real.txt"))
  }

  @Test func notesThatAreNoTextAreRefused() throws {
    let test = try ChangedVault()
    try test.folder.write(Array("- [ ] x ".utf8) + [0xFF, 0x0A], to: "a.md")
    let error = #expect(throws: ChangeError.self) { try test.vault().editor.completeTasks(["a:1"]) }
    #expect(error?.path == "a.md")
  }

  // MARK: Between the look and the change

  /// Runs a change whose note is changed between its being asked for and its being made: the first thing that it asks.
  private func racing(
    _ text: String, _ line: Int, _ meanwhile: String?, configuration: String = ""
  ) throws -> (TaskChangedError?, String?) {
    let test = try ChangedVault(["a.md": text, ".vault/config.yaml": configuration])
    let vault = try test.vault()
    let lookup = try vault.read { try $0.lookUp(tasks: ["a:\(line)"]) }
    if let meanwhile { try test.folder.write(meanwhile, to: "a.md") } else { try test.folder.remove("a.md") }
    do {
      let note = try vault.read { reader in try reader.taskNote("a.md") }
      return (nil, try lookup.named[0].current(in: note).item.raw)
    } catch let error as TaskChangedError {
      return (error, nil)
    }
  }

  @Test func aTaskThatMovedMeanwhileIsFollowed() throws {
    #expect(try racing("- [ ] x\n", 1, "new\n\n- [ ] other\n- [ ] x\n").1 == "- [ ] x")
  }

  @Test func aTaskThatChangedMeanwhileIsRefusedWithWhatIsThere() throws {
    let (error, _) = try racing("- [ ] x\n", 1, "- [ ] y\n")
    #expect("\(try #require(error))".contains("\"- [ ] y\""))
    #expect(error?.was.raw == "- [ ] x")
    #expect(throws: ChangeError.self) { try racing("- [ ] x\n", 1, nil) }
  }

  @Test func aPlainBoxIsKnownByItsText() throws {
    let configuration = "tasks:\n  filter: '#task'\n"
    #expect(try racing("- [ ] x\n", 1, "- [ ] x\nnew\n", configuration: configuration).1 == "- [ ] x")
    #expect(try racing("- [ ] x\n", 1, "- [ ] y\n", configuration: configuration).0?.found == "- [ ] y")
    #expect(try racing("- [ ] x\n", 1, "- [ ] #task x\n", configuration: configuration).0 != nil)
  }

  /// Another process completed it, and put in the next occurrence, above or below.
  @Test(arguments: [
    "- [x] x 🔁 every day 📅 2026-09-20 ✅ 2026-09-21\n- [ ] x 🔁 every day 📅 2026-09-21\n",
    "- [ ] x 🔁 every day 📅 2026-09-21\n- [x] x 🔁 every day 📅 2026-09-20 ✅ 2026-09-21\n",
  ])
  func theNextOccurrenceIsNotTakenForTheTask(_ meanwhile: String) throws {
    #expect(
      try racing("- [ ] x 🔁 every day 📅 2026-09-20\n", 1, meanwhile).1
        == "- [x] x 🔁 every day 📅 2026-09-20 ✅ 2026-09-21")
  }

  @Test func twoAlikeThatChangedPlacesAreToldApart() throws {
    let (first, second) = ("- [ ] x 📅 2026-10-01\n", "- [ ] x 📅 2026-10-02\n")
    #expect(try racing(first + second, 1, second + first).1 == "- [ ] x 📅 2026-10-01")
    #expect(try racing(first + second, 1, second).0?.was.line == 1)
  }

  @Test func namesThatAreEqualOnlyForReadersAreTwo() throws {
    let test = try ChangedVault(["\u{E9}.md": "- [ ] x\n"])
    try test.folder.write("- [ ] y\n", to: "e\u{301}.md")
    let outcome = try test.vault().editor.completeTasks(["\u{E9}.md:1", "e\u{301}.md:1"])
    #expect(outcome.tasks.map(\.view.task.description) == ["x", "y"])
  }
}
