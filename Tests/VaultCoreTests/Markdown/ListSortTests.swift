import Testing
import VaultCore

struct ListSortTests {
  private func sorted(_ text: String, line: Int = 1) throws -> String? {
    let bytes = Array(text.utf8)
    return try ListSort.edits(ofListAtLine: line, in: bytes).map {
      String(decoding: try $0.applied(to: bytes), as: UTF8.self)
    }
  }

  @Test(arguments: [
    ("- b\n- a\n", "- a\n- b\n"), ("- b\r\n- a", "- a\r\n- b"), ("* Note 10\n* note 9\n", "* note 9\n* Note 10\n"),
    ("- b\n  - z\n  - y\n- a\n  text\n", "- a\n  text\n- b\n  - z\n  - y\n"),
    ("- b\n\n- a\n\nend\n", "- a\n\n- b\n\nend\n"), ("1. b\n2. a\n", "1. a\n2. b\n"),
    ("> - b\n> - a\n", "> - a\n> - b\n"), ("- [ ] b ^id\n- [x] a\n", "- [x] a\n- [ ] b ^id\n"),
  ])
  func itemsAreExchangedWithAllTheyHold(_ text: String, _ after: String) throws {
    #expect(try sorted(text) == after)
  }

  @Test func theInnermostListIsMeant() throws {
    #expect(try sorted("- b\n  - z\n  - y\n- a\n", line: 2) == "- b\n  - y\n  - z\n- a\n")
  }

  @Test func aSortedListIsLeftAlone() throws { #expect(try sorted("- a\n- b\n") == "- a\n- b\n") }

  /// No list, one item, marks that what is below depends on.
  @Test(arguments: ["text\n", "- a\n", "9. b\n   c\n10. a\n    d\n", "- - b\n  - a\n", "```\n- b\n- a\n```\n"])
  func whatCannotBeSortedIsRefused(_ text: String) throws { #expect(try sorted(text) == nil) }

  /// Whatever the order, the lines stay the same ones; the numbers of an ordered list stay where they are.
  @Test func noLineIsLost() throws {
    let text = "- c\n  1. x\n  2. w\n\n  more\n- [ ] b 📅 2026-01-01\n- a\n    code\n* other list\n"
    func lines(_ text: String) -> [String] {
      text.split(separator: "\n").map { line in
        ["1.", "2."].reduce(String(line)) { $0.replacing($1, with: "N.") }
      }.sorted()
    }
    var sortedLists = 0
    for line in 1...9 {
      guard let after = try sorted(text, line: line) else { continue }
      sortedLists += 1
      #expect(lines(after) == lines(text))
    }
    #expect(sortedLists > 5)
    #expect(try sorted(text, line: 2)?.contains("  1. w\n  2. x\n") == true)
  }
}
