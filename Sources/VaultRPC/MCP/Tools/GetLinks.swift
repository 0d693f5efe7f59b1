import VaultCore
import VaultInterface
import VaultStore

extension MCPTool {
  static let getLinks = MCPTool(
    "get_links", "Links of a note",
    "What a note links to, what links to it, and notes that belong together by shared links and tags.",
    [.note, .limit(1...100, 20)],
    output: [
      ToolOutput("out", "array", required: true), ToolOutput("in", "array", required: true),
      ToolOutput("related", "array", required: true),
    ]
  ) { arguments, look in
    let (_, name) = try look.address(arguments.neededText("note"))
    let limit = arguments.number("limit")
    let out = try look.reader.links(of: name)
    let back = try look.reader.backlinks(to: name).links
    let related = try look.reader.related(to: name, limit: limit)
    let lists: [(String, [JSONValue], total: Int)] = [
      ("out", out.prefix(limit).map(look.link), out.count),
      ("in", try look.reader.places(of: back.prefix(limit)).map(look.backlink), back.count),
      ("related", related.notes.map { look.related($0) }, related.total),
    ]
    // Each has a third of the room.
    let room = (look.room - ToolReader.frame) / lists.count
    return .object(
      lists.flatMap { name, entries, total in
        [
          JSONValue.Member(name, .list(Array(entries.prefix(entries.fitting(room))))),
          JSONValue.Member(name + "Total", .integer(total)),
        ]
      })
  }
}

extension ToolReader {
  fileprivate func link(_ link: NoteLink) -> JSONValue {
    .members(
      ("path", link.resolved.map(path)), ("target", text(link.link.target)), ("kind", .text(link.link.kind.rawValue)),
      ("line", .integer(link.link.location.line)),
      ("missing", link.missing.map { .text($0.rawValue) }))
  }

  fileprivate func backlink(_ place: LinkPlace) -> JSONValue {
    .members(
      ("path", path(place.link.source)), ("title", text(place.link.title)),
      ("line", .integer(place.link.link.location.line)),
      ("text", text(Excerpt(place.text, [], width: Preview.width).text, most: 800)))
  }

  fileprivate func related(_ note: RelatedNote) -> JSONValue {
    .members(
      ("path", path(note.record.path)), ("title", text(note.record.title)), ("linked", .bool(note.isLinked)),
      ("shared", .integer(note.links.count)), ("tags", .list(note.tags.prefix(5).map { text($0, most: 100) })))
  }
}
