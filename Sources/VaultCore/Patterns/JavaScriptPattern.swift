/// A regular expression of JavaScript, as queries write it: `/pattern/flags`.
///
/// It answers in time proportional to the text's length times the pattern's, whatever the pattern: each state is
/// tried once at each place. So there are no references to groups (`\1`), which cannot be had that way. It sees
/// Unicode scalars where JavaScript without the flag `u` sees halves of the rarer ones.
package struct JavaScriptPattern: Hashable, Sendable {
  /// Between the slashes.
  package let source: String
  package let flags: String
  let program: PatternProgram
  /// What a text has to hold to match.
  let requirement: PatternRequirement

  /// Reads `/pattern/flags`; the last slash ends the pattern, so that others need no backslash.
  init(literal: some StringProtocol) throws(PatternProblem) {
    let text = String(literal)
    guard text.hasPrefix("/"), let end = text.lastIndex(of: "/"), end > text.index(after: text.startIndex) else {
      throw PatternProblem(
        "A regular expression stands between slashes.", remedy: "Write /\(text)/ or, to ignore case, /\(text)/i.")
    }
    let source = String(text[text.index(after: text.startIndex)..<end])
    let flags = String(text[text.index(after: end)...])
    try self.init(source, flags: flags)
  }

  package init(_ source: String, flags: String = "") throws(PatternProblem) {
    if let wrong = flags.first(where: { !"dgimsuvy".contains($0) }) {
      throw PatternProblem(
        "\"\(wrong)\" is no flag of a regular expression.",
        remedy: "The flag i ignores case; there is hardly need of others.")
    }
    if flags.contains("y") {
      throw PatternProblem("The flag y is not supported.", remedy: "Begin the pattern with ^ instead.")
    }
    if Set(flags).count != flags.count {
      throw PatternProblem("A flag of the regular expression is given twice.")
    }
    self.source = source
    self.flags = flags
    let options = PatternOptions(
      ignoresCase: flags.contains("i"), isMultiline: flags.contains("m"), dotMatchesAll: flags.contains("s"))
    var parser = PatternParser(source, options)
    let node = try parser.parse()
    program = try PatternProgram(node)
    requirement = PatternRequirement(node)
  }

  /// Returns true when it matches anywhere in `text`.
  package func matches(_ text: String) -> Bool {
    program.matches(Array(text.unicodeScalars))
  }

  /// As a query writes it.
  package var text: String { "/\(source)/\(flags)" }

  /// True when it names the end of a line as something to be found.
  var asksForLineEnds: Bool {
    zip(source.utf8, source.utf8.dropFirst()).contains { $0 == 0x5C && ($1 == 0x6E || $1 == 0x72) }
  }

  package static func == (a: Self, b: Self) -> Bool { a.source == b.source && a.flags == b.flags }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(source)
    hasher.combine(flags)
  }
}
