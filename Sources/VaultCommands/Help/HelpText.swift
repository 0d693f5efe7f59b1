/// The parser's help with a command's own options before the groups that it shares with others.
enum HelpText {
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
    section.split(separator: "\n").contains { line in
      line.hasPrefix("  -") && !line.hasPrefix("  -h, ") && !line.hasPrefix("  --version")
    }
  }

  private static func trimmed(_ paragraph: Substring) -> Substring {
    var paragraph = paragraph
    while paragraph.last == "\n" { paragraph.removeLast() }
    return paragraph
  }
}
