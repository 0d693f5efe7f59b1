import VaultCore
import VaultInterface
import VaultStore

/// `textDocument/inlayHint`: when a task is due in words, and the titles of notes and tasks that are named by ids.
enum InlayHintMethod {
  static let method = LanguageMethod(name: "textDocument/inlayHint", lapses: .whenChanged, work: .vault(answer))

  private struct Hint {
    /// An offset in the text's bytes.
    let place: Int
    let label: String
  }

  private static func answer(_ request: LanguageRequest, _ reader: VaultReader?) throws -> JSONValue {
    guard request.workspace.settings.hints else { return .list([]) }
    let text = try request.text
    let range = text.coder.range(try PositionRange(request.parameters.object("range")), in: text.bytes)
    let hints = try (taskHints(request, reader, range) + linkHints(request, reader, range))
      .filter { range.touches($0.place) }.sorted { $0.place < $1.place }
    return .list(
      hints.map { hint in
        .members(
          ("position", text.position(of: hint.place).json), ("label", .text(hint.label)), ("paddingLeft", .bool(true)))
      })
  }

  // MARK: Tasks

  private static func taskHints(
    _ request: LanguageRequest, _ reader: VaultReader?, _ range: SourceRange
  ) throws -> [Hint] {
    let text = try request.text
    let today = reader?.vault.environment.today ?? VaultEnvironment.live.today
    var hints: [Hint] = []
    var waits: [(place: Int, id: String)] = []
    for task in try request.note.tasks {
      let line = text.content(of: task)
      guard line.upperBound >= range.lowerBound, line.lowerBound <= range.upperBound else { continue }
      if task.status.type.isOpen, let due = task.due?.date, let field = TaskTextParser().parse(task.raw).field(.due) {
        hints.append(
          Hint(place: line.lowerBound + field.range.upperBound, label: RelativeTime.day(due, today: today)))
      }
      // What bears an id stands right before it.
      waits += TaskIDSpan.all(of: task, text).filter { !$0.isOwn }.map { ($0.range.upperBound, $0.id) }
    }
    let named = try reader?.firstTasks(bearingAnyOf: Set(waits.map(\.id))) ?? request.note.tasks.firstByID
    return hints
      + waits.compactMap { place, id in
        guard let task = named[id], !task.description.isEmpty else { return nil }
        return Hint(place: place, label: ShownName.shortened(task.description))
      }
  }

  // MARK: Links

  private static func linkHints(
    _ request: LanguageRequest, _ reader: VaultReader?, _ range: SourceRange
  ) throws -> [Hint] {
    guard let reader else { return [] }
    let links = try DocumentLinks(request, reader)
    var named: [(place: Int, note: NotePath, name: String)] = []
    for span in try request.text.spans(request.workspace.parsing).links
    where range.touches(span.range.upperBound) && !span.range.isEmpty {
      let name = NotePath(LinkTarget(span.link.target).path).stem
      guard !span.link.callsItsTarget, isID(name), let note = links.resolved(span.link)?.path, note.isNote else {
        continue
      }
      named.append((span.range.upperBound, note, name))
    }
    guard !named.isEmpty else { return [] }
    let titles = try reader.titles(ofNotesAt: Set(named.map(\.note)))
    return named.compactMap { place, note, name in
      guard let title = titles[note], LinkResolver.key(title) != LinkResolver.key(name) else { return nil }
      return Hint(place: place, label: ShownName.shortened(title))
    }
  }

  /// True for `202601031200`, `2026-01-03-b`, `x3f9`: digits, and no letters that could be a word.
  static func isID(_ name: String) -> Bool {
    var (letters, hasDigit) = (0, false)
    for byte in name.utf8 {
      let isLetter = byte.asciiLowered >= 0x61 && byte.asciiLowered <= 0x7A
      letters = isLetter ? letters + 1 : 0
      if byte >= 0x30, byte <= 0x39 { hasDigit = true }
      guard byte.isASCIILetterOrDigit || byte == 0x2D || byte == 0x5F || byte == 0x2E, letters < 4 else { return false }
    }
    return hasDigit
  }
}
