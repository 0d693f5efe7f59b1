import VaultCore
import VaultStore

/// `textDocument/codeLens`: how many links lead to the note, above its title or first line, and to each heading.
///
/// Editors differ in the command that would show the links, and refuse each other's, so a lens only says how many there are.
enum CodeLensMethod {
  static let method = LanguageMethod(name: "textDocument/codeLens", lapses: .whenChanged, work: .vault(answer))

  private static func answer(_ request: LanguageRequest, _ reader: VaultReader?) throws -> JSONValue {
    guard request.workspace.settings.lenses, let reader else { return .list([]) }
    let text = try request.text
    let headings = text.spans(request.workspace.parsing).headings
    let others = try reader.backlinks(ofNoteAt: request.path)
    let counts = try countsByLine(others + reader.links(within: request.path), request)
    var lenses: [JSONValue] = []
    let title = headings.first
    if !others.isEmpty {
      let line = title.map { text.range($0.range).start.line } ?? 0
      lenses.append(lens(line, words(others.count, "backlink")))
    }
    for heading in headings where heading.heading != title?.heading || others.isEmpty {
      guard let count = counts[heading.heading.line] else { continue }
      lenses.append(lens(text.range(heading.range).start.line, words(count, "link")))
    }
    return .list(lenses)
  }

  /// How many of the links name the heading of each line.
  private static func countsByLine(_ links: [NoteLink], _ request: LanguageRequest) throws -> [Int: Int] {
    let lines = AnchorLines(try request.note)
    var counts: [Int: Int] = [:]
    for link in links {
      if let line = lines.line(of: link.anchor) { counts[line, default: 0] += 1 }
    }
    return counts
  }

  private static func words(_ count: Int, _ what: String) -> String { "\(count) \(what)\(count == 1 ? "" : "s")" }

  private static func lens(_ line: Int, _ title: String) -> JSONValue {
    let start = Position(line: line, character: 0)
    return .members(
      ("range", PositionRange(start, start).json),
      ("command", .members(("title", .text(title)), ("command", .text("")))))
  }
}
