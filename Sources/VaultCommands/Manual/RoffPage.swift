/// One manual page in the making.
struct RoffPage {
  private(set) var text: String

  /// `number`: the manual's section, 1 for commands, 5 for files, 7 for all else.
  init(name: String, number: Int, abstract: String) {
    text = ".TH \"\(name.uppercased())\" \(number) \"\" \"vault \(VaultCommand.version)\" \"vault\"\n"
    text += ".nh\n"
    section("NAME")
    paragraph("\(Self.escaped(name)) \\- \(Self.escaped(abstract))", isMarkup: true)
  }

  mutating func section(_ title: String) {
    text += ".SH \(Self.escaped(title))\n"
  }

  mutating func subsection(_ title: String) {
    text += ".SS \"\(Self.escaped(title).replacing("\"", with: "\\(dq"))\"\n"
  }

  mutating func paragraph(_ words: String, isMarkup: Bool = false) {
    guard !words.isEmpty else { return }
    text += ".PP\n" + (isMarkup ? words : Self.escaped(words)) + "\n"
  }

  /// `term` is markup.
  mutating func entry(_ term: String, _ words: String) {
    text += ".TP\n\(term)\n\(Self.escaped(words))\n"
  }

  /// Paragraphs; indented lines, which are examples, stay as they are.
  mutating func discussion(_ words: String?, title: String? = "DESCRIPTION") {
    guard let words, !words.isEmpty else { return }
    if let title { section(title) }
    var isExample = false
    for line in words.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("  ") != isExample {
        text += isExample ? ".fi\n.RE\n" : ".RS 4\n.nf\n"
        isExample.toggle()
      }
      text += line.isEmpty ? ".PP\n" : Self.escaped(String(isExample ? line.dropFirst(2) : line)) + "\n"
    }
    if isExample { text += ".fi\n.RE\n" }
  }

  /// A help topic; its sections stand below the page's own.
  mutating func help(_ page: HelpPage) {
    for part in page.parts {
      switch part {
      case .section(let title): subsection(title)
      case .text(let words):
        text += ".PP\n"
        discussion(words, title: nil)
      case .rows(let rows): self.rows(rows)
      }
    }
  }

  mutating func rows(_ rows: [HelpPage.Row]) {
    for row in rows {
      let kind = row.kind.isEmpty ? "" : " (\\fI\(Self.escaped(row.kind))\\fR)"
      entry("\\fB\(Self.escaped(row.term))\\fR\(kind)", row.help)
      if !row.example.isEmpty { text += ".br\nExample: \\fB\(Self.escaped(row.example))\\fR\n" }
    }
  }

  mutating func arguments(_ arguments: [CommandDescription.Argument], title: String?) {
    let shown = arguments.filter(\.isShown)
    guard !shown.isEmpty else { return }
    if let title { section(title) }
    for argument in shown {
      var words = argument.abstract ?? ""
      if let more = argument.discussion { words += (words.isEmpty ? "" : " ") + more }
      if let value = argument.defaultValue { words += " Default: \(value)." }
      entry(Self.term(argument), words)
    }
  }

  private static func term(_ argument: CommandDescription.Argument) -> String {
    let value = "\\fI\(escaped(argument.valueName ?? "value"))\\fR"
    guard argument.kind != "positional", let names = argument.names else { return value }
    let spelled = names.map { "\\fB\(escaped($0.spelling))\\fR" }.joined(separator: ", ")
    return argument.kind == "option" ? "\(spelled) \(value)" : spelled
  }

  /// Text that roff prints as it is.
  static func escaped(_ words: String) -> String {
    var result = ""
    var isLineStart = true
    for scalar in words.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "." where isLineStart, "'" where isLineStart: result += "\\&\(scalar)"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      default: result.unicodeScalars.append(scalar)
      }
      isLineStart = scalar == "\n"
    }
    return result
  }
}
