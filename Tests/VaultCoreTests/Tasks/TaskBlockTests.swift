import Testing

@testable import VaultCore

@Suite struct TaskBlockTests {
  private func block(_ text: String, task index: Int = 0) -> String? {
    let note = TaskNote(Array(text.utf8), path: NotePath("a.md"), options: ParsingOptions())
    return note.unindentedBlock(of: note.tasks[index]).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    ("- [ ] a\n", "- [ ] a"), ("- [ ] a\r\n  - b\r\n\r\n    text\r\n\r\n", "- [ ] a\n  - b\n\n    text"),
    ("> - [ ] a\n>   - [x] b\n>\n>     text\n", "- [ ] a\n  - [x] b\n\n    text"),
    ("* [ ] a\n\t* b\n\t\t* c", "* [ ] a\n\t* b\n\t\t* c"),
    ("- [ ] a\n  ```\n  - [ ] code\n  ```\n", "- [ ] a\n  ```\n  - [ ] code\n  ```"),
  ])
  func itsMarginGoes(_ text: String, _ expected: String) {
    #expect(block(text) == expected)
  }

  @Test func nestedItemsComeToTheMargin() {
    #expect(block("- [ ] p\n  - [ ] a\n    - [ ] b\n", task: 1) == "- [ ] a\n  - [ ] b")
    #expect(block("- [ ] p\n\t- [ ] a\n\t\t- [ ] b\n", task: 1) == "- [ ] a\n\t- [ ] b")
  }

  @Test func whatWouldLoseItsNestingIsNotTaken() {
    #expect(block("- [ ] p\n    - [ ] a\n\t\t- [ ] b\n", task: 1) == nil)
  }
}
