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

  var range: SourceRange {
    switch self {
    case .link(_, _, let range), .tag(_, let range), .heading(_, let range), .blockID(_, let range),
      .taskID(_, _, let range):
      range
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
    if let task = note.tasks.first(where: { $0.line == line }), let id = taskID(of: task, at: offset, text) {
      return id
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

  private static func taskID(of task: TaskItem, at offset: Int, _ text: DocumentText) -> Standing? {
    let start = text.content(ofLine: task.line).lowerBound
    for (kind, isOwn) in [(TaskFieldKind.id, true), (.dependsOn, false)] {
      guard let value = TaskTextParser().parse(task.raw).field(kind)?.valueRange else { continue }
      let raw = Array(task.raw.utf8)
      for id in raw[value].split(whereSeparator: { $0 == 0x2C || $0 == 0x20 }) {
        let range = start + id.startIndex..<start + id.endIndex
        if range.touches(offset) { return .taskID(String(decoding: id, as: UTF8.self), isOwn: isOwn, range) }
      }
    }
    return nil
  }
}

extension SourceRange {
  /// True within it and at both of its ends, as a cursor between two letters belongs to both.
  func touches(_ offset: Int) -> Bool { lowerBound <= offset && offset <= upperBound }
}
