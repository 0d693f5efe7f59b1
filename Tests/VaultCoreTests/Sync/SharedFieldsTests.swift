import Testing

@testable import VaultCore

struct SharedFieldsTests {
  private let path = NotePath("Note.md")
  private let options = ParsingOptions()

  private func fields(_ text: String) -> SharedFields { SharedFields(of: Array(text.utf8), path: path, options) }

  private func applying(
    _ change: (inout SharedFields) -> Void, to text: String
  ) throws -> String {
    var fields = fields(text)
    change(&fields)
    return String(decoding: try fields.applied(to: Array(text.utf8), path: path, options), as: UTF8.self)
  }

  @Test func linesEndsAndEmptyLinesAroundTheTextDoNotCount() {
    let plain = fields("one\ntwo\n")
    for other in ["\n\none\ntwo", "one\r\ntwo\r\n", "one\ntwo\n\n\n"] { #expect(fields(other) == plain) }
    #expect(fields("one\n\ntwo\n") != plain && plain.body == Array("one\ntwo".utf8))
    #expect(fields("").body.isEmpty && fields("\n\n").body.isEmpty)
  }

  @Test func tagsCountOnceAndInOrder() {
    #expect(fields("---\ntags: [b, A]\n---\n#a #c\n").tags == ["A", "b", "c"])
    let other = SharedFields(title: " x\ny ", body: [], tags: ["#b", "two words", "B", "a"], isFavorite: false)
    #expect(other.tags == ["a", "b"] && other.title == "x y")
  }

  @Test(arguments: [
    "", "text", "text\n", "\n\ntext\n\n", "---\ntitle: T\n---\ntext\n", "---\r\ntags: [a]\r\n---\r\n\r\none\r\ntwo\r\n",
    "\u{FEFF}# Heading\n", "---\nunclosed\n", "+++\ntitle = \"x\"\n+++\ntext\n",
  ])
  func whatIsTheSameChangesNoByte(text: String) throws { #expect(try applying({ _ in }, to: text) == text) }

  @Test func onlyWhatIsOtherChanges() throws {
    let text = "---\r\ntags: [a, b]\r\nother: 'kept' # so\r\n---\r\n\r\none\r\ntwo\r\n\r\n"
    #expect(
      try applying({ $0.body = Array("one\nthree".utf8) }, to: text) == text.replacing("two", with: "three"))
    #expect(try applying({ $0.tags = ["a", "c"] }, to: text) == text.replacing("[a, b]", with: "[a, c]"))
    #expect(
      try applying({ $0.isFavorite = true }, to: text)
        == text.replacing("# so\r\n", with: "# so\r\nfavorite: true\r\n"))
    #expect(
      try applying({ $0.title = "Other" }, to: text) == text.replacing("# so\r\n", with: "# so\r\ntitle: Other\r\n"))
    // A server without a title takes none away.
    #expect(try applying({ $0.title = "" }, to: "---\ntitle: T\n---\nx\n") == "---\ntitle: T\n---\nx\n")
    #expect(try applying({ $0.tags = [] }, to: "---\ntags: [a]\n---\n#b\n") == "---\n---\n#b\n")
  }

  @Test func aFenceThatEndsTheFileStaysOne() throws {
    #expect(try applying({ $0.body = Array("x".utf8) }, to: "---\na: 1\n---") == "---\na: 1\n---\nx\n")
    #expect(try applying({ $0.body = Array("x".utf8) }, to: "---\r\na: 1\r\n---") == "---\r\na: 1\r\n---\r\nx\r\n")
    #expect(try applying({ _ in }, to: "---\na: 1\n---") == "---\na: 1\n---")
  }

  @Test func blanksAroundATitleDoNotCount() throws {
    for text in ["---\ntitle: '  padded '\n---\nx\n", "---\ntitle: |\n  two\n  lines\n---\nx\n"] {
      #expect(try applying({ _ in }, to: text) == text)
    }
  }

  @Test func aTextThatBeginsLikeFrontMatterIsText() throws {
    let body = "---\ntitle: no\n---\ntext"
    let made = try applying({ $0.body = Array(body.utf8) }, to: "x\n")
    #expect(made == "\n" + body + "\n" && fields(made).title == "Note" && fields(made).body == Array(body.utf8))
    #expect(try applying({ $0.body = Array(body.utf8) }, to: "---\na: 1\n---\nx\n") == "---\na: 1\n---\n" + body + "\n")
  }

  @Test func frontMatterThatCannotBeEditedIsNot() {
    #expect(throws: FrontMatterEditError.self) {
      try applying({ $0.isFavorite = true }, to: "+++\ntitle = \"x\"\n+++\ntext\n")
    }
  }

  @Test func itIsKeptAsJSON() {
    let fields = fields("---\ntags: [ü]\nfavorite: true\ntitle: \"a \\\" b\"\n---\n\u{0}日本\u{2028}\n")
    #expect(SharedFields(json: fields.json) == fields)
    #expect(SharedFields(json: Array("{}".utf8)) == nil && SharedFields(json: []) == nil)
  }
}
