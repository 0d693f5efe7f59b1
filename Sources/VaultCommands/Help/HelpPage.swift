import VaultInterface
import VaultTerminal

/// A help topic in parts, which a terminal and the manual show each in its own way.
struct HelpPage {
  struct Row {
    var term: String
    /// What kind of thing the term is; empty where all are of one.
    var kind = ""
    var help: String
    /// For the shell; empty where there is none.
    var example = ""
  }

  enum Part {
    case section(String)
    case rows([Row])
    /// Paragraphs; indented lines are shown as they are.
    case text(String)
  }

  var parts: [Part]

  private static let width = 80

  func print(to printer: Printer) throws {
    var needsBlank = false
    for part in parts {
      if needsBlank { try printer.line() }
      needsBlank = true
      switch part {
      case .section(let title):
        for line in StyledText(title, printer.theme[.heading]).wrapped(to: Self.width) { try printer.line(line) }
        needsBlank = false
      case .rows(let rows): try print(rows, to: printer)
      case .text(let text): try print(text, to: printer)
      }
    }
  }

  private func print(_ text: String, to printer: Printer) throws {
    var paragraph: [Substring] = []
    func end() throws {
      guard !paragraph.isEmpty else { return }
      for line in StyledText(paragraph.joined(separator: " ")).wrapped(to: Self.width) { try printer.line(line) }
      paragraph = []
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.first?.isWhitespace != false {
        try end()
        try printer.line(StyledText(String(line)))
      } else {
        paragraph.append(line)
      }
    }
    try end()
  }

  private func print(_ rows: [Row], to printer: Printer) throws {
    let term = rows.map(\.term.count).max() ?? 0
    let kind = rows.map(\.kind.count).max() ?? 0
    let help = rows.map(\.help.count).max() ?? 0
    let example = rows.map(\.example.count).max() ?? 0
    let start = term + 4 + (kind > 0 ? kind + 2 : 0)
    let indent = StyledText(String(repeating: " ", count: start))
    let fits = start + help + 2 + example <= printer.context.width ?? .max
    for row in rows {
      let example = StyledText(row.example, printer.theme[.muted])
      var line = StyledText("  ")
      line.append(StyledText(row.term, printer.theme[.accent]).padded(to: term + 2))
      if kind > 0 { line.append(StyledText(row.kind, printer.theme[.muted]).padded(to: kind + 2)) }
      if !row.example.isEmpty, fits {
        try printer.line(line + StyledText(row.help).padded(to: help + 2) + example)
        continue
      }
      for words in StyledText(row.help).wrapped(to: max(Self.width - start, 20)) {
        try printer.line(line + words)
        line = indent
      }
      if !row.example.isEmpty { try printer.line(indent + example) }
    }
  }
}
