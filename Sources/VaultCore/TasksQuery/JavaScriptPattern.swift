/// A regular expression of JavaScript, as queries of the plugin Tasks write it: `/pattern/flags`.
///
/// It answers in time proportional to the text's length times the pattern's, whatever the pattern: each state is
/// tried once at each place. So there are no references to groups (`\1`), which cannot be had that way. It sees
/// Unicode scalars where JavaScript without the flag `u` sees halves of the rarer ones.
package struct JavaScriptPattern: Hashable, Sendable {
  /// Between the slashes.
  package let source: String
  package let flags: String
  private let program: PatternProgram

  /// Reads `/pattern/flags`; the last slash ends the pattern, so that others need no backslash.
  init(literal: some StringProtocol) throws(TasksQueryProblem) {
    let text = String(literal)
    guard text.hasPrefix("/"), let end = text.lastIndex(of: "/"), end > text.index(after: text.startIndex) else {
      throw TasksQueryProblem(
        "A regular expression stands between slashes.", remedy: "Write /\(text)/ or, to ignore case, /\(text)/i.")
    }
    let source = String(text[text.index(after: text.startIndex)..<end])
    let flags = String(text[text.index(after: end)...])
    try self.init(source, flags: flags)
  }

  init(_ source: String, flags: String = "") throws(TasksQueryProblem) {
    if let wrong = flags.first(where: { !"dgimsuvy".contains($0) }) {
      throw TasksQueryProblem(
        "\"\(wrong)\" is no flag of a regular expression.",
        remedy: "The flag i ignores case; there is hardly need of others.")
    }
    if flags.contains("y") {
      throw TasksQueryProblem("The flag y is not supported.", remedy: "Begin the pattern with ^ instead.")
    }
    if Set(flags).count != flags.count {
      throw TasksQueryProblem("A flag of the regular expression is given twice.")
    }
    self.source = source
    self.flags = flags
    let options = PatternOptions(
      ignoresCase: flags.contains("i"), isMultiline: flags.contains("m"), dotMatchesAll: flags.contains("s"))
    var parser = PatternParser(source, options)
    program = try PatternProgram(try parser.parse())
  }

  /// Whether it matches anywhere in the first 10,000 scalars of `text`.
  package func matches(_ text: String) -> Bool {
    program.matches(Array(text.unicodeScalars.prefix(Self.longestText)))
  }

  private static let longestText = 10_000

  package static func == (a: Self, b: Self) -> Bool { a.source == b.source && a.flags == b.flags }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(source)
    hasher.combine(flags)
  }
}

struct PatternOptions: Sendable {
  var ignoresCase: Bool
  var isMultiline: Bool
  var dotMatchesAll: Bool
}

/// What a regular expression says.
indirect enum PatternNode: Sendable {
  case empty
  case set(PatternSet)
  case sequence([PatternNode])
  case alternatives([PatternNode])
  /// `most`: nil for any number.
  case repeated(PatternNode, least: Int, most: Int?)
  case lineStart, lineEnd, textStart, textEnd
  case wordBoundary(Bool)
  case ahead(PatternNode, Bool)
  case behind(PatternNode, Bool)
}

/// The scalars that match at one place.
struct PatternSet: Sendable {
  enum Class: Sendable {
    case digit, word, blank
    case category(@Sendable (Unicode.Scalar.Properties) -> Bool)
  }

  var ranges: [ClosedRange<UInt32>] = []
  var classes: [(kind: Class, isNegated: Bool)] = []
  var isNegated = false
  var ignoresCase = false

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    var found = holds(scalar)
    if !found, ignoresCase {
      found = Self.otherCases(of: scalar).contains(where: holds)
    }
    return found != isNegated
  }

  private func holds(_ scalar: Unicode.Scalar) -> Bool {
    ranges.contains { $0.contains(scalar.value) }
      || classes.contains { Self.holds($0.kind, scalar) != $0.isNegated }
  }

  private static func holds(_ kind: Class, _ scalar: Unicode.Scalar) -> Bool {
    switch kind {
    case .digit: scalar.value >= 0x30 && scalar.value <= 0x39
    case .word: isWord(scalar)
    case .blank: scalar.properties.isWhitespace && scalar.value != 0x85 || scalar.value == 0xFEFF
    case .category(let holds): holds(scalar.properties)
    }
  }

  static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
    default: false
    }
  }

  private static func otherCases(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    if scalar.isASCII {
      let value = scalar.value
      let isLetter = (value | 0x20) >= 0x61 && (value | 0x20) <= 0x7A
      return isLetter ? [Unicode.Scalar(value ^ 0x20)].compactMap { $0 } : []
    }
    return [scalar.properties.uppercaseMapping, scalar.properties.lowercaseMapping].compactMap { mapped in
      mapped.unicodeScalars.count == 1 ? mapped.unicodeScalars.first : nil
    }
  }
}
