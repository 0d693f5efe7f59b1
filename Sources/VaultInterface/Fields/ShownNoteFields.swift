import VaultCore
import VaultStore

extension RecordFields where Record == ShownNote {
  /// A note in full: the fields of a list's note, and everything that reading it found.
  package static func shownNote(in vault: any RecordVault) -> RecordFields {
    let note = RecordFields<NoteRecord>.note(in: vault).of { (shown: ShownNote) in shown.record }
    let task = RecordFields<TaskView>.task(in: vault)
    return RecordFields(
      note + [
        Field("body") { .text($0.text(in: $0.note.bodyRange)) },
        Field("frontMatter", members: ["raw", "range"]) { shown in
          let frontMatter = shown.note.frontMatter
          guard frontMatter.format != .none else { return .null }
          return .object([
            .init("raw", .text(shown.text(in: frontMatter.range))), .init("range", .init(range: frontMatter.range)),
          ])
        },
        Field("lines") { .list($0.lines.map(JSONValue.init(line:))) },
        Field("headings") { .list($0.note.headings.map(JSONValue.init(heading:))) },
        Field("links") { shown in
          .list(
            shown.note.links.enumerated().map { index, link in
              JSONValue(link: link, resolved: shown.resolved.indices.contains(index) ? shown.resolved[index] : nil)
            })
        },
        Field("tagsAt") { shown in
          .list(
            shown.note.tagOccurrences.map {
              .object([.init("tag", .text("#" + $0.tag)), .init("line", .integer($0.location.line))])
            })
        },
        Field("tasks") { .list($0.tasks.map(task.value)) },
      ])
  }
}

extension ShownNote {
  /// A part of the file; bytes that are no UTF-8 replaced.
  fileprivate func text(in range: SourceRange) -> String {
    String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }
}

extension JSONValue {
  fileprivate init(line: BodyLine) {
    let (kind, detail) = Self.kind(line.kind)
    var members = [
      Member("number", .integer(line.number)), Member("range", JSONValue(range: line.range)),
      Member("kind", .text(kind)),
    ]
    if let detail { members.append(detail) }
    members += [
      Member("depth", .integer(line.depth)), Member("text", .text(line.text)),
      Member("heading", .texts(line.heading)),
    ]
    self = .object(members)
  }

  /// The stable word for a kind of line, and what else it says. An ordered item's number is `ordinal`, as `number` is
  /// the line's.
  private static func kind(_ kind: BodyLine.Kind) -> (String, Member?) {
    switch kind {
    case .heading(let level): ("heading", Member("level", .integer(level)))
    case .task(let status): ("task", Member("status", .text(String(status))))
    case .bullet: ("bullet", nil)
    case .ordered(let number): ("ordered", Member("ordinal", .integer(number)))
    case .quote: ("quote", nil)
    case .code(let language): ("code", Member("language", .text(language)))
    case .html: ("html", nil)
    case .rule: ("rule", nil)
    case .tableRow: ("tableRow", nil)
    case .linkDefinition: ("linkDefinition", nil)
    case .paragraph: ("paragraph", nil)
    case .blank: ("blank", nil)
    case .comment: ("comment", nil)
    }
  }

  fileprivate init(heading: Heading) {
    self = .object([
      Member("level", .integer(heading.level)), Member("text", .text(heading.text)),
      Member("line", .integer(heading.line)),
    ])
  }

  fileprivate init(link: Link, resolved: NotePath?) {
    self = .object([
      Member("kind", .text(link.kind.rawValue)), Member("target", .text(link.target)), Member("text", .text(link.text)),
      Member("line", .integer(link.location.line)), Member("resolved", .text(resolved?.text)),
    ])
  }
}
