import VaultCore

/// What stands at a place of a note, with its bytes.
enum Standing: Sendable {
  enum LinkPart: Sendable {
    /// What names the note or file.
    case path
    /// What names a heading or block in it.
    case anchor
    /// The text that is shown, and the brackets.
    case text
  }

  case link(NoteSpans.LinkSpan, LinkPart, SourceRange)
  case tag(String, SourceRange)
  case heading(Heading, SourceRange)
  case blockID(BlockID, SourceRange)
  /// `id`: of the task; else one that the task waits for.
  case taskID(String, isOwn: Bool, SourceRange)
  /// What names a footnote or a link definition.
  case label(LabelOccurrence)

  var range: SourceRange {
    switch self {
    case .link(_, _, let range), .tag(_, let range), .heading(_, let range), .blockID(_, let range),
      .taskID(_, _, let range):
      range
    case .label(let label): label.range
    }
  }

  /// Nil where nothing stands that has a meaning beyond its text. Both ends of a thing belong to it.
  init?(at offset: Int, _ request: LanguageRequest) throws(RPCError) {
    let text = try request.text
    let spans = text.spans(request.workspace.parsing)
    if let standing = Self.inLine(at: offset, text, spans, try request.note) { self = standing } else { return nil }
  }

  private static func inLine(
    at offset: Int, _ text: DocumentText, _ spans: NoteSpans, _ note: Note
  ) -> Standing? {
    if mayBeLabel(at: offset, in: text.bytes), let label = text.labels.first(where: { $0.range.touches(offset) }) {
      return .label(label)
    }
    if let link = spans.links.last(where: { $0.range.touches(offset) && !$0.range.isEmpty }) {
      return self.link(link, at: offset, in: text.bytes)
    }
    if let tag = spans.tags.first(where: { ($0.range.lowerBound - 1..<$0.range.upperBound).touches(offset) }) {
      return .tag(tag.tag, tag.range)
    }
    if let tag = spans.frontMatterTags.first(where: { $0.range.touches(offset) }) {
      return .tag(tag.tag, tag.range)
    }
    if let id = spans.blockIDs.first(where: { ($0.range.lowerBound - 1..<$0.range.upperBound).touches(offset) }) {
      return .blockID(id.blockID, id.range)
    }
    let line = text.line(at: offset)
    if let task = note.tasks.first(where: { $0.line == line }),
      let id = TaskIDSpan.all(of: task, text).first(where: { $0.range.touches(offset) })
    {
      return .taskID(id.id, isOwn: id.isOwn, id.range)
    }
    if let heading = spans.headings.first(where: { $0.heading.line == line }) {
      return .heading(heading.heading, heading.range)
    }
    return nil
  }

  private static func link(_ span: NoteSpans.LinkSpan, at offset: Int, in bytes: [UInt8]) -> Standing {
    guard let (path, anchor) = span.parts(in: bytes), span.range.lowerBound <= path.lowerBound,
      path.upperBound <= span.range.upperBound
    else { return .link(span, .text, span.range) }
    if let anchor, anchor.touches(offset), offset >= anchor.lowerBound { return .link(span, .anchor, anchor) }
    if path.touches(offset), !path.isEmpty { return .link(span, .path, path) }
    return .link(span, .text, span.range)
  }

  /// No label is longer, in bytes.
  private static let longestLabel = 4_000

  /// False where no bracket is open before a place, which is told without reading the note.
  private static func mayBeLabel(at offset: Int, in bytes: [UInt8]) -> Bool {
    var place = offset - 1
    while place >= max(0, offset - longestLabel) {
      let isEscaped = place > 0 && bytes[place - 1] == 0x5C
      if bytes[place] == 0x5B { return true }
      if bytes[place] == 0x5D, !isEscaped { return false }
      place -= 1
    }
    return false
  }
}

/// Where a task's line has the id of a task, its own or that of one it waits for.
struct TaskIDSpan {
  let id: String
  let isOwn: Bool
  let range: SourceRange

  static func all(of task: TaskItem, _ text: DocumentText) -> [TaskIDSpan] {
    guard task.id != nil || !task.dependsOn.isEmpty else { return [] }
    let start = text.content(of: task).lowerBound
    let (fields, raw) = (TaskTextParser().parse(task.raw), Array(task.raw.utf8))
    return [(TaskFieldKind.id, true), (.dependsOn, false)].flatMap { kind, isOwn -> [TaskIDSpan] in
      guard let value = fields.field(kind)?.valueRange else { return [] }
      return raw[value].split(whereSeparator: { $0 == 0x2C || $0 == 0x20 }).map { id in
        TaskIDSpan(
          id: String(decoding: id, as: UTF8.self), isOwn: isOwn, range: start + id.startIndex..<start + id.endIndex)
      }
    }
  }
}

extension SourceRange {
  /// True within it and at both of its ends, as a cursor between two letters belongs to both.
  func touches(_ offset: Int) -> Bool { lowerBound <= offset && offset <= upperBound }
}
