import VaultTerminal

/// The parser's help, put into an order in which a person finds what is particular about the command.
enum HelpText {
  /// The help of one command, or of the program, as people see it.
  static func shown(_ help: String) -> String {
    withSharedOptionsNamed(withDefaultCommand(ownOptionsFirst(help)))
  }

  /// With the names alone of the options that every command takes, which `vault --help` explains.
  static func withSharedOptionsNamed(_ help: String) -> String {
    let title = "OPTIONS OF EVERY COMMAND:"
    var paragraphs = help.split(separator: "\n\n", omittingEmptySubsequences: false)
    guard let shared = paragraphs.firstIndex(where: { $0.hasPrefix(title) }) else { return help }
    let lines =
      paragraphs[shared].split(separator: "\n").filter { $0.hasPrefix("  -") } + ["  --version", "  -h, --help"]
    let names = lines.compactMap { line in
      line.split(separator: " ").first.map { $0.hasSuffix(",") ? $0.dropLast() : $0 }
    }
    let text = StyledText("\(title) \(names.joined(separator: ", ")); `vault --help` explains them.")
    paragraphs[shared] = text.wrapped(to: 78).map(\.plain).joined(separator: "\n  ")[...]
    paragraphs = paragraphs.compactMap { paragraph in
      guard paragraph.hasPrefix("OPTIONS:\n") else { return paragraph }
      return isOwn(paragraph) ? withoutParsersOwn(paragraph) : nil
    }
    return paragraphs.map(trimmed).joined(separator: "\n\n") + (help.hasSuffix("\n") ? "\n" : "")
  }

  static func ownOptionsFirst(_ help: String) -> String {
    var paragraphs = help.split(separator: "\n\n", omittingEmptySubsequences: false)
    guard let usage = paragraphs.firstIndex(where: { $0.hasPrefix("USAGE:") }),
      let own = paragraphs.firstIndex(where: { $0.hasPrefix("OPTIONS:\n") }), own > usage, isOwn(paragraphs[own])
    else { return help }
    var place = usage + 1
    if paragraphs[place].hasPrefix("ARGUMENTS:") { place += 1 }
    let section = trimmed(paragraphs.remove(at: own))
    paragraphs.insert(section, at: place)
    return paragraphs.map(trimmed).joined(separator: "\n\n") + (help.hasSuffix("\n") ? "\n" : "")
  }

  /// Returns true when there is more than what the parser adds itself.
  private static func isOwn(_ section: Substring) -> Bool {
    section.split(separator: "\n").contains { $0.hasPrefix("  -") && !isParsersOwn($0) }
  }

  private static func isParsersOwn(_ line: Substring) -> Bool {
    line.hasPrefix("  -h, ") || line.hasPrefix("  --version")
  }

  private static func withoutParsersOwn(_ section: Substring) -> Substring {
    section.split(separator: "\n", omittingEmptySubsequences: false).filter { !isParsersOwn($0) }
      .joined(separator: "\n")[...]
  }

  private static func trimmed(_ paragraph: Substring) -> Substring {
    var paragraph = paragraph
    while paragraph.last == "\n" { paragraph.removeLast() }
    return paragraph
  }
}
