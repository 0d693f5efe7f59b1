import Testing
import VaultCore

func frontMatter(_ text: String) -> FrontMatter {
  frontMatter(Array(text.utf8))
}

func frontMatter(_ bytes: [UInt8]) -> FrontMatter {
  bytes.withUnsafeBufferPointer { FrontMatterParser.parse($0) }
}

@Suite struct FrontMatterParserTests {
  /// Lines are counted as editors count them, at a lone CR, too, and not at what YAML takes for a break besides.
  @Test func linesEndAsInTheNote() {
    let found = frontMatter("---\na: 1\rb: 2\r\nc: \"x\u{2028}y\"\nd: 3\n---\n")
    #expect(found.properties.map(\.location.line) == [2, 3, 4, 5])
    let odd = frontMatter("---\na: 1\rb: ò\u{80}\n---\n")
    #expect(odd.diagnostics.map(\.location) == [SourceLocation(line: 3, column: 6)])
  }

  @Test(arguments: [
    ("---\na: 1\n---\nbody", 0..<13, 4..<9),
    ("---\r\na: 1\r\n---\r\nbody", 0..<16, 5..<11),
    ("\u{FEFF}---\na: 1\n---\n", 3..<16, 7..<12),
    ("---  \na: 1\n--- \t\nbody", 0..<17, 6..<11),
    ("---\na: 1\n...\nbody", 0..<13, 4..<9),
    ("---\na: 1\n---", 0..<12, 4..<9),
    ("---\n---\n", 0..<8, 4..<4),
    ("---\n\n---\n", 0..<9, 4..<5),
  ])
  func fencesAreFound(text: String, range: SourceRange, content: SourceRange) {
    let found = frontMatter(text)
    #expect(found.format == .yaml)
    #expect(found.range == range)
    #expect(found.contentRange == content)
    #expect(found.diagnostics.isEmpty)
  }

  @Test(arguments: [
    "", "-", "---", "--- a\nb: 1\n---\n", "----\na: 1\n----\n", "---\na: 1\n", "\n---\na: 1\n---\n",
    " ---\na: 1\n---\n",
    "text\n---\n", "---\na: 1\n--- x\n", "---\na: 1\n----\n", "---\na: 1\n ---\n",
  ])
  func noFrontMatter(text: String) {
    let found = frontMatter(text)
    #expect(found.format == .none)
    #expect(found.range == 0..<0)
    #expect(found.properties.isEmpty && found.diagnostics.isEmpty)
  }

  @Test func bodyBeginsBehindAByteOrderMark() {
    #expect(frontMatter("\u{FEFF}# Title\n").range == 3..<3)
  }

  @Test func keysKeepTheirOrderAndPlaces() {
    let found = frontMatter(
      "\u{FEFF}---\r\ntitle: A\r\n\r\n# note\r\ntags:\r\n  - x\r\n  - y\r\nmap:\r\n  ü: {ö: 1, z: 2}\r\n---\r\n")
    #expect(found.properties.map(\.key) == ["title", "tags", "map"])
    #expect(found.properties.map(\.location.line) == [2, 5, 8])
    #expect(found["TAGS"]?.value == .list([.text("x"), .text("y")]))
    guard case .map(let outer) = found.properties[2].value, case .map(let inner) = outer[0].value else {
      Issue.record("not a map")
      return
    }
    #expect(outer[0].location == SourceLocation(line: 9, column: 3))
    #expect(inner.map(\.location.column) == [8, 15])
  }

  @Test func exoticLineBreaksCountAsTheFileDoes() {
    let found = frontMatter("---\na: x\u{2028}b: 1\nc: 2\r\n\u{85}d: 3\n---\n")
    #expect(found["c"]?.location == SourceLocation(line: 3, column: 1))
    #expect(found["d"]?.location == SourceLocation(line: 4, column: 3))
  }

  @Test func invalidBytesAreReplaced() {
    let found = frontMatter(Array("---\nm: {\"a".utf8) + [0xFF, 0xC3] + Array("\": 1, b: 2}\n---\n".utf8))
    guard case .map(let map) = found["m"]?.value else {
      Issue.record("not a map")
      return
    }
    #expect(map.map(\.key) == ["a\u{FFFD}\u{FFFD}", "b"])
    #expect(map[1].location == SourceLocation(line: 2, column: 15))
  }

  @Test func jsonIsYAML() {
    let found = frontMatter("---\n{\n\t\"title\": \"A\",\n\t\"n\": [1, true, null]\n}\n---\n")
    #expect(found["title"]?.value == .text("A"))
    #expect(found["n"]?.value == .list([.number(1, text: "1"), .checkbox(true), .null]))
    #expect(found.diagnostics.isEmpty)
  }

