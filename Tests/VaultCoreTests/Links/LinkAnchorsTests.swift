import Testing

@testable import VaultCore

/// Which anchors lead somewhere in a note.
@Suite struct LinkAnchorsTests {
  private func leads(_ target: String, in text: String, _ kind: Link.Kind = .wiki) -> Bool {
    let bytes = Array(text.utf8)
    let note = NoteParser().structure(of: bytes, path: NotePath("n.md"))
    let target = kind == .wiki ? LinkTarget(target) : LinkTarget(markdown: target)
    return LinkAnchors(note, bytes).leads(target.anchor, from: kind)
  }

  private static let headings = """
    ---
    title: Not a heading
    ---
    # The first
    ## A *marked* [[Link|with text]]: here
    ### C# notes
    ## Again
    ## Again
    ## [Shown](https://address.example/x)
    ## Below ^id-of-heading
    > ## In a quote

    ```
    # In code
    ```
    """

  @Test(arguments: [
    "#The first", "#the  FIRST", "#The first#C notes", "#C# notes", "#A marked Link with text here",
    "#A *marked* [[Link with text]] here", "#The first#Again", "#Below", "#In a quote", "#the-first", "#Shown", "#",
    "", "#Again#Below",
  ]) func headingsAreFound(_ target: String) {
    #expect(leads(target, in: Self.headings))
    #expect(leads(target, in: Self.headings.replacing("\n", with: "\r\n")))
  }

  @Test(arguments: [
    "#Nowhere", "#The", "#The first#Nowhere", "#Again#The first", "#In code", "#Not a heading", "#again-1",
  ])
  func headingsThatAreNotThere(_ target: String) {
    #expect(!leads(target, in: Self.headings))
  }

  /// What only web pages have does for links that they have, too.
  @Test(arguments: [
    "#again-1", "#top", "#shown", "#:~:text=any", "#the%20first", "#named", "#other", "#given",
  ]) func pagesHaveMore(_ target: String) {
    let text = Self.headings + "\n<a id=\"named\"></a> <p NAME=other> ## H {#given}\n"
    #expect(leads(target, in: text, .markdown))
    #expect(leads(target, in: text, .reference))
    #expect(!leads("#nowhere", in: text, .markdown))
    #expect(leads("#nowhere", in: text + "<h2>Nowhere</h2>", .markdown))
    #expect(!leads("#nowhere", in: text + "<h2>Nowhere</h2>"))
  }

  @Test(arguments: [
    "#^end", "#^END", "#^alone", "#^in-list", "#The first#^end", "#^group=x1", "#^id-of-heading", "#^last",
  ])
  func blocksAreFound(_ target: String) {
    let text = Self.headings + "\nSome text ^end\n\nmore\n^alone  \n- item\n  ^in-list\r\n| a | b | ^last"
    #expect(leads(target, in: text))
  }

  @Test(arguments: ["#^nope", "#^en", "#^word", "#^in"]) func blocksThatAreNotThere(_ target: String) {
    #expect(!leads(target, in: "Some text ^end\n\na^word\n\n^in the middle\n"))
  }

  @Test func frontMatterHasNoBlocks() {
    #expect(!leads("#^id", in: "---\na: b ^id\n---\ntext\n"))
  }

  /// Linear in the text, and for each anchor of nearly no time: with a look at all headings for each, this takes hours.
  @Test func manyAlike() {
    let text = String(repeating: "# a\n", count: 20_000)
    let bytes = Array(text.utf8)
    let anchors = LinkAnchors(NoteParser().structure(of: bytes, path: NotePath("n.md")), bytes)
    let found = (0..<20_000).count { _ in anchors.leads(.heading(["a", "a"]), from: .wiki) }
    #expect(found == 20_000)
    #expect(!anchors.leads(.heading(["b"]), from: .markdown))
  }
}
