import Foundation
import VaultCore
import VaultInterface
import VaultStore

/// `textDocument/hover`: the note, section or block that a link leads to, a task in words, what is known of a tag.
enum HoverMethod {
  static let method = LanguageMethod(name: "textDocument/hover", work: .vault(answer))

  /// How much of a note is shown, in characters.
  private static let longest = 2_000

  private static func answer(_ request: LanguageRequest, _ reader: VaultReader?) throws -> JSONValue {
    let offset = try request.offset
    let text = try request.text
    let standing = try Standing(at: offset, request)
    if let standing, let shown = try shown(standing, request, reader) {
      return json(shown, text.range(standing.origin), request)
    }
    let line = text.line(at: offset)
    guard let task = try request.note.tasks.first(where: { $0.line == line }) else { return .null }
    return json(try words(of: task, reader), text.range(text.content(ofLine: line)), request)
  }

  private static func json(_ shown: String, _ range: PositionRange, _ request: LanguageRequest) -> JSONValue {
    .members(
      (
        "contents",
        .members(("kind", .text(request.client.takesMarkdown ? "markdown" : "plaintext")), ("value", .text(shown)))
      ), ("range", range.json))
  }

  private static func shown(
    _ standing: Standing, _ request: LanguageRequest, _ reader: VaultReader?
  ) throws -> String? {
    switch standing {
    case .link(let span, _, _): return try target(of: span.link, request, reader)
    case .tag(let tag, _):
      guard let found = try reader?.tags().first(where: { LinkResolver.key($0.tag) == LinkResolver.key(tag) }) else {
        return nil
      }
      let below = found.total > found.count ? ", \(found.total) with those below it" : ""
      return "**#\(found.tag)**\n\n\(found.count) \(found.count == 1 ? "note" : "notes")\(below)"
    case .taskID(let id, _, _):
      guard let task = try reader?.tasks(bearing: id).first else { return nil }
      return "\(try words(of: task, reader))\n\n\(task.path.text):\(task.line)"
    case .label(let label): return try words(of: label, request, reader)
    case .heading, .blockID: return nil
    }
  }

  /// What a reference leads to, and else the line that defines the label.
  private static func words(
    of label: LabelOccurrence, _ request: LanguageRequest, _ reader: VaultReader?
  ) throws -> String? {
    let text = try request.text
    let link = text.spans(request.workspace.parsing).links.last {
      $0.link.kind == .reference && $0.range.lowerBound <= label.range.lowerBound
        && label.range.upperBound <= $0.range.upperBound
    }
    if let link { return try target(of: link.link, request, reader) }
    guard !label.isDefinition, let definition = try DefinitionMethod.definition(of: label, request) else { return nil }
    let line = text.content(ofLine: text.line(at: definition.range.lowerBound))
    return String(decoding: text.bytes[line].prefix(4 * longest), as: UTF8.self)
  }

  private static func target(
    of link: Link, _ request: LanguageRequest, _ reader: VaultReader?
  ) throws -> String? {
    if link.isExternal { return link.target }
    guard let (path, anchor) = try DefinitionMethod.target(of: link, request, reader) else {
      return "Leads to no file of this vault: \(link.target)"
    }
    guard path.isNote, let bytes = try path == request.path ? request.text.bytes : reader?.bytes(ofNoteAt: path) else {
      return path.text
    }
    let note = NoteParser(options: request.workspace.parsing).structure(of: bytes, path: path)
    return "**\(note.title)** — \(path.text)\n\n---\n\n\(excerpt(of: note, anchor, bytes))"
  }

  /// The section or block that an anchor names, else the body.
  private static func excerpt(of note: Note, _ anchor: LinkTarget.Anchor, _ bytes: [UInt8]) -> String {
    var range = note.bodyRange
    if let line = note.line(of: anchor) {
      let coder = PositionCoder(bytes, .utf8)
      let start = coder.content(ofLine: line - 1, in: bytes)
      if case .block = anchor {
        range = start
      } else {
        let heading = note.headings.first { $0.line == line }
        let next = note.headings.first { $0.line > line && $0.level <= heading?.level ?? 0 }
        let end = next.map { coder.content(ofLine: $0.line - 1, in: bytes).lowerBound } ?? bytes.count
        range = start.lowerBound..<max(start.upperBound, end)
      }
    }
    // By bytes first: characters of a long text take long to count.
    let text = String(decoding: bytes[range].prefix(4 * longest), as: UTF8.self)
    let shown = text.prefix(longest)
    return shown.count < text.count || range.count > 4 * longest ? shown + "…" : String(shown)
  }

  // MARK: Tasks

  private static func words(of task: TaskItem, _ reader: VaultReader?) throws -> String {
    let today = reader?.vault.environment.today ?? VaultEnvironment.live.today
    var lines = ["**\(task.description)**", task.status.name]
    for kind in TaskFieldKind.dates {
      guard let date = task.dates[kind] else { continue }
      let words = date.date.map { "\(RelativeTime.day($0, today: today)) (\($0))" } ?? "no such day"
      lines.append("\(kind.rawValue): \(words)")
    }
    if task.priority != .none { lines.append("priority: \(task.priority.rawValue)") }
    if let rule = task.recurrence { lines.append("repeats: \(rule)") }
    if let reader, !task.dependsOn.isEmpty {
      for id in task.dependsOn {
        for blocker in try reader.tasks(bearing: id) where blocker.status.type.isOpen {
          lines.append("waits for: \(blocker.description) (\(blocker.path.text):\(blocker.line))")
        }
      }
    }
    return lines.joined(separator: "\n\n")
  }
}
