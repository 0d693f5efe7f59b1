import VaultCore
import VaultInterface

/// A line of a note as it is drawn.
package struct DrawnLine: Sendable, Hashable {
  package var text: StyledText
  /// The line of the file that it comes from, from 1; of code, of a table and of HTML the block's first.
  package var number: Int

  package init(text: StyledText, number: Int) {
    self.text = text
    self.number = number
  }
}

/// Draws a note's body for a person at a terminal, from its `BodyLine`s.
package struct NoteRenderer {
  private let theme: Theme
  private let glyphs: Glyphs
  private let width: Int
  /// Without colours a heading is told from text by its marks.
  private let hasStyles: Bool
  private let statuses: StatusRegistry
  private let overdueLines: Set<Int>
  private let addresses: [String: String]
  private let showsAddresses: Bool

  /// - Parameters:
  ///   - width: In columns.
  ///   - overdueLines: The file's lines whose tasks are overdue.
  ///   - addresses: What a click on a link into the vault opens, by the link's target as it is written.
  ///   - showsAddresses: Whether what a link leads to stands behind its text.
  package init(
    theme: Theme, glyphs: Glyphs, width: Int, hasStyles: Bool = true, overdueLines: Set<Int> = [],
    statuses: StatusRegistry = .default, addresses: [String: String] = [:], showsAddresses: Bool = false
  ) {
    self.theme = theme
    self.glyphs = glyphs
    self.width = max(width, 20)
    self.hasStyles = hasStyles
    self.overdueLines = overdueLines
    self.statuses = statuses
    self.addresses = addresses
    self.showsAddresses = showsAddresses
  }

  /// The lines to print, none wider than the width.
  package func lines(_ body: [BodyLine]) -> [StyledText] { drawn(body).map(\.text) }

  /// The same with where each comes from. Comments and link definitions are left out, several blank lines become one, and none
  /// stands at either end.
  package func drawn(_ body: [BodyLine]) -> [DrawnLine] {
    let styler = InlineStyler(
      theme: theme, definitions: LinkDefinition.table(of: body), addresses: addresses, showsAddresses: showsAddresses,
      breaksLines: true)
    let texts = texts(body, styler)
    var out: [DrawnLine] = []
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
      case .heading(let level): drawn = heading(texts[i], level)
      case .task(let status): drawn = task(line, texts[i], status, quoteDepth)
      case .bullet: drawn = item(line, texts[i], StyledText(glyphs.bullet + " ", theme[.accent]), quoteDepth)
      case .ordered(let number): drawn = item(line, texts[i], StyledText("\(number). ", theme[.accent]), quoteDepth)
      case .quote:
        let bar = indent(line.depth - 1) + StyledText(glyphs.bar + " ", theme[.accent])
        drawn = wrapped(texts[i], bar)
      case .code(let language):
        while next < body.count, body[next].kind == line.kind, body[next].depth == line.depth { next += 1 }
        drawn = code(body[i..<next], language, quoteDepth)
      case .html:
        while next < body.count, body[next].kind == .html, body[next].depth == line.depth { next += 1 }
        let lines = HTMLMarkup.lines(of: body[i..<next].map { Self.untabbed($0.text) }, theme: theme)
        drawn = lines.flatMap { wrapped($0, indent(line.depth)) }
      case .rule: drawn = [StyledText(String(repeating: glyphs.rule, count: width - 1), theme[.muted])]
      case .tableRow:
        while next < body.count, body[next].kind == .tableRow, body[next].depth == line.depth { next += 1 }
        let prefix = prefix(line.depth, quoteDepth)
        drawn = TableDrawing(theme: theme, glyphs: glyphs, styler: styler)
          .lines(body[i..<next].map(\.text), width: width - prefix.width).map { prefix + $0 }
      case .paragraph: drawn = wrapped(texts[i], prefix(line.depth, quoteDepth))
      }
      // What only holds a comment draws as nothing; a blank line of code is one.
      var isCode = false
      if case .code = line.kind { isCode = true }
      if isCode || drawn.contains(where: { $0.width > 0 }) {
        if pendingWhitespace, !out.isEmpty { out.append(DrawnLine(text: StyledText(), number: line.number)) }
        pendingWhitespace = false
        out += drawn.map { DrawnLine(text: $0, number: line.number) }
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

  // MARK: Text

  /// The text of each line that has some, styled. A paragraph's lines belong together: a link may end on another line
  /// than it begins on.
  private func texts(_ body: [BodyLine], _ styler: InlineStyler) -> [StyledText] {
    var texts = [StyledText](repeating: StyledText(), count: body.count)
    var i = 0
    while i < body.count {
      var lines: [(text: String, base: Style)] = []
      let first = i
      while i < body.count, let text = text(of: i, in: body), lines.isEmpty || continues(i, in: body) {
        lines.append((Self.untabbed(text), base(body[i], isTitle: text != body[i].text)))
        i += 1
      }
      if lines.isEmpty {
        i += 1
      } else {
        texts.replaceSubrange(first..<i, with: styler.styled(lines))
      }
    }
    return texts
  }

  private func text(of index: Int, in body: [BodyLine]) -> String? {
    switch body[index].kind {
    case .heading, .task, .bullet, .ordered, .paragraph: body[index].text
    case .quote: callout(index, in: body) ?? body[index].text
    default: nil
    }
  }

  /// Returns true when a line is of the same paragraph as the one before it.
  private func continues(_ index: Int, in body: [BodyLine]) -> Bool {
    let (line, before) = (body[index], body[index - 1])
    guard line.depth == before.depth, !line.text.isEmpty, !before.text.isEmpty else { return false }
    switch (before.kind, line.kind) {
    case (.paragraph, .paragraph), (.task, .paragraph), (.bullet, .paragraph), (.ordered, .paragraph): return true
    case (.quote, .quote): return callout(index - 1, in: body) == nil
    default: return false
    }
  }

  private func base(_ line: BodyLine, isTitle: Bool) -> Style {
    switch line.kind {
    case .heading(level: 1): theme[.heading].with(Style(underline: true))
    case .heading(level: 2): theme[.heading]
    case .heading: theme[.title]
    case .quote: isTitle ? theme[.heading] : theme[.quote]
    case .task(let status):
      switch statuses.status(for: status).type {
      case .done, .nonTask: theme[.done]
      case .cancelled: theme[.done].with(Style(strikethrough: true))
      case .inProgress, .todo, .onHold: .plain
      }
    default: .plain
    }
  }

  // MARK: Blocks

  private func heading(_ text: StyledText, _ level: Int) -> [StyledText] {
    guard !text.isEmpty else { return [] }
    return wrapped(
      (hasStyles ? StyledText() : StyledText(String(repeating: "#", count: level) + " ")) + text, StyledText())
  }

  private func task(
    _ line: BodyLine, _ text: StyledText, _ status: Unicode.Scalar, _ quoteDepth: Int
  ) -> [StyledText] {
    let (sign, role): (String, Role) =
      switch statuses.status(for: status).type {
      case .done, .nonTask: (glyphs.done, .success)
      case .cancelled: (glyphs.cancelled, .done)
      case .inProgress where overdueLines.contains(line.number): (glyphs.overdue + glyphs.inProgress, .overdue)
      case _ where overdueLines.contains(line.number): (glyphs.overdue, .overdue)
      case .inProgress: (glyphs.inProgress, .inProgress)
      case .todo, .onHold: (glyphs.open, .accent)
      }
    return item(line, text, StyledText(sign + " ", theme[role]), quoteDepth)
  }

  private func item(
    _ line: BodyLine, _ text: StyledText, _ sign: StyledText, _ quoteDepth: Int
  ) -> [StyledText] {
    let before = prefix(max(line.depth - 1, quoteDepth), quoteDepth)
    let hanging = before + StyledText(String(repeating: " ", count: sign.width))
    return wrapped(text, before + sign, hanging: hanging)
  }

  /// The title of `[!note]- Title` on a quote's first line; the type, capitalised, where it has none. Nil for an
  /// ordinary quote.
  private func callout(_ index: Int, in body: [BodyLine]) -> String? {
    guard index == 0 || body[index - 1].kind != .quote else { return nil }
    var text = body[index].text
    return text.withUTF8 { bytes in
      Callout(bytes, line: 0..<bytes.count).map { $0.title.isEmpty ? $0.defaultTitle : bytes.text($0.title) }
    }
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
}
