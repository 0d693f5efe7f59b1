import VaultCore
import VaultInterface

/// Draws a note's body for a person at a terminal, from its `BodyLine`s.
package struct NoteRenderer {
  private let theme: Theme
  private let glyphs: Glyphs
  private let width: Int
  /// Without colours a heading is told from text by its marks.
  private let hasStyles: Bool
  private let statusType: (Unicode.Scalar) -> StatusType
  private let overdueLines: Set<Int>

  /// `width` in columns. `statusType` says what a task's symbol means; `overdueLines` are the file's lines whose tasks
  /// are overdue.
  package init(
    theme: Theme, glyphs: Glyphs, width: Int, hasStyles: Bool = true, overdueLines: Set<Int> = [],
    statusType: @escaping (Unicode.Scalar) -> StatusType = Self.defaultStatusType
  ) {
    self.theme = theme
    self.glyphs = glyphs
    self.width = max(width, 20)
    self.hasStyles = hasStyles
    self.overdueLines = overdueLines
    self.statusType = statusType
  }

  package static func defaultStatusType(_ symbol: Unicode.Scalar) -> StatusType {
    switch symbol {
    case "x", "X": .done
    case "/": .inProgress
    case "-": .cancelled
    default: .todo
    }
  }

  /// The lines to print, none wider than the width. Comments and link definitions are left out, several blank lines
  /// become one, and none stands at either end.
  package func lines(_ body: [BodyLine]) -> [StyledText] {
    let styler = InlineStyler(theme: theme, definitions: Self.definitions(body))
    var out: [StyledText] = []
    var pendingWhitespace = false
    var quoteDepth = 0
    var i = 0
    while i < body.count {
      let line = body[i]
      quoteDepth = Self.quoteDepth(line, before: quoteDepth)
      var drawn: [StyledText] = []
      var next = i + 1
      switch line.kind {
      case .blank: pendingWhitespace = true
      case .comment, .linkDefinition: break
      case .heading(let level): drawn = heading(line, level, styler)
      case .task(let status): drawn = task(line, status, styler, quoteDepth)
      case .bullet: drawn = item(line, StyledText(glyphs.bullet + " ", theme[.accent]), styler, quoteDepth)
      case .ordered(let number): drawn = item(line, StyledText("\(number). ", theme[.accent]), styler, quoteDepth)
      case .quote: drawn = quote(line, styler, first: i == 0 || body[i - 1].kind != .quote)
      case .code(let language):
        while next < body.count, body[next].kind == line.kind, body[next].depth == line.depth { next += 1 }
        drawn = code(body[i..<next], language, quoteDepth)
      case .html: drawn = wrapped(StyledText(Self.untabbed(line.text), theme[.muted]), indent(line.depth))
      case .rule: drawn = [StyledText(String(repeating: glyphs.rule, count: width - 1), theme[.muted])]
      case .tableRow:
        while next < body.count, body[next].kind == .tableRow, body[next].depth == line.depth { next += 1 }
        let prefix = prefix(line.depth, quoteDepth)
        drawn = TableDrawing(theme: theme, glyphs: glyphs, styler: styler)
          .lines(body[i..<next].map(\.text), width: width - prefix.width).map { prefix + $0 }
      case .paragraph: drawn = wrapped(styler.styled(Self.untabbed(line.text)), prefix(line.depth, quoteDepth))
      }
      // What only holds a comment draws as nothing; a blank line of code is one.
      var isCode = false
      if case .code = line.kind { isCode = true }
      if isCode || drawn.contains(where: { $0.width > 0 }) {
        if pendingWhitespace, !out.isEmpty { out.append(StyledText()) }
        pendingWhitespace = false
        out.append(contentsOf: drawn)
      }
      i = next
    }
    return out
  }

  /// Quotes are the only blocks that say of themselves that they are one; what else stands in a quote is known by its
  /// depth, right below one.
  private static func quoteDepth(_ line: BodyLine, before: Int) -> Int {
    switch line.kind {
    case .quote: line.depth
    case .bullet, .ordered, .task, .paragraph: line.depth > before ? before : 0
    case .blank: 0
    default: line.depth >= before ? before : 0
    }
  }

  private func indent(_ depth: Int) -> StyledText {
    StyledText(String(repeating: " ", count: 2 * min(depth, width / 8)))
  }

  /// The bar of a quote, if the line stands in one, and the indentation of lists.
  private func prefix(_ depth: Int, _ quoteDepth: Int) -> StyledText {
    guard quoteDepth > 0 else { return indent(depth) }
    return indent(quoteDepth - 1) + StyledText(glyphs.bar + " ", theme[.muted]) + indent(max(depth - quoteDepth, 0))
  }

  /// `first` before the first line, blanks of the same width before the others.
  private func wrapped(_ text: StyledText, _ first: StyledText, hanging: StyledText? = nil) -> [StyledText] {
    let hanging = hanging ?? first
    return text.wrapped(to: width - first.width).enumerated().map { $0 == 0 ? first + $1 : hanging + $1 }
  }

  private func heading(_ line: BodyLine, _ level: Int, _ styler: InlineStyler) -> [StyledText] {
    guard !line.text.isEmpty else { return [] }
    let style = level == 1 ? theme[.heading].with(Style(underline: true)) : level == 2 ? theme[.heading] : theme[.title]
    var text = StyledText()
    if !hasStyles { text.append(String(repeating: "#", count: level) + " ") }
    text.append(styler.styled(Self.untabbed(line.text), base: style))
    return wrapped(text, StyledText())
  }

  private func task(
    _ line: BodyLine, _ status: Unicode.Scalar, _ styler: InlineStyler, _ quoteDepth: Int
  ) -> [StyledText] {
    let type = statusType(status)
    let sign: StyledText
    var base = Style.plain
    switch type {
    case .done, .nonTask:
      sign = StyledText(glyphs.done + " ", theme[.success])
      base = theme[.done]
    case .cancelled:
      sign = StyledText(glyphs.cancelled + " ", theme[.done])
      base = theme[.done].with(Style(strikethrough: true))
    case _ where overdueLines.contains(line.number):
      sign = StyledText(glyphs.overdue + " ", theme[.overdue])
    case .inProgress: sign = StyledText(glyphs.inProgress + " ", theme[.inProgress])
    case .todo, .onHold: sign = StyledText(glyphs.open + " ", theme[.accent])
    }
    return item(line, sign, styler, quoteDepth, base: base)
  }

  private func item(
    _ line: BodyLine, _ sign: StyledText, _ styler: InlineStyler, _ quoteDepth: Int, base: Style = .plain
  ) -> [StyledText] {
    let before = prefix(max(line.depth - 1, quoteDepth), quoteDepth)
    let hanging = before + StyledText(String(repeating: " ", count: sign.width))
    return wrapped(styler.styled(Self.untabbed(line.text), base: base), before + sign, hanging: hanging)
  }

  private func quote(_ line: BodyLine, _ styler: InlineStyler, first: Bool) -> [StyledText] {
    let bar = indent(line.depth - 1) + StyledText(glyphs.bar + " ", theme[.accent])
    if first, let callout = Self.callout(line.text) {
      return wrapped(styler.styled(callout, base: theme[.heading]), bar)
    }
    return wrapped(styler.styled(Self.untabbed(line.text), base: theme[.quote]), bar)
  }

  /// The title of `[!note]- Title`; the type, capitalised, where it has none. Nil for an ordinary quote.
  private static func callout(_ text: String) -> String? {
    guard text.hasPrefix("[!"), let close = text.utf8.firstIndex(of: 0x5D) else { return nil }
    let name = text[..<close].dropFirst(2)
    guard !name.isEmpty, !name.contains(" ") else { return nil }
    var title = text[close...].dropFirst()
    if title.first == "+" || title.first == "-" { title = title.dropFirst() }
    title = title.drop { $0 == " " || $0 == "\t" }
    return title.isEmpty ? name.prefix(1).uppercased() + name.dropFirst() : String(title)
  }

  private func code(_ lines: ArraySlice<BodyLine>, _ language: String?, _ quoteDepth: Int) -> [StyledText] {
    var lines = lines
    // The lines of the fences have no content.
    if lines.first?.text.isEmpty == true { lines = lines.dropFirst() }
    if lines.last?.text.isEmpty == true { lines = lines.dropLast() }
    guard let depth = lines.first?.depth else { return [] }
    let before = prefix(depth, quoteDepth) + StyledText("    ")
    var out: [StyledText] = []
    if let language, hasStyles { out.append((before + StyledText(language, theme[.muted])).truncated(to: width)) }
    for line in lines {
      let text = StyledText(Self.untabbed(line.text), theme[.code])
      out += text.wrapped(to: width - before.width, anywhere: true).map { before + $0 }
    }
    return out
  }

  /// Tabs as blanks up to the next multiple of four columns.
  static func untabbed(_ text: String) -> String {
    guard text.utf8.contains(0x09) else { return text }
    var out = ""
    var column = 0
    for character in text {
      if character == "\t" {
        let blanks = 4 - column % 4
        out += String(repeating: " ", count: blanks)
        column += blanks
      } else {
        out.append(character)
        column += DisplayWidth.of(character)
      }
    }
    return out
  }

  /// `[label]: address` of all definition lines that hold both.
  private static func definitions(_ body: [BodyLine]) -> [String: String] {
    var result: [String: String] = [:]
    for line in body where line.kind == .linkDefinition {
      let text = Array(line.text.utf8)
      guard text.first == 0x5B,
        let close = text.indices.first(where: { text[$0] == 0x5D && $0 + 1 < text.count && text[$0 + 1] == 0x3A })
      else { continue }
      let label = InlineStyler.folded(String(decoding: text[1..<close], as: UTF8.self))
      var address = String(decoding: text[(close + 2)...], as: UTF8.self)[...].drop { $0 == " " || $0 == "\t" }
      if address.first == "<" {
        address = address.dropFirst().prefix { $0 != ">" }
      } else {
        address = address.prefix { $0 != " " && $0 != "\t" }
      }
      if !label.isEmpty, !address.isEmpty, result[label] == nil { result[label] = String(address) }
    }
    return result
  }
}
