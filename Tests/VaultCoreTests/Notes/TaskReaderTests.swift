import Testing

@testable import VaultCore

@Suite struct TaskReaderTests {
  private func tasks(_ source: String, _ options: ParsingOptions = ParsingOptions()) -> [TaskItem] {
    ReadNote(source, options: options).note.tasks
  }

  @Test func surroundings() {
    let found = tasks(
      "---\ncategory: work\n---\n# A\n## B\n- [ ] one @home #x\n  - plain\n    1. [x] two\n> # C\n> - [/] three ^id\n\n# D\n- [-] four\n"
    )
    #expect(found.map(\.description) == ["one #x", "two", "three", "four"])
    #expect(found.map(\.line) == [6, 8, 10, 13])
    #expect(found.map(\.heading) == ["B", "B", "B", "D"], "a callout's heading is no task's")
    #expect(found.map(\.category) == ["home", "work", "work", "work"])
    #expect(found.map(\.parent) == [nil, found[0].handle, nil, nil])
    #expect(found.map(\.status.type) == [.todo, .done, .inProgress, .cancelled])
    #expect(found.map(\.tags) == [["x"], [], [], []])
    #expect(found.map(\.blockID) == [nil, nil, "id", nil])
    #expect(found.map(\.raw) == ["- [ ] one @home #x", "    1. [x] two", "> - [/] three ^id", "- [-] four"])
    #expect(tasks("- [ ] x\n").map(\.category) == ["general"])
    #expect(tasks("- [ ] x\n").map(\.heading) == [nil])
  }

  @Test func childrenAreCountedDirectlyAndNonTasksNot() {
    let options = ParsingOptions(
      statuses: StatusRegistry(custom: [StatusDefinition(symbol: "i", name: "Info", type: .nonTask, next: " ")]))
    let found = tasks("- [ ] a\n  - [x] b\n    - [ ] c\n  - [-] d\n  - [ ] e\n  - [i] f\n- [ ] g\n", options)
    #expect(found.map(\.childCount) == [3, 1, 0, 0, 0, 0, 0])
    #expect(found.map(\.childrenDone) == [2, 0, 0, 0, 0, 0, 0])
    #expect(found[5].status.type == .nonTask && found[5].status.name == "Info")
  }

  @Test func handlesTellTheSameTextApart() {
    let found = tasks("- [ ] a\n- [ ] a\n- [x] a 📅 2026-01-01\n- [ ] b\n  - [ ] a\n# H\n- [ ] a\n")
    #expect(Set(found.map(\.handle)).count == 6)
  }

  @Test func handlesStayWhateverLineStatusAndDate() {
    let before = tasks("# H\n- [ ] a 📅 2026-01-01\n  - [ ] b\n- [ ] c 🔁 every day 📅 2026-01-01\n").map(\.handle)
    let after = tasks(
      "text\n\n# H\nmore\n\n* [x] a ⏫ 📅 2026-03-01 ✅ 2026-02-01\n\n    1. [-] b\n"
        + "+ [/] c [repeat:: every week] [due:: 2026-01-01]\n")
    #expect(after.map(\.handle) == before)
    #expect(tasks("# H\n- [ ] a!\n")[0].handle != before[0])
    #expect(tasks("# I\n- [ ] a\n")[0].handle != before[0])
    #expect(ReadNote("# H\n- [ ] a\n", path: "Other.md").note.tasks[0].handle != before[0])
    #expect(tasks("# H\n- [ ] p\n  - [ ] b\n")[1].handle != before[1])
  }

  @Test func aGlobalFilterLeavesPlainCheckboxes() {
    let options = ParsingOptions(taskFilter: "#task")
    let found = tasks("- [ ] a #task\n  - [ ] plain\n    - [x] b #task\n- [ ] c\n", options)
    #expect(found.map(\.description) == ["a #task", "b #task"])
    #expect(found[1].parent == found[0].handle, "a checkbox between them is passed over")
    #expect(found[0].childCount == 1 && found[0].childrenDone == 1)
    #expect(tasks("- [ ] a\n", ParsingOptions(taskFilter: "")).count == 1)
    #expect(tasks("- [ ] a\n", ParsingOptions(taskFilter: "a much longer filter than the line")).isEmpty)
    #expect(tasks("- [ ]\n", ParsingOptions(taskFilter: "#task")).isEmpty)
  }

  @Test func customAndUnknownStatuses() {
    let options = ParsingOptions(
      statuses: StatusRegistry(custom: [
        StatusDefinition(symbol: "w", name: "Waiting", type: .onHold, next: "x"),
        StatusDefinition(symbol: "X", name: "Off", type: .cancelled, next: " "),
      ]))
    let found = tasks("- [w] a\n- [X] b\n- [?] c\n- [é] d\n", options)
    #expect(found.map(\.status.type) == [.onHold, .cancelled, .todo, .todo])
    #expect(found.map(\.status.symbol) == ["w", "X", "?", "é"])
    #expect(found.map(\.status.name) == ["Waiting", "Off", "Unknown", "Unknown"])
  }

  @Test func problemsHaveTheirPlaceInTheFile() {
    let read = ReadNote("---\na: 1\n---\n\n> - [ ] é x 📅 2026-02-30\n")
    #expect(read.note.diagnostics.map(\.location) == [SourceLocation(line: 5, column: 19)])
    #expect(read.codes == ["task-date-impossible"])
    #expect(read.note.tasks[0].due == .impossible)
  }

  @Test func tagsAreListedOnce() {
    #expect(tasks("- [ ] #a #A x #b `#c` [[d#e]] #É #é\n- [ ] #z\n").map(\.tags) == [["a", "b", "É"], ["z"]])
  }
}
