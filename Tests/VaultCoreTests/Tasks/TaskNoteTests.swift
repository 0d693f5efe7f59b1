import Testing

@testable import VaultCore

@Suite struct TaskNoteTests {
  private func note(_ text: String, _ options: ParsingOptions = ParsingOptions()) -> TaskNote {
    TaskNote(Array(text.utf8), path: NotePath("a.md"), options: options)
  }

  @Test func placesAreThoseOfTheFile() {
    let text = "\u{FEFF}---\nx: 1\n---\r\n> - [ü]\t a 📅 2026-01-01\r\n>   more\r\n>\r\n> text\r\n"
    let found = note(text)
    let task = found.tasks[0]
    let bytes = Array(text.utf8)
    func string(_ range: SourceRange) -> String { String(decoding: bytes[range], as: UTF8.self) }
    #expect(string(task.content) == "> - [ü]\t a 📅 2026-01-01")
    #expect(string(task.line) == "> - [ü]\t a 📅 2026-01-01\r\n")
    #expect(string(task.symbol) == "ü")
    #expect(string(task.textStart..<task.content.upperBound) == "a 📅 2026-01-01")
    #expect(string(task.block) == "> - [ü]\t a 📅 2026-01-01\r\n>   more\r\n")
    #expect(found.task(inLine: 4)?.item.description == "a" && found.task(inLine: 5) == nil)
    #expect(found.text(ofLine: 5) == ">   more" && found.text(ofLine: 99) == nil)
  }

  @Test func blocksEndBeforeBlankLines() {
    let found = note("- [ ] a\n  - [ ] b\n\n    deep\n\n\n- [ ] c\n\n```\n- [ ] no\n```\n")
    #expect(found.tasks.map(\.item.description) == ["a", "b", "c"])
    #expect(found.tasks.map { $0.block.count } == [28, 20, 8])
    #expect(found.tasks.map(\.hasMore) == [true, true, false])
    #expect(found.kind(ofLine: 10) == .code(language: nil))
  }

  @Test func tasksOfTheSameWordsHaveHandlesOfTheirOwn() {
    let nested = note("- [ ] p\n  - [ ] c\n- [ ] p\n  - [ ] c\n")
    #expect(Set(nested.tasks.map(\.item.handle)).count == 4)
    #expect(nested.tasks[3].item.parent == nested.tasks[2].item.handle)
  }

  @Test func boxesOutsideOfTheFilterAreNoTasks() {
    let found = note("- [ ] a\n- [ ] b #task\n", ParsingOptions(taskFilter: "#task"))
    #expect(found.tasks.map(\.isTask) == [false, true])
    #expect(found.task(handle: "") == nil)
  }
}
