import Testing

@testable import VaultCore

@Suite struct HiddenLinesTests {
  @Test(arguments: [
    ("a\nb\n", []), ("a\n%%\nhidden\n%%\nb\n", [2, 3, 4]), ("a %%b%% c\n", [1]),
    ("<!-- a -->\nb\n<!--\nc\n\nd\n-->\ne\n", [1, 3, 4, 5, 6, 7]), ("a <!-- b\nc --> d\ne\n", [1, 2]),
    ("```\n<!-- a -->\n%% b %%\n```\nc\n", []), ("---\na: 1\n---\nb\n<!-- c -->\n", [5]),
    ("<!-- a --> <!--\nb\n-->\nc\n", [1, 2, 3]), ("a <!-- b --> c <!--\nd\n--> e\nf\n", [1, 2, 3]),
    ("use `<!--` here\nb\n", []), ("``a ` <!--`` b\nc\n", []), ("100%% sure\nb\n", []), ("<!-->\nb\n", [1]),
    ("\\`<!-- `\na\n-->\nb\n", [1, 2, 3]), ("<div>\n`<!--`\na\n-->\n</div>\n", [2, 3, 4]),
  ])
  func linesInComments(_ text: String, _ expected: [Int]) {
    let bytes = Array(text.utf8)
    let lines = bytes.withUnsafeBufferPointer { MarkdownDocument($0).bodyLines($0) }
    #expect(HiddenLines.numbers(in: lines, of: bytes) == expected)
  }

  @Test(arguments: [
    ("A", 1..<7), ("A#B", 3..<5), ("C", 5..<7), ("D", 7..<10), ("d", 7..<10),
  ])
  func linesOfSections(_ name: String, _ expected: Range<Int>) throws {
    let text = Array("# A\n\n## B\n\n## C\n\n# D\n> # A\nend".utf8)
    #expect(try HeadingName(name).lines(in: text) == expected)
  }

  @Test func sectionsThatAreNot() {
    let text = Array("# A\n# B\n# A\n".utf8)
    #expect(throws: HeadingNameProblem.ambiguous("A", lines: [1, 3])) { try HeadingName("A").lines(in: text) }
    #expect(throws: HeadingNameProblem.notFound("C", headings: ["A", "B", "A"])) {
      try HeadingName("C").lines(in: text)
    }
  }
}
