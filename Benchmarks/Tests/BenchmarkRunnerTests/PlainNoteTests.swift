import Testing

@testable import BenchmarkRunner

@Suite struct PlainNoteTests {
  @Test(arguments: [
    ("- [ ] a\n- [x] b\n  - [ ] c\n- [ ] 1\n- [ ] Z\n", 2), ("---\nx: |\n- [ ] a\n---\n- [ ] b", 1),
    ("---\n- [ ] a\n", 0), ("- [ ] a\n```\n- [ ] b\n```\n", 1), ("- [ ] a\n%% hidden\n- [ ] b", 1),
    ("<details>\n- [ ] b", 0), ("", 0),
  ])
  func tasksBeyondDoubt(_ text: String, _ tasks: Int) {
    #expect(PlainNote(Array(text.utf8)).openTasks == tasks)
  }

  @Test(arguments: [
    ("Text", "\n\nNew\n\nText"), ("---\na: b\n---\nText\n", "---\na: b\n---\n\nNew\n\n\nText\n"),
    ("---\na: b\n", nil), ("", "\n\nNew\n\n"),
  ])
  func aParagraphComesFirst(_ text: String, _ expected: String?) {
    let added = PlainNote(Array(text.utf8)).adding(paragraph: "New")
    #expect(added.map { String(decoding: $0, as: UTF8.self) } == expected)
  }
}
