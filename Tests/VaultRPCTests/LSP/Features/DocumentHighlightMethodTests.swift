import Testing
import VaultCore

@testable import VaultRPC

/// What is marked with what stands under the cursor.
@Suite(.serialized) struct DocumentHighlightMethodTests {
  private static let text = """
    ---
    tags: [tag, other]
    ---
    # Home 😀

    😀 [[Other#Second|x]] [[Other]] [t](Other.md#second) [[#Part]] [[None]] [[none]] #tag #tag/deep #tagged

    ## Part

    [[Home#Part]] 😀 a note[^1] and [text][label], [label]

    named 😀 ^block

    [[#^block]] ![[Home#^BLOCK]]

    - [ ] 😀 one 🆔 abc
    - [ ] 😀 two ⛔ abc,xyz 🆔 def

    [^1]: 😀 The note

    [label]: https://example.org
    """

  private func marks(
    _ editor: EditorUnderTest, _ client: ClientText, _ needle: String, _ more: Int = 1
  ) throws -> [String] {
    let position = try client.position(of: needle, more)
    let found = try editor.ask(
      "textDocument/documentHighlight", editor.place("Home.md", position.line, position.character))
    return try (found.list ?? []).map { mark in
      try client.text(of: mark["range"]) + (mark["kind"]?.integer == 3 ? "!" : mark["kind"]?.integer == 2 ? "" : "?")
    }
  }

  @Test(arguments: ClientText.encodings) func allThatMeansTheSame(_ encoding: String) throws {
    for (windows, mark) in [(false, ""), (true, ""), (true, "\u{FEFF}")] {
      let text = windows ? Self.text.replacing("\n", with: "\r\n") : Self.text
      let editor = try EditorUnderTest(
        ["Home.md": mark + text, "Other.md": "# Other\n\n## Second\n"],
        capabilities: EditorUnderTest.capabilities(encoding))
      try editor.open("Home.md", text)
      let client = ClientText(text, encoding)
      func marks(_ needle: String, _ more: Int = 1) throws -> [String] { try self.marks(editor, client, needle, more) }
      #expect(try marks("Second|") == ["[[Other#Second|x]]", "[t](Other.md#second)"])
      #expect(try marks("Other]]") == ["[[Other#Second|x]]", "[[Other]]", "[t](Other.md#second)"])
      #expect(try marks("#Part]]", 2) == ["[[#Part]]", "Part!", "[[Home#Part]]"])
      #expect(try marks("## Part", 4) == ["[[#Part]]", "Part!", "[[Home#Part]]"])
      #expect(try marks("None") == ["[[None]]", "[[none]]"])
      #expect(try marks("tag, ") == ["tag", "tag", "tag/deep"])
      #expect(try marks("tag/deep") == ["tag/deep"])
      #expect(try marks("^block", 3) == ["block!", "[[#^block]]", "![[Home#^BLOCK]]"])
      #expect(try marks("abc") == ["abc!", "abc"])
      #expect(try marks("xyz") == ["xyz"])
      #expect(try marks("^1") == ["1", "1!"])
      #expect(try marks("label], ") == ["label", "label", "label!"])
      #expect(try marks("and") == [])
    }
  }

  @Test func withoutAVaultToo() throws {
    let editor = try EditorUnderTest(["a.md": "x"])
    editor.say(
      "textDocument/didOpen",
      .members(
        (
          "textDocument",
          .members(
            ("uri", .text("untitled:x")), ("languageId", .text("markdown")), ("version", .integer(1)),
            ("text", .text("# A\n\n[[#A]] [[B]] [[b]]\n")))
        )))
    func marks(_ line: Int, _ character: Int) throws -> Int? {
      try editor.ask(
        "textDocument/documentHighlight",
        .members(
          ("textDocument", .members(("uri", .text("untitled:x")))),
          ("position", Position(line: line, character: character).json))
      ).list?.count
    }
    #expect(try marks(0, 2) == 2)
    #expect(try marks(2, 10) == 2)
  }

  /// With a look at the texts of all headings for each link, this takes minutes.
  @Test func manyLinksToManyHeadings() throws {
    let parts = (1...3_000).map { "## Part \($0)\n\n[[#Part \(3_001 - $0)]]\n\n" }.joined()
    let editor = try EditorUnderTest(["Home.md": parts])
    try editor.open("Home.md", parts)
    #expect(try marks(editor, ClientText(parts, "utf-16"), "## Part 7", 4) == ["Part 7!", "[[#Part 7]]"])
  }
}
