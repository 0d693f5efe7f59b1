import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct BlockRenameTests {
  private func renamed(
    _ text: String, _ id: String, line: Int? = nil, _ new: String,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> String {
    let read = ReadNote(text, sourceLocation: sourceLocation)
    let block = try BlockRename.block(id, line: line, in: read.note)
    let edits = try BlockRename.edits(of: block, to: new, in: read.bytes, note: read.note)
    let bytes = try edits.applied(to: read.bytes)
    let after = ReadNote(bytes: bytes, sourceLocation: sourceLocation)
    #expect(
      after.note.blockIDs == read.note.blockIDs.map { $0 == block ? BlockID(id: new, line: $0.line) : $0 },
      sourceLocation: sourceLocation)
    #expect(try edits.inverted(for: read.bytes).applied(to: bytes) == read.bytes, sourceLocation: sourceLocation)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    arguments: [
      ("a ^one\r\nb ^two  \r\n", "two", "new", "a ^one\r\nb ^new  \r\n"),
      ("- a ^ID\n- b", "id", "x-1", "- a ^x-1\n- b"),
      ("| a |\n|---|\n\n^t\n\nb", "t", "table", "| a |\n|---|\n\n^table\n\nb"),
      ("# H ^id #\n", "id", "b", "# H ^b #\n"),
      ("\u{FEFF}---\na: 1\n---\n> 👩‍👩‍👧 ^id", "id", "b", "\u{FEFF}---\na: 1\n---\n> 👩‍👩‍👧 ^b"),
      ("- [ ] a ^id\n```\nb ^id\n```\n", "id", "B", "- [ ] a ^B\n```\nb ^id\n```\n"), ("a ^id", "id", "id", "a ^id"),
      ("a ^id", "id", "ID", "a ^ID"),
    ] as [(String, String, String, String)])
  func ids(text: String, id: String, new: String, expected: String) throws {
    #expect(try renamed(text, id, new).utf8.elementsEqual(expected.utf8))
  }

  @Test func oneOfSeveralIsToldByItsLine() throws {
    let text = "a ^x\nb ^X\n"
    #expect(throws: BlockRenameError.ambiguous("x", lines: [1, 2])) { try renamed(text, "x", "y") }
    #expect(try renamed(text, "x", line: 2, "y") == "a ^x\nb ^y\n")
    #expect(throws: BlockRenameError.noBlock("x")) { try renamed(text, "x", line: 3, "y") }
    let note = ReadNote(text).note
    #expect(note.blockIDs.map { BlockRename.isFirst($0, in: note) } == [true, false])
  }

  @Test(
    arguments: [
      ("a ^x", "y", "z", .noBlock("y")), ("a ^x", "x", "", .emptyID), ("a ^x", "x", "a b", .invalid("a b")),
      ("a ^x", "x", "^y", .invalid("^y")), ("a ^x", "x", "é", .invalid("é")),
      ("a ^x\nb ^Y", "x", "y", .taken("Y", line: 2)),
    ] as [(String, String, String, BlockRenameError)])
  func refusals(text: String, id: String, new: String, error: BlockRenameError) {
    #expect(throws: error) { try renamed(text, id, new) }
    #expect(!error.description.isEmpty)
  }

  @Test(
    arguments: [
      (
        "[[Note#^old]] ![[note#^OLD|x]] [[Note#^older]] [[Note#old]] [[Note]]",
        "[[Note#^new-1]] ![[note#^new-1|x]] [[Note#^older]] [[Note#old]] [[Note]]"
      ),
      (
        "[x](Note.md#^old) [x](Note.md#%5Eold 'T') [x](<Note.md#^old>) [x](Note.md#\\^old) ![](Note.md#^old)",
        "[x](Note.md#^new-1) [x](Note.md#%5Enew-1 'T') [x](<Note.md#^new-1>) [x](Note.md#\\^new-1) ![](Note.md#^new-1)"
      ),
      (
        "[[ Note # H # ^old ]] [[#^old]] [[Other#^old]] `[[Note#^old]]`",
        "[[ Note # H # ^new-1 ]] [[#^old]] [[Other#^old]] `[[Note#^old]]`"
      ),
      (
        "---\na: '[[Note#^old]]'\nb: [\"[[Note#^old|y]]\"]\n---\n[r]\n\n[r]: Note.md#^old 'T'",
        "---\na: '[[Note#^new-1]]'\nb: [\"[[Note#^new-1|y]]\"]\n---\n[r]\n\n[r]: Note.md#^new-1 'T'"
      ),
    ])
  func linksFollow(before: String, after: String) throws {
    let read = ReadNote(before, path: "From.md")
    let resolver = LinkResolver(InMemoryLinkDirectory(paths: [NotePath("Note.md"), NotePath("From.md")]))
    let edits = try BlockRename.linkEdits(
      for: read.note, in: read.bytes, target: NotePath("Note.md"), from: "old", to: "new-1", resolver: resolver)
    #expect(String(decoding: try edits.applied(to: read.bytes), as: UTF8.self) == after)
  }

  @Test func linksOfTheNoteItselfFollow() throws {
    let read = ReadNote("a ^old\n\n[[#^old]] [x](#^old)", path: "Note.md")
    let resolver = LinkResolver(InMemoryLinkDirectory(paths: [NotePath("Note.md")]))
    let edits = try BlockRename.linkEdits(
      for: read.note, in: read.bytes, target: NotePath("Note.md"), from: "old", to: "b", resolver: resolver)
    #expect(String(decoding: try edits.applied(to: read.bytes), as: UTF8.self) == "a ^old\n\n[[#^b]] [x](#^b)")
  }
}
