import Testing
import VaultCore

@testable import VaultRPC

/// What a selection grows to.
@Suite(.serialized) struct SelectionRangeMethodTests {
  /// From the inside outwards, what a client would select.
  private func growths(
    _ text: String, _ encoding: String, file: String? = nil, _ needles: [(String, Int)]
  ) throws -> [[String]] {
    let editor = try EditorUnderTest(["a.md": file ?? text], capabilities: EditorUnderTest.capabilities(encoding))
    try editor.open("a.md", text)
    let client = ClientText(text, encoding)
    let found = try editor.ask(
      "textDocument/selectionRange",
      .members(
        ("textDocument", .members(("uri", .text(editor.uri("a.md"))))),
        ("positions", .list(try needles.map { try client.position(of: $0, $1).json }))))
    return try (found.list ?? []).map { selection in
      var growth: [String] = []
      var next: JSONValue? = selection
      var inner: PositionRange?
      while let range = next?["range"] {
        let outer = try PositionRange(range)
        if let inner { #expect(outer.start <= inner.start && inner.end <= outer.end && outer != inner) }
        inner = outer
        growth.append(try client.text(of: range))
        next = next?["parent"]
      }
      return growth
    }
  }

  @Test(arguments: ClientText.encodings) func fromTheWordOutwards(_ encoding: String) throws {
    let text = "# Top 😀\n\n- one\n- 😀 a **bold [[Link|text 😀]]** end\n  more\n\n## Next\n"
    let whole: String = text.replacing("\n", with: "⏎")
    let section = String(whole.dropLast())
    let expected: [[String]] = [
      [
        "text", "text 😀", "[[Link|text 😀]]", "bold [[Link|text 😀]]", "**bold [[Link|text 😀]]**",
        "😀 a **bold [[Link|text 😀]]** end", "- 😀 a **bold [[Link|text 😀]]** end",
        "- 😀 a **bold [[Link|text 😀]]** end⏎  more", "- one⏎- 😀 a **bold [[Link|text 😀]]** end⏎  more",
        section, whole,
      ],
      ["Next", "## Next", section, whole],
    ]
    let places = [("text 😀", 2), ("Next", 4)]
    for windows in [false, true] {
      let text = windows ? text.replacing("\n", with: "\r\n") : text
      let found = try growths(text, encoding, places)
      #expect(found == expected)
      let marked = try growths(text, encoding, file: "\u{FEFF}" + text, places)
      #expect(marked == expected)
    }
  }

  @Test func cellsCodeAndFrontMatter() throws {
    let text = "---\nkey: value here\n---\n\n| a | b `x y` |\n|---|---|\n| 1 | don’t |\n"
    let found = try growths(text, "utf-16", [("value", 1), ("x y", 1), ("don’t", 2), ("| 1", 0)])
    #expect(found[0].prefix(2) == ["value", "key: value here"])
    #expect(found[1].prefix(5) == ["x", "x y", "`x y`", "b `x y`", "| a | b `x y` |"])
    #expect(found[2].prefix(2) == ["don’t", "| 1 | don’t |"])
    #expect(found[3].prefix(2) == ["|", "| 1 | don’t |"])
  }

  @Test func nothingIsLessThanTheNote() throws {
    #expect(try growths("\n\n😀x", "utf-16", [("😀x", 0), ("x", 0)]) == [["😀", "😀x", "⏎⏎😀x"], ["x", "😀x", "⏎⏎😀x"]])
    #expect(try growths("", "utf-8", [("", 0)]) == [[""]])
  }

  /// A parent for each of them would be deeper than clients can read, and than a stack.
  @Test func emphasisOfAnyDepth() throws {
    let deep = 30_000
    let text = String(repeating: "*a ", count: deep) + "word" + String(repeating: " a*", count: deep) + "\n"
    let found = try growths(text, "utf-8", [("word", 1)])
    #expect(found[0].first == "word")
    #expect(found[0].count > 50 && found[0].count < 200)
    #expect(found[0].last == text.replacing("\n", with: "⏎"))
  }

  /// The block of the place before is not taken for that of the next.
  @Test func manyPlacesAtOnce() throws {
    let text = "a *b* c\n\n| d *e* | *f* g |\n|---|---|\n| *h* | i |\n\n> *j*\n> k *l*\n\nlast *m*\n"
    let places = "abcdefghijklm".flatMap { letter in [(String(letter), 0), (String(letter), 1)] }
    #expect(try growths(text, "utf-16", places) == places.flatMap { try growths(text, "utf-16", [$0]) })
  }
}