  @Test func wikilinksWithoutQuotesAreNestedLists() {
    let found = frontMatter("---\na: [[Link]]\nb: \"[[Link]]\"\n---\n")
    #expect(found["a"]?.value == .list([.list([.text("Link")])]))
    #expect(found["b"]?.value == .text("[[Link]]"))
  }

  @Test func templatesHaveCompoundKeys() {
    let found = frontMatter("---\ndate: {{date}}\n? [a, b]\n: 1\n---\n")
    guard case .map(let map) = found["date"]?.value else {
      Issue.record("not a map")
      return
    }
    #expect(map.map(\.key) == ["{date}"])
    #expect(found["[a, b]"]?.value == .number(1, text: "1"))
  }

  @Test(arguments: ["---\n# only a comment\n---\n", "---\n~\n---\n", "---\n---\n", "---\n \n---\n"])
  func emptyIsNoProblem(text: String) {
    let found = frontMatter(text)
    #expect(found.properties.isEmpty && found.diagnostics.isEmpty)
  }

  @Test(arguments: [
    ("---\njust text\n---\n", "front-matter-not-a-mapping", 2, 1),
    ("---\n- a\n- b\n---\n", "front-matter-not-a-mapping", 2, 1),
    ("---\na: 1\n--- b\nc: 2\n---\n", "front-matter-several-documents", 3, 1),
    ("---\na: 1\nb: x: y\n---\n", "front-matter-invalid", 3, 5),
    ("---\na: \"open\nb: 1\n---\n", "front-matter-invalid", 2, 4),
    ("---\na:\n\tb: 1\n---\n", "front-matter-invalid", 3, 1),
    ("---\na: @me\n---\n", "front-matter-invalid", 2, 4),
    ("---\na: [x, y\nb: 1\n---\n", "front-matter-invalid", 2, 4),
    ("---\na: *x\n---\n", "front-matter-invalid", 2, 4),
    ("---\nté: \"a\\qb\"\n---\n", "front-matter-invalid", 2, 8),
    ("---\na: 1\nno colon\nb: 2\n---\n", "front-matter-invalid", 4, 1),
    ("---\na: x\u{7}\n---\n", "front-matter-invalid", 2, 5),
    ("---\na: \"b\" c\n---\n", "front-matter-invalid", 2, 8),
    ("---\na: !x!y z\n---\n", "front-matter-invalid", 2, 4),
  ])
  func problemsHaveAPlace(text: String, code: String, line: Int, column: Int) throws {
    let found = frontMatter(text)
    let problem = try #require(found.diagnostics.first)
    #expect(found.diagnostics.count == 1)
    #expect(problem.code.rawValue == code)
    #expect(problem.location == SourceLocation(line: line, column: column), "\(problem)")
    #expect(problem.severity == .warning)
    #expect(found.properties.isEmpty)
    #expect(found.format == .yaml)
  }

  @Test func theMessageNamesTheRemedy() throws {
    let problem = try #require(frontMatter("---\na:\n\tb: 1\n---\n").diagnostics.first)
    #expect(problem.message == "Invalid YAML: a tab stands where blanks must indent; replace it by blanks")
  }

  @Test func ofEqualKeysTheFirstCounts() {
    let found = frontMatter("---\na: 1\nb:\n  c: x\n  c: y\n\"a\": 2\nd: 3\na: 4\n---\n")
    #expect(found.properties.map(\.key) == ["a", "b", "d"])
    #expect(found["a"]?.value == .number(1, text: "1"))
    guard case .map(let inner) = found["b"]?.value else {
      Issue.record("not a map")
      return
    }
    #expect(inner.map(\.value) == [.text("x")])
    #expect(found.diagnostics.allSatisfy { $0.code.rawValue == "front-matter-duplicate-key" })
    #expect(Set(found.diagnostics.map(\.location.line)) == [5, 6, 8])
  }

  @Test func equalKeysOnOneLineGiveNothing() {
    let found = frontMatter("---\nx: 1\na: {b: 1, b: 2}\n---\n")
    #expect(found.properties.isEmpty)
    #expect(found.diagnostics.map(\.code.rawValue) == ["front-matter-duplicate-key"])
    #expect(found.diagnostics.first?.location == SourceLocation(line: 3, column: 5))
  }

  @Test func aliasesRepeatTheirAnchor() {
    let found = frontMatter("---\na: &x [1, 2]\nb: *x\n---\n")
    #expect(found["a"]?.value == found["b"]?.value)
  }
}
