import Testing
import VaultCore

struct TableAlignmentTests {
  private func aligned(_ text: String, line: Int) throws -> String? {
    let bytes = Array(text.utf8)
    guard let edits = TableAlignment.edits(ofTableAtLine: line, in: bytes) else { return nil }
    return String(decoding: try edits.applied(to: bytes), as: UTF8.self)
  }

  @Test func columnsStandBelowEachOther() throws {
    #expect(
      try aligned("# T\n\n|a|long one|c|\n|:-|-:|:-:|\n|漢字|1|x\n| `a\\|b` | [[n\\|t]] |😀|\n\nend\n", line: 5)
        == """
        # T

        | a      | long one |  c  |
        | :----- | -------: | :-: |
        | 漢字   |        1 |  x  |
        | `a\\|b` | [[n\\|t]] | 😀  |

        end

        """)
  }

  @Test func lineEndsAndQuotesStay() throws {
    #expect(
      try aligned("> |a|b|\r\n> |-|-|\r\n> |1|22222|\r\n", line: 1)
        == "> | a   | b     |\r\n> | --- | ----- |\r\n> | 1   | 22222 |\r\n")
  }

  @Test func anAlignedTableStays() throws {
    let text = "| a   | b   |\n| --- | --- |\n| 1   | 2   |\n"
    #expect(TableAlignment.edits(ofTableAtLine: 2, in: Array(text.utf8)) == [])
  }

  @Test func whatIsNoTableHasNoEdits() throws {
    #expect(try aligned("a | b\n", line: 1) == nil)
    #expect(try aligned("```\n|a|b|\n|-|-|\n```\n", line: 2) == nil)
    #expect(try aligned("", line: 1) == nil)
  }

  @Test func rowsKeepTheNumberOfTheirCells() throws {
    #expect(
      try aligned("|a|b|\n|-|-|\n|1|\n|1|2|3|\n", line: 1)
        == "| a   | b   |\n| --- | --- |\n| 1   |\n| 1   | 2   | 3   |\n")
  }

  /// Each row would be as wide as the widest cell.
  @Test func aTableThatWouldGrowOutOfProportionStays() throws {
    func table(_ width: Int, _ rows: Int) -> String {
      "|" + String(repeating: "x", count: width) + "|\n|---|\n" + String(repeating: "|a|\n", count: rows)
    }
    #expect(try aligned(table(100_000, 25_000), line: 1) == nil)
    #expect(try aligned(table(200, 1_000), line: 1)?.utf8.count ?? 0 > 200_000)
  }
}
