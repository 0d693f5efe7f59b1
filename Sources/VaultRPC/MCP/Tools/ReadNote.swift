import VaultCore
import VaultInterface
import VaultStore

extension MCPTool {
  static let readNote = MCPTool(
    "read_note", "Read a note",
    "Text of a note, or of one section, with its etag, properties and outline. Long notes come in parts: go on with from_line.",
    [
      .note, .section, ToolParameter("from_line", .number(1...10_000_000, usual: 1)),
      ToolParameter("max_bytes", .number(256...65_536, usual: 16_384)),
    ],
    output: [
      ToolOutput("path", "string", required: true), ToolOutput("title", "string"),
      ToolOutput("etag", "string", required: true), ToolOutput("text", "string", required: true),
      ToolOutput("firstLine", "integer"), ToolOutput("lastLine", "integer"),
      ToolOutput("lines", "integer", required: true), ToolOutput("properties", "object"),
      ToolOutput("headings", "array"),
    ]
  ) { arguments, look in
    let note = try look.reader.show(look.address(arguments.neededText("note")).name)
    let section = try arguments.section().map { try note.lines(ofSection: $0.heading) }
    let first = arguments.number("from_line")
    let lines = note.lines.filter { section?.contains($0.number) != false && $0.number >= first }
    let head: [(String, JSONValue?)] = [
      ("path", look.path(note.record.path)), ("title", look.text(note.record.title)),
      ("etag", .text(NoteETag.text(of: note.record.hash))),
    ]
    let properties = look.properties(note.record, room: look.room / 8)
    let headings = note.note.headings.prefix(200).map { heading in
      JSONValue.members(
        ("level", .integer(heading.level)), ("text", look.text(heading.text, most: 200)),
        ("line", .integer(heading.line)))
    }
    let outline = JSONValue.list(Array(headings.prefix(headings.fitting(look.room / 8))))
    let part = NotePart(
      lines[...], of: note, most: arguments.number("max_bytes"),
      room: look.room - ToolReader.frame - properties.bytes.count - outline.bytes.count - note.record.path.bytes.count)
    look.reference([note.record.path])
    return .object(
      (head + [
        ("text", .text(part.text)), ("firstLine", part.first), ("lastLine", part.last),
        ("lines", .integer(note.lines.last?.number ?? 0)), ("properties", properties), ("headings", outline),
        ("hidden", part.hidden), ("cut", part.isCut ? .bool(true) : nil), ("next", part.next),
      ]).compactMap { name, value in value.map { .init(name, $0) } })
  }
}

/// As many lines of a note as there is room for.
private struct NotePart {
  private(set) var text = ""
  private(set) var first: JSONValue?
  private(set) var last: JSONValue?
  /// The first line behind it; nil at the end.
  private(set) var next: JSONValue?
  /// The numbers of those of its lines that are in comments.
  private(set) var hidden: JSONValue?
  /// True where its one line is longer than there is room for, and only its beginning is given.
  private(set) var isCut = false

  private static let mostHidden = 100

  /// `most`: bytes of text. `room`: bytes of JSON, in which line feeds and quotes take more.
  init(_ lines: ArraySlice<BodyLine>, of note: ShownNote, most: Int, room: Int) {
    var (count, room) = (0, room)
    for line in lines {
      let bytes = Array(note.bytes[line.range.clamped(to: 0..<note.bytes.count)])
      let shown = UnseenCharacters.shown(String(decoding: LineEnding.lf.applied(to: bytes), as: UTF8.self))
      room -= JSONValue.text(shown).bytes.count
      if text.utf8.count + shown.utf8.count > most || room < 0 {
        guard count == 0 else { break }
        text = shown.beginning(most).beginning(inJSON: room + JSONValue.text(shown).bytes.count)
        (count, isCut) = (1, true)
        break
      }
      text += shown
      count += 1
    }
    let given = lines.prefix(count)
    first = given.first.map { .integer($0.number) }
    last = given.last.map { .integer($0.number) }
    next = lines.dropFirst(count).first.map { .integer($0.number) }
    let numbers = Set(given.map(\.number))
    let inComments = HiddenLines.numbers(in: note.lines, of: note.bytes).filter(numbers.contains)
    if !inComments.isEmpty { hidden = .list(inComments.prefix(Self.mostHidden).map { .integer($0) }) }
  }
}
