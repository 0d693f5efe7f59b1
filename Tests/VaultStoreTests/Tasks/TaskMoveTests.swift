import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Moving, removing and adding tasks.
struct TaskMoveTests {
  private func differences(
    _ files: [String: String], _ change: (OpenVault, ChangeOptions) throws -> TaskChangeOutcome
  ) throws -> [String: String?] {
    try ChangedVault(files).differences { try change($0, $1).change }
  }

  // MARK: Move

  @Test func aBlockMovesWithAllThatIsNested() throws {
    #expect(
      try differences(["a.md": "- x\n  - [ ] p\n    - [ ] c\n\n      more\n- z\n", "b.md": "# B\n"]) {
        try $0.editor.moveTasks(["a:2"], to: "b", under: nil, $1)
      } == ["a.md": "- x\n- z\n", "b.md": "# B\n- [ ] p\n  - [ ] c\n\n    more\n"])
  }

  @Test func outOfQuotesAndCallouts() throws {
    #expect(
      try differences(["a.md": "> [!todo]\n> - [ ] p\n>   - [ ] c\n> - [ ] q\n", "b.md": ""]) {
        try $0.editor.moveTasks(["a:2"], to: "b", under: nil, $1)
      } == ["a.md": "> [!todo]\n> - [ ] q\n", "b.md": "- [ ] p\n  - [ ] c\n"])
  }

  @Test func withinANote() throws {
    #expect(
      try differences(["a.md": "# A\n- [ ] x\n- [ ] y\n# B\n- [ ] z\n"]) {
        try $0.editor.moveTasks(["a:2"], to: nil, under: "B", $1)
      } == ["a.md": "# A\n- [ ] y\n# B\n- [ ] z\n- [ ] x\n"])
    #expect(
      try differences(["a.md": "- [ ] x\n- [ ] y\n"]) {
        try $0.editor.moveTasks(["a:1"], to: nil, under: SectionChoice("New", creates: true), $1)
      }
        == ["a.md": "- [ ] y\n\n## New\n\n- [ ] x\n"])
  }

  @Test func severalFromSeveralNotesAndAChildWithItsParent() throws {
    #expect(
      try differences(["a.md": "- [ ] x\n  - [ ] y\n", "b.md": "- [ ] z\n", "c.md": "# C\n"]) {
        try $0.editor.moveTasks(["a:2", "b:1", "a:1"], to: "c", under: nil, $1)
      } == ["a.md": "", "b.md": "", "c.md": "# C\n- [ ] x\n  - [ ] y\n- [ ] z\n"])
  }

  @Test func aHeadingInTheBlockIsNoTarget() throws {
    // Gone with the block, it is made anew.
    #expect(
      try differences(["a.md": "- [ ] x\n\n  # H\n\n  text\n- [ ] y\n"]) {
        try $0.editor.moveTasks(["a:1"], to: nil, under: SectionChoice("H", creates: true), $1)
      } == ["a.md": "- [ ] y\n\n## H\n\n- [ ] x\n\n  # H\n\n  text\n"])
  }

  @Test func whatMovedToItsOwnPlaceIsNoChange() throws {
    let test = try ChangedVault(["a.md": "- [ ] x\n- [ ] y\n"])
    #expect(try test.vault().editor.moveTasks(["a:2"], to: nil, under: nil).change.end == .unchanged)
  }

  // MARK: Remove

  @Test func removingTakesTheLine() throws {
    for (text, line, rest) in [
      ("- [ ] x\n- [ ] y", 2, "- [ ] x"), ("- [ ] x\r\n- [ ] y\r\n", 1, "- [ ] y\r\n"), ("- [ ] x", 1, ""),
      ("- [ ] x\r\n- [ ] y", 2, "- [ ] x"), ("# A\n\n- [ ] x\n\ntext\n", 3, "# A\n\n\ntext\n"),
    ] {
      #expect(
        try differences(["a.md": text]) { try $0.editor.removeTasks(["a:\(line)"], nested: false, $1) } == [
          "a.md": rest
        ])
    }
  }

  @Test(arguments: ["\n", "\r\n"]) func theLastLinesGoTogether(_ ending: String) throws {
    for count in 1...3 {
      let text = (["# A"] + (1...3).map { "- [ ] \($0)" }).joined(separator: ending)
      let rest = (["# A"] + (1...3).dropLast(count).map { "- [ ] \($0)" }).joined(separator: ending)
      let names = (0..<count).map { "a:\(4 - $0)" }
      #expect(try differences(["a.md": text]) { try $0.editor.removeTasks(names, nested: false, $1) } == ["a.md": rest])
      #expect(
        try differences(["a.md": text, "b.md": ""]) {
          try $0.editor.moveTasks(names.reversed(), to: "b", under: nil, $1)
        }[
          "a.md"]
          == rest)
    }
  }

  @Test func nestedLinesGoOnlyWhenTold() throws {
    let files = ["a.md": "- [ ] x\n  - [ ] y\n  text\n- [ ] z\n"]
    let test = try ChangedVault(files)
    #expect(throws: TaskRefusal.self) { try test.vault().editor.removeTasks(["a:1"], nested: false) }
    #expect(try test.text("a.md") == files["a.md"])
    for names in [["a:1"], ["a:1", "a:2"], ["a:2", "a:1"]] {
      #expect(
        try differences(files) { try $0.editor.removeTasks(names, nested: true, $1) } == ["a.md": "- [ ] z\n"])
    }
  }

  // MARK: Add

  @Test func addingPutsOneLine() throws {
    var task = NewTask(description: "buy milk")
    task.dates[day: .due] = CivilDate(year: 2026, month: 10, day: 1)
    #expect(
      try differences(["a.md": "# A\r\ntext\r\n## B\r\nb\r\n"]) { try $0.editor.addTask(task, to: "a", under: "A", $1) }
        == ["a.md": "# A\r\ntext\r\n## B\r\nb\r\n\r\n- [ ] buy milk 📅 2026-10-01\r\n"])
    #expect(
      try differences([:]) { try $0.editor.addTask(task, to: nil, under: nil, $1) }.values.contains(
        "- [ ] buy milk 📅 2026-10-01\n"))
  }

  @Test(
    arguments: [
      ("x 📅 2026-01-01", true), ("x [due:: 2026-01-01]", true), ("x ^block", false), ("", false), ("a\nb", true),
      ("x `", false), ("x ⏫", true), ("x ⏫ y", true), ("x due:2026-01-01", true),
    ])
  func whatWouldBeReadOtherwiseIsRefused(_ description: String, _ isRefused: Bool) throws {
    let test = try ChangedVault(["a.md": "# A\n"])
    var task = NewTask(description: description)
    task.dates[day: .due] = CivilDate(year: 2026, month: 10, day: 1)
    if isRefused {
      #expect(throws: NewTaskError.misread(description)) { try test.vault().editor.addTask(task, to: "a", under: nil) }
      #expect(try test.text("a.md") == "# A\n")
    } else {
      let added = try test.vault().editor.addTask(task, to: "a", under: nil).tasks.map(\.view.task)
      #expect(added.map(\.description) == [description])
      #expect(added.map(\.dates) == [task.dates])
    }
  }
}
