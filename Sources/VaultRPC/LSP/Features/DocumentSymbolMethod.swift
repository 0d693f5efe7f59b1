import VaultCore

/// `textDocument/documentSymbol`: headings, nested, with the tasks and named blocks below them.
enum DocumentSymbolMethod {
  static let method = LanguageMethod(name: "textDocument/documentSymbol", work: .text(answer))

  /// The kinds of the protocol that come nearest.
  private enum Kind: Int {
    case heading = 15  // String
    case task = 17  // Boolean
    case block = 20  // Key
  }

  private struct Symbol {
    var name: String
    var detail: String?
    var kind: Kind
    /// Its level for a heading; nil for what a heading holds.
    var level: Int?
    var line: Int
    var selection: SourceRange
    var end: Int
    var children: [Symbol] = []
  }

  private static func answer(_ request: LanguageRequest) throws -> JSONValue {
    let text = try request.text
    let symbols = symbols(text.spans(request.workspace.parsing), try request.note, text)
    guard request.client.takesNestedSymbols else {
      return .list(nested(symbols).flatMap { flat($0, text, container: nil) })
    }
    return .list(nested(symbols).map { json($0, text) })
  }

  /// Sorted by line.
  private static func symbols(_ spans: NoteSpans, _ note: Note, _ text: DocumentText) -> [Symbol] {
    let ends = sectionEnds(spans.headings, text)
    var symbols = zip(spans.headings, ends).map { span, end in
      Symbol(
        name: span.heading.text, kind: .heading, level: span.heading.level, line: span.heading.line,
        selection: span.range, end: end)
    }
    symbols += note.tasks.map { task in
      let content = text.content(ofLine: task.line)
      return Symbol(
        name: task.description, detail: task.status.name, kind: .task, line: task.line, selection: content,
        end: content.upperBound)
    }
    symbols += spans.blockIDs.map { span in
      Symbol(
        name: "^" + span.blockID.id, kind: .block, line: span.blockID.line, selection: span.range,
        end: text.content(ofLine: span.blockID.line).upperBound)
    }
    return symbols.enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }.map(\.element)
  }

  /// Where each heading's section ends: before the next one of its level or above.
  private static func sectionEnds(_ headings: [NoteSpans.HeadingSpan], _ text: DocumentText) -> [Int] {
    var ends = [Int](repeating: text.bytes.count, count: headings.count)
    var open: [Int] = []
    for (index, span) in headings.enumerated() {
      let start = text.content(ofLine: span.heading.line - 1).upperBound
      while let last = open.last, headings[last].heading.level >= span.heading.level {
        ends[last] = max(start, headings[last].range.upperBound)
        open.removeLast()
      }
      open.append(index)
    }
    return ends
  }

  /// Each below the heading that it stands under.
  private static func nested(_ symbols: [Symbol]) -> [Symbol] {
    var roots: [Symbol] = []
    var open: [Symbol] = []
    func close(to level: Int) {
      while let last = open.last, last.level ?? .max >= level {
        open.removeLast()
        if open.isEmpty { roots.append(last) } else { open[open.count - 1].children.append(last) }
      }
    }
    for symbol in symbols {
      if let level = symbol.level {
        close(to: level)
        open.append(symbol)
      } else if open.isEmpty {
        roots.append(symbol)
      } else {
        open[open.count - 1].children.append(symbol)
      }
    }
    close(to: 0)
    return roots
  }

  private static func json(_ symbol: Symbol, _ text: DocumentText) -> JSONValue {
    let start = min(text.content(ofLine: symbol.line).lowerBound, symbol.selection.lowerBound)
    return .members(
      ("name", .text(shown(symbol))), ("detail", symbol.detail.map { .text($0) }),
      ("kind", .integer(symbol.kind.rawValue)),
      ("range", text.range(start..<max(symbol.end, symbol.selection.upperBound)).json),
      ("selectionRange", text.range(symbol.selection).json),
      ("children", symbol.children.isEmpty ? nil : .list(symbol.children.map { json($0, text) })))
  }

  private static func flat(_ symbol: Symbol, _ text: DocumentText, container: String?) -> [JSONValue] {
    let own = JSONValue.members(
      ("name", .text(shown(symbol))), ("kind", .integer(symbol.kind.rawValue)),
      ("location", Place(text.uri, text.range(symbol.selection)).location),
      ("containerName", container.map { .text($0) }))
    return [own] + symbol.children.flatMap { flat($0, text, container: symbol.name) }
  }

  /// Clients refuse symbols without a name.
  private static func shown(_ symbol: Symbol) -> String {
    symbol.name.utf8.allSatisfy(\.isASCIIWhitespace) ? "(empty)" : symbol.name
  }
}
