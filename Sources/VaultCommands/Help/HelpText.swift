import Foundation
import VaultInterface
import VaultTerminal

/// The parser's help, put into an order in which a person finds what is particular about the command.
enum HelpText {
  /// The help of one command, or of the program, as people see it.
  static func print(_ help: String, to printer: Printer) throws {
    let text = withSharedOptionsNamed(withDefaultCommand(ownOptionsFirst(help)))
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      // The parser breaks all lines but this.
      if line.hasPrefix("USAGE: ") {
        for (number, part) in styled(line, printer.theme).wrapped(to: 72).enumerated() {
          try printer.line(number == 0 ? part : StyledText("       ") + part)
        }
      } else {
        try printer.line(styled(line, printer.theme))
      }
    }
  }

  /// Titles and the names of options and commands stand out.
  private static func styled(_ line: Substring, _ theme: Theme) -> StyledText {
    if let colon = line.firstIndex(of: ":"), colon != line.startIndex,
      line[..<colon].allSatisfy({ $0.isUppercase || $0 == " " }),
      line.first != " "
    {
      return StyledText(String(line[...colon]), theme[.heading]) + StyledText(String(line[line.index(after: colon)...]))
    }
    guard line.hasPrefix("  "), line.dropFirst(2).first != " ", let gap = line.dropFirst(2).firstRange(of: "  ") else {
      return StyledText(String(line))
    }
    return StyledText(String(line[..<gap.lowerBound]), theme[.accent]) + StyledText(String(line[gap.lowerBound...]))
  }

  /// The help with only the names of the options that every command takes, which `vault --help` explains.
  static func withSharedOptionsNamed(_ help: String) -> String {
    let title = "OPTIONS OF EVERY COMMAND:"
    var paragraphs = help.split(separator: "\n\n", omittingEmptySubsequences: false)
    guard let shared = paragraphs.firstIndex(where: { $0.hasPrefix(title) }) else { return help }
    let lines =
      paragraphs[shared].split(separator: "\n").filter { $0.hasPrefix("  -") } + ["  --version", "  -h, --help"]
    let names = lines.compactMap { line in
      line.split(separator: " ").first.map { $0.hasSuffix(",") ? $0.dropLast() : $0 }
    }
    let longNames = lines.flatMap { $0.split(separator: " ").prefix(2).filter { $0.hasPrefix("--") } }
    let text = StyledText("\(title) \(names.joined(separator: ", ")); `vault --help` explains them.")
    paragraphs[shared] = text.wrapped(to: 78).map(\.plain).joined(separator: "\n  ")[...]
    paragraphs = paragraphs.compactMap { paragraph in
      if paragraph.hasPrefix("USAGE:") {
        return withoutOptions(Set(names.filter { $0.hasPrefix("--") } + longNames), paragraph)
      }
      guard paragraph.hasPrefix("OPTIONS:\n") else { return paragraph }
      return isOwn(paragraph) ? withoutParsersOwn(paragraph) : nil
    }
    return paragraphs.map(trimmed).joined(separator: "\n\n") + (help.hasSuffix("\n") ? "\n" : "")
  }

  /// The usage with `[<options>]` for all of these.
  private static func withoutOptions(_ names: Set<Substring>, _ usage: Substring) -> Substring {
    var text = String(usage)
    for name in names {
      guard let start = text.range(of: " [\(name)"), let end = text[start.upperBound...].firstIndex(of: "]"),
        text[start.upperBound..<end].isEmpty || text[start.upperBound] == " "
      else { continue }
      text.removeSubrange(start.lowerBound...end)
    }
    return text.utf8.count < usage.utf8.count ? (text + " [<options>]")[...] : usage
  }

  /// The help with a command's own options before the groups that it shares with others.
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
