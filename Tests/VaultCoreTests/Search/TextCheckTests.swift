import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct TextCheckTests {
  /// Of the one term of a query, how often it is found in a note's body; nil where it is not.
  private func count(_ query: String, _ text: String) throws -> Int? {
    let root = try queryParser.parse(query).root
    let predicate = try #require(root?.terms.first?.predicate)
    guard case .check(let check) = QueryTexts(root)[predicate] else {
      Issue.record("\(query) needs no text")
      return nil
    }
    var finder = TextFinder()
    let note = ReadNote(text)
    return try note.bytes.withUnsafeBufferPointer { bytes in
      var checked = CheckedNote(
        title: note.note.title, name: note.note.path.stem, aliases: note.note.aliases, tags: note.note.tags,
        bytes: bytes)
      let counts = try check.counts(in: &checked, &finder)
      if counts != nil { #expect(check.requirement.isMet(by: note.text), "\(query): \(check.requirement)") }
      return counts.map { Int($0.whole[SearchableText.Field.body.rawValue]) }
    }
  }

  @Test(
    arguments: [
      ("line:(a b)", "a\nb\na c b\n", 1), ("line:(a b)", "a\nb", nil), ("line:(a b)", "a\rb", nil),
      ("line:(a b)", "a\r\nb", nil),
      ("line:(a b)", "x\ra b\r\nb a\nab", 2), ("line:(a -b)", "a b\na c\n", 1), ("line:(-a)", "a\n\na", 1),
      ("line:(a OR b)", "a\nb\nc", 2), ("line:(\"a b\" c)", "c a b\nb a c", 1), ("line:/^a.*b$/", "a b\n ab\n", 1),
      ("line:~lle", "collection\nxlle", 2), ("line:(fl wat)", "flour and water", nil),
      ("line:(flo wat)", "flour and water", 1), ("line:a", "---\nk: a\n---\nb\n", nil), ("line:a", "", nil),
      ("match-case:(line:(A b))", "a b\nA b", 1),
    ] as [(String, String, Int?)])
  func lines(query: String, text: String, expected: Int?) throws {
    #expect(try count(query, text) == expected)
  }

  @Test(
    arguments: [
      ("block:(a b)", "a\nb\n\nc", 1), ("block:(a b)", "a\n\nb", nil), ("block:(a b)", "- a\n- b", nil),
      ("block:(a b)", "- a\n  b\n- c", 1), ("block:(a b)", "1. a\n2. b", nil), ("block:(a b)", "# a\nb", nil),
      ("block:(a b)", "a\n# b", nil), ("block:(a b)", "a b\n===\n", 1), ("block:(a b)", "```\na\nb\n```", 1),
      ("block:(a b)", "> a\n> b", 1), ("block:(a b)", "> [!note] a\n> b\n", 1), ("block:(a b)", "a\r\nb\r\n\r\nc", 1),
      ("block:(a b)", "a\rb\r\rc", 1), ("block:(a b)", "| a | x |\n|---|---|\n| b | y |\n", 1),
      ("block:(a b)", "- [ ] a\n- [x] b", nil), ("block:(a b)", "a\n\n---\n\nb", nil),
      ("block:(a b)", "a\n***\nb", nil),
      ("block:(a -b)", "a b\n\na", 1), ("block:/a/", "a\na\n\na", 2),
    ] as [(String, String, Int?)])
  func blocks(query: String, text: String, expected: Int?) throws {
    #expect(try count(query, text) == expected)
  }

  @Test(
    arguments: [
      ("section:(a b)", "# a\nx\n\nb\n# c", 1), ("section:(a b)", "# a\n# b", nil), ("section:(a b)", "a\n\nb", 1),
      ("section:(a b)", "a\n# x\nb", nil), ("section:(a b)", "# x\na\n## y\nb", nil),
      ("section:(a b)", "a\n===\nb\n", 1),
      ("section:(a b)", "b\n\na\n---\nx", nil), ("section:(a b)", "x\n\na\n---\nb", 1),
      ("section:(a b)", "```\na\n# no heading\nb\n```", 1), ("section:(a b)", "a\n> # quoted\n\nb", 1),
      ("section:(a b)", "a\n> [!note] title\n> b\n", 1), ("section:(a b)", "# x\r\na\r\n\r\nb\r\n", 1),
      ("section:(a b)", "# x\ra\r\rb\r", 1), ("section:(a b)", "# x\ra\r# y\rb", nil),
      ("section:(a -b)", "a b\n# a\n", 1),
      ("section:(a b)", "---\nk: v\n---\n\na\nb\n", 1), ("section:(a b)", "a\n#b\n", 1),
      ("section:x", "---\nk: x\n---\n# y\n", nil),
    ] as [(String, String, Int?)])
  func sections(query: String, text: String, expected: Int?) throws {
    #expect(try count(query, text) == expected)
  }

  @Test(
    arguments: [
      ("~\"e a\"", "one and\nthe a\nb", 2), ("/^a/", "a\nb\na", 2), ("/a\\s+b/", "a\nb", nil),
      ("~\"a b\"", "a\nb", nil),
      ("content:/x/", "---\ntitle: x\n---\ny", nil), ("title:/^x$/", "---\ntitle: x\n---\ny", 0),
      ("title:~\"x y\"", "---\ntitle: x yz\n---\n", 0), ("alias:/two/", "---\naliases: [one, two]\n---\n", 0),
      ("heading:/^b/", "# a b\n## b\n", 0), ("heading:/^b/", "# a b\nb\n", nil),
      ("/wor.\\/x/", "---\ntags: [work/x]\n---\n", 0),
      ("match-case:Swift", "swift\nSwift Swift\nSwift", 2), ("match-case:Swift", "swift SWIFT", nil),
      ("match-case:\"a B\"", "a\nB", 1), ("/$/", "", 0), ("heading:/b/", "> # b\n", 0),
    ] as [(String, String, Int?)])
  func texts(query: String, text: String, expected: Int?) throws {
    #expect(try count(query, text) == expected)
  }
}
