import Testing
import VaultCore

@testable import VaultRPC

/// What can be folded, and how much of it is told.
@Suite(.serialized) struct FoldingRangeMethodTests {
  private static let text = """
    ---
    tags: [a]
    ---
    # 😀 One

    - item
      more
    - single

    ## Two

    ```swift
    let a = 1
    ```

    > [!note] Title 😀
    > text

    > quote
    > more

    | a | b |
    |---|---|
    | 1 | 2 |

    %%
    hidden
    %%

    <!-- html
    comment -->

    # Three
    line
    """

  private func folds(
    _ text: String, _ encoding: String = "utf-16", file: String? = nil, announced more: JSONValue.Member...
  ) throws -> [String] {
    let announced = JSONValue.members(
      ("general", .members(("positionEncodings", .texts([encoding])))),
      ("textDocument", .members(("foldingRange", .object(more)))))
    let editor = try EditorUnderTest(["a.md": file ?? text], capabilities: announced)
    try editor.open("a.md", text)
    let found = try editor.ask("textDocument/foldingRange", editor.place("a.md", 0, 0))
    return (found.list ?? []).map { fold in
      func place(_ side: String) -> String {
        let character = fold[side + "Character"]?.integer
        return "\(fold[side + "Line"]?.integer ?? -1)" + (character.map { ":\($0)" } ?? "")
      }
      return place("start") + "-" + place("end") + (fold["kind"]?.text.map { " " + $0 } ?? "")
    }
  }

  @Test(arguments: ClientText.encodings) func allThatHasSeveralLines(_ encoding: String) throws {
    let (emoji, title) = encoding == "utf-8" ? (10, 20) : (8, 18)
    let expected = [
      "0:3-2:3 region", "3:\(emoji)-30:11", "5:6-7:8", "5:6-6:6", "9:6-30:11", "11:8-13:3", "15:\(title)-16:6",
      "18:7-19:6", "21:9-23:9", "25:2-27:2 comment", "29:9-30:11 comment", "32:7-33:4",
    ]
    #expect(try folds(Self.text, encoding) == expected)
    let windows = Self.text.replacing("\n", with: "\r\n")
    #expect(try folds(windows, encoding) == expected)
    // The client takes the mark off, or has it in its first line.
    #expect(try folds(windows, encoding, file: "\u{FEFF}" + windows) == expected)
    #expect(try folds("\u{FEFF}" + windows, encoding).count == expected.count)
  }

  @Test func wholeLinesAlone() throws {
    let found = try folds(Self.text, announced: JSONValue.Member("lineFoldingOnly", .bool(true)))
    #expect(found.prefix(3) == ["0-2 region", "3-30", "5-7"])
  }

  @Test func theOutermostWhereFewAreWanted() throws {
    #expect(
      try folds(Self.text, announced: JSONValue.Member("rangeLimit", .integer(4))) == [
        "0:3-2:3 region", "3:8-30:11", "5:6-7:8", "32:7-33:4",
      ])
    #expect(try folds(Self.text, announced: JSONValue.Member("rangeLimit", .integer(0))) == [])
    #expect(try folds("", announced: JSONValue.Member("rangeLimit", .integer(-1))) == [])
  }
}
