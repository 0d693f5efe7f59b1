import Foundation
import VaultCore
import VaultInterface
import VaultStore

/// `textDocument/hover`: the note, section or block that a link leads to, a task in words, what is known of a tag.
enum HoverMethod {
  static let method = LanguageMethod(name: "textDocument/hover", work: .vault(answer))

  private static func answer(_ request: LanguageRequest, _ reader: VaultReader?) throws -> JSONValue {
    let offset = try request.offset
    let text = try request.text
    let standing = try Standing(at: offset, request)
    if let standing, let shown = try shown(standing, request, reader) {
      return json(shown, text.range(standing.origin), request)
    }
    if let (shown, key) = try property(at: offset, request, reader) { return json(shown, text.range(key), request) }
    let line = text.line(at: offset)
    guard let task = try request.note.tasks.first(where: { $0.line == line }) else { return .null }
    return json(try words(of: task, request, reader), text.range(text.content(ofLine: line)), request)
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
      return "\(strong("#" + found.tag, request))\n\n\(found.count) \(found.count == 1 ? "note" : "notes")\(below)"
    case .taskID(let id, _, _):
      guard let task = try reader?.tasks(bearing: id).first else { return nil }
      return "\(try words(of: task, request, reader))\n\n\(task.path.text):\(task.line)"
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
    if let link, label.kind == .reference { return try target(of: link.link, request, reader) }
    guard !label.isDefinition, let definition = try DefinitionMethod.definition(of: label, request) else { return nil }
    let line = text.content(ofLine: text.line(at: definition.range.lowerBound))
    return NoteExcerpt.shortened(text.bytes, line)
  }

  private static func target(
    of link: Link, _ request: LanguageRequest, _ reader: VaultReader?
  ) throws -> String? {
    if link.isExternal { return link.target }
    guard let (path, anchor) = try DefinitionMethod.target(of: link, request, reader) else {
      return "Leads to no file of this vault: \(link.target)"
    }
    return try NoteExcerpt(request, reader, takesMarkdown: request.client.takesMarkdown).text(of: path, anchor)
  }

  private static func strong(_ text: String, _ request: LanguageRequest) -> String {
    NoteExcerpt.strong(text, request.client.takesMarkdown)
  }

  // MARK: Properties

  /// More values than these nobody reads.
  private static let mostValues = 10

  /// The values that notes give the property whose key stands there, with how many do.
  private static func property(
    at offset: Int, _ request: LanguageRequest, _ reader: VaultReader?
  ) throws -> (shown: String, key: SourceRange)? {
    let (text, note) = (try request.text, try request.note)
    guard let reader, note.frontMatter.range.contains(offset) else { return nil }
    for property in note.frontMatter.properties {
      let start = text.offset(of: property.location)
      let key = start..<min(start + property.key.utf8.count, text.bytes.count)
      guard key.touches(offset), text.bytes[key].elementsEqual(property.key.utf8) else { continue }
      let values = try reader.values(ofProperty: property.key)
      var lines = values.prefix(mostValues).map { "- \($0.value.formatted): \($0.count)" }
      if values.count > mostValues { lines.append("- and \(values.count - mostValues) more") }
      let count = values.count == 1 ? "1 value" : "\(values.count) values"
      return ("\(strong(property.key, request))\n\n\(count) in this vault\n\n\(lines.joined(separator: "\n"))", key)
    }
    return nil
  }

  // MARK: Tasks

  private static func words(
    of task: TaskItem, _ request: LanguageRequest, _ reader: VaultReader?
  ) throws -> String {
    let today = reader?.vault.environment.today ?? VaultEnvironment.live.today
    var lines = [strong(task.description, request), task.status.name]
    for kind in TaskFieldKind.dates {
      guard let date = task.dates[kind] else { continue }
      let words = date.date.map { "\(RelativeTime.day($0, today: today)) (\($0))" } ?? "no such day"
      lines.append("\(kind.rawValue): \(words)")
    }
    if task.priority != .none { lines.append("priority: \(task.priority.rawValue)") }
    if let rule = task.recurrence {
      lines.append("repeats: \(rule)")
      do throws(RecurrenceError) {
        if let next = try task.dates.next(rule, completedOn: today).reference?.date.date {
          lines.append("next: \(RelativeTime.day(next, today: today)) (\(next)), if it is done today")
        }
      } catch {
        lines.append("next: \(error)")
      }
    }
    if task.status.type.isOpen { lines.append("urgency: \(Urgency.text(Urgency.value(of: task, on: today)))") }
    for id in task.dependsOn {
      for blocker in try reader?.tasks(bearing: id) ?? [] where blocker.status.type.isOpen {
        lines.append("waits for: \(blocker.description) (\(blocker.path.text):\(blocker.line))")
      }
    }
    return lines.joined(separator: "\n\n")
  }
}
