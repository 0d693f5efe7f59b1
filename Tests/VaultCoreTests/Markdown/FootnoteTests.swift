import Testing

@testable import VaultCore

/// Footnotes are text, also those of one word, which CommonMark takes for link definitions.
struct FootnoteTests {
  private func links(_ text: String) -> [String] {
    var parser = NoteParser(options: ParsingOptions())
    let note = Array(text.utf8).withUnsafeBufferPointer {
      parser.parse($0, path: NotePath("a.md"), modified: 0).note
    }
    return note.links.map { "\($0.location.line):\($0.location.column) \($0.kind.rawValue) \($0.target)" }
  }

  @Test(
    arguments: [
      ("x[^1]\n\n[^1]: foot\n", []), ("x[^1]\n\n[^1]: [[Note]]\n", ["3:7 wiki Note"]),
      ("[a]: b.md\n[^1]: foot\n[^2]: [[Note]]\n\n[a] x[^2]\n", ["3:7 wiki Note", "5:1 reference b.md"]),
      ("[^a b]: b.md\n\n[^a b] [^]\n", ["3:1 reference b.md"]), ("    [^1]: [[Note]]\n", []),
      ("[^1]: foot\nmore [[Note]]\n", ["2:6 wiki Note"]), ("- [^1]: [[Note]]\n", ["1:9 wiki Note"]),
      ("> x[^1]\n>\n> [^1]: [[Note]]\n", ["3:9 wiki Note"]), ("[^1]: <b.md> 'c'\n\n[^1]\n", []),
    ] as [(String, [String])])
  func theyAreNoLinks(_ text: String, _ wanted: [String]) {
    #expect(links(text) == wanted)
  }

  @Test func theyAreShownAsTheyAre() {
    let lines = Array("x[^1]\n\n[^1]: foot\n\n[a]: b.md\n".utf8).withUnsafeBufferPointer { bytes in
      let document = MarkdownDocument(bytes)
      return (1...5).map { document.kind(ofLine: $0) }
    }
    #expect(lines == [.paragraph, .blank, .paragraph, .blank, .linkDefinition])
  }

  /// What stands behind a footnote is shown, and is what it was.
  @Test func whatFollowsIsAsWithoutThem() {
    let rest = "\n\n## Heading\n\nMore text\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- [ ] task\n> quote\n"
    func read(_ text: String) -> (html: String, parts: [NoteOutline.Kind]) {
      let bytes = Array(text.utf8)
      return bytes.withUnsafeBufferPointer {
        (String(decoding: HTMLRenderer.html(of: $0), as: UTF8.self), NoteOutline($0).parts.map(\.kind))
      }
    }
    let one = read("Text[^1].\n\n[^1]: word" + rest)
    let two = read("Text[^1].\n\n[^1]: two words" + rest)
    #expect(one.html == two.html.replacing("two words", with: "word"))
    #expect(one.html.contains("[^1]: word") && one.html.contains("More text"))
    #expect(one.parts == two.parts)
  }
}
