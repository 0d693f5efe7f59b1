import Testing
import VaultCore

@Suite struct LeftConflictTests {
  private func conflicts(_ text: String) -> [String] {
    NoteParser().structure(of: Array(text.utf8), path: NotePath("a.md")).diagnostics
      .filter { $0.code == .conflictMarkers || $0.code.rawValue.hasPrefix("front-matter") }
      .map { "\($0.location.line) \($0.code.rawValue)" }
  }

  private let whole = "<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> branch\n"

  @Test func areFound() {
    #expect(conflicts(whole) == ["1 conflict-markers"])
    #expect(conflicts("a\n\n" + whole + "b\n" + whole) == ["3 conflict-markers", "9 conflict-markers"])
    #expect(conflicts("<<<<<<<\r\nours\r\n=======\r\ntheirs\r\n>>>>>>>\r\n") == ["1 conflict-markers"])
    #expect(conflicts("<<<<<<< a\n||||||| b\nold\n=======\n>>>>>>> c") == ["1 conflict-markers"])
    #expect(
      conflicts("<<<<<<<<< a\nx\n=========\ny\n>>>>>>>>> b\n") == ["1 conflict-markers"], "a longer marker")
  }

  /// Front matter with a conflict in it is no YAML, which is the same trouble told once.
  @Test func inFrontMatter() {
    #expect(
      conflicts("---\na: 1\n<<<<<<< HEAD\nb: 2\n=======\nb: 3\n>>>>>>> x\n---\ntext\n") == ["3 conflict-markers"])
  }

  @Test(arguments: [
    "Heading\n=======\n", "<<<<<<< HEAD\nours\n", "=======\ntheirs\n>>>>>>> branch\n",
    " <<<<<<< a\n=======\n>>>>>>> b\n",
    "<<<<<<< a\n======\n>>>>>>> b\n", "<<<<<<<a\n=======\n>>>>>>>b\n", "<<<<<<< a\n=======\n>>>>>>>> b\n",
    "```\n<<<<<<< a\n=======\n>>>>>>> b\n```\n", "    <<<<<<< a\n    =======\n    >>>>>>> b\n",
    "> <<<<<<< a\n> =======\n> >>>>>>> b\n",
  ])
  func areNone(_ text: String) { #expect(conflicts(text) == []) }
}
