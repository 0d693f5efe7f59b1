/// Reads the grammar of JavaScript's regular expressions, with what browsers allow besides (a lone `]` or `{`).
struct PatternParser {
  private let scalars: [Unicode.Scalar]
  private let options: PatternOptions
  private var place = 0
  private var depth = 0

  /// How deep groups may lie in groups.
  private static let deepest = 50

  init(_ source: String, _ options: PatternOptions) {
    scalars = Array(source.unicodeScalars)
    self.options = options
  }

  mutating func parse() throws(PatternProblem) -> PatternNode {
    let node = try alternatives()
    guard place == scalars.count else { throw problem("there is a \")\" without its \"(\"") }
    return node
  }

  private func problem(_ cause: String) -> PatternProblem {
    PatternProblem(
      "The regular expression cannot be read: \(cause).",
      remedy: "A backslash before one of \\ ^ $ . | ? * + ( ) [ ] { } means the character itself.")
  }

  private var next: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

  private mutating func skip(_ text: String) -> Bool {
    let wanted = Array(text.unicodeScalars)
    guard scalars[place...].starts(with: wanted) else { return false }
    place += wanted.count
    return true
  }

  // MARK: Structure

  private mutating func alternatives() throws(PatternProblem) -> PatternNode {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw problem("its groups are nested too deeply") }
    var options = [try sequence()]
    while skip("|") { options.append(try sequence()) }
    return options.count == 1 ? options[0] : .alternatives(options)
  }

  private mutating func sequence() throws(PatternProblem) -> PatternNode {
    var parts: [PatternNode] = []
    while let scalar = next, scalar != "|", scalar != ")" {
      let atom = try atom()
      parts.append(try quantified(atom, isGroup: scalar == "("))
    }
    return parts.count == 1 ? parts[0] : parts.isEmpty ? .empty : .sequence(parts)
  }

  private mutating func quantified(_ atom: PatternNode, isGroup: Bool) throws(PatternProblem) -> PatternNode {
    guard let (least, most) = try quantifier() else { return atom }
    // Whether it takes much or little makes no difference to whether there is a match.
    _ = skip("?")
    if next == "*" || next == "+" || next == "?" { throw problem("nothing to repeat before \"\(next ?? "*")\"") }
    switch atom {
    case .anchor where !isGroup, .lookaround(_, isBehind: true, _):
      throw problem("nothing to repeat after a place such as ^ or \\b")
    default: return .repeated(atom, least: least, most: most)
    }
  }

  private mutating func quantifier() throws(PatternProblem) -> (Int, Int?)? {
    if skip("*") { return (0, nil) }
    if skip("+") { return (1, nil) }
    if skip("?") { return (0, 1) }
    let start = place
    guard skip("{"), let least = number() else {
      place = start
      return nil
    }
    let most = skip(",") ? number() : least
    guard skip("}") else {
      place = start
      return nil
    }
    if let most, most < least { throw problem("{\(least),\(most)} has its numbers in the wrong order") }
    return (least, most)
  }

  private mutating func number() -> Int? {
    var value: Int?
    while let scalar = next, let digit = scalar.isASCII ? Int(String(scalar)) : nil {
      value = min((value ?? 0) * 10 + digit, 100_000)
      place += 1
    }
    return value
  }

  private mutating func atom() throws(PatternProblem) -> PatternNode {
    let scalar = scalars[place]
    place += 1
    switch scalar {
    case "^": return .anchor(options.isMultiline ? .lineStart : .textStart)
    case "$": return .anchor(options.isMultiline ? .lineEnd : .textEnd)
    case ".":
      var set = PatternSet()
      set.isNegated = true
      if !options.dotMatchesAll { set.ranges = [0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029] }
      return .set(set)
    case "(": return try group()
    case "[": return try bracket()
    case "\\": return try escape()
    case "*", "+", "?": throw problem("nothing to repeat before \"\(scalar)\"")
    default: return literal(scalar)
    }
  }

  private func literal(_ scalar: Unicode.Scalar) -> PatternNode {
    .set(PatternSet(ranges: [scalar.value...scalar.value], ignoresCase: options.ignoresCase))
  }

  private static let lookarounds: [(mark: String, isBehind: Bool, isWanted: Bool)] = [
    ("?=", false, true), ("?!", false, false), ("?<=", true, true), ("?<!", true, false),
  ]

  private mutating func group() throws(PatternProblem) -> PatternNode {
    let lookaround = Self.lookarounds.first { skip($0.mark) }
    if lookaround == nil, skip("?<") {
      while let scalar = next, scalar != ">" {
        guard PatternSet.isWord(scalar) || scalar == "$" || !scalar.isASCII else {
          throw problem("a group's name is wrong")
        }
        place += 1
      }
      guard skip(">") else { throw problem("a group's name does not end") }
    } else if lookaround == nil, skip("?"), !skip(":") {
      throw problem("\"(?\" begins no group of JavaScript here")
    }
    let inner = try alternatives()
    guard skip(")") else { throw problem("there is a \"(\" without its \")\"") }
    return lookaround.map { .lookaround(inner, isBehind: $0.isBehind, $0.isWanted) } ?? inner
  }

  // MARK: Escapes

  private mutating func escape() throws(PatternProblem) -> PatternNode {
    guard let scalar = next else { throw problem("it ends with a backslash") }
    switch scalar {
    case "b", "B":
      place += 1
      return .anchor(.wordBoundary(scalar == "b"))
    case "1"..."9", "k":
      throw PatternProblem(
        "References to groups (\\\(scalar)) are not supported in regular expressions.",
        remedy: "Write out what the group may hold.")
    default:
      if let found = try classEscape() {
        var set = PatternSet(ignoresCase: options.ignoresCase)
        set.classes = [found]
        return .set(set)
      }
      return literal(try character())
    }
  }

  private mutating func classEscape() throws(PatternProblem) -> (kind: PatternSet.Class, isNegated: Bool)? {
    guard let scalar = next else { return nil }
    let kind: PatternSet.Class
    switch scalar {
    case "d", "D": kind = .digit
    case "w", "W": kind = .word
    case "s", "S": kind = .blank
    case "p", "P":
      // Without the flag u it is the letter.
      guard place + 1 < scalars.count, scalars[place + 1] == "{" else { return nil }
      guard let end = scalars[place...].firstIndex(of: "}") else { throw problem("\\p{ does not end") }
      let name = String(String.UnicodeScalarView(scalars[(place + 2)..<end]))
      guard let holds = Self.property(name) else {
        throw problem("\\p{\(name)} is not known; L, Lu, Ll, N, Nd, P, S, Emoji, Alphabetic and White_Space are")
      }
      place = end
      kind = .category(holds)
    default: return nil
    }
    place += 1
    return (kind, scalar.properties.isUppercase)
  }

  private static func property(_ name: String) -> (@Sendable (Unicode.Scalar.Properties) -> Bool)? {
    func category(_ categories: Unicode.GeneralCategory...) -> @Sendable (Unicode.Scalar.Properties) -> Bool {
      { categories.contains($0.generalCategory) }
    }
    switch name {
    case "L", "Letter":
      return category(.uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter)
    case "Lu", "Uppercase_Letter": return category(.uppercaseLetter)
    case "Ll", "Lowercase_Letter": return category(.lowercaseLetter)
    case "N", "Number": return category(.decimalNumber, .letterNumber, .otherNumber)
    case "Nd", "Decimal_Number": return category(.decimalNumber)
    case "P", "Punctuation":
      return category(
        .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
        .finalPunctuation, .otherPunctuation)
    case "S", "Symbol": return category(.mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol)
    case "Emoji": return { $0.isEmoji }
    case "Emoji_Presentation": return { $0.isEmojiPresentation }
    case "Extended_Pictographic": return { $0.isEmoji && $0.generalCategory == .otherSymbol }
    case "Alphabetic": return { $0.isAlphabetic }
    case "White_Space": return { $0.isWhitespace }
    default: return nil
    }
  }

  private static let controls: [Unicode.Scalar: Unicode.Scalar] = [
    "n": "\n", "t": "\t", "r": "\r", "f": "\u{0C}", "v": "\u{0B}", "0": "\0",
  ]

  /// The scalar that an escape means, past its backslash.
  private mutating func character() throws(PatternProblem) -> Unicode.Scalar {
    let scalar = scalars[place]
    place += 1
    switch scalar {
    case "c":
      guard let letter = next, letter.isASCII, letter.properties.isAlphabetic else { return scalar }
      place += 1
      return Unicode.Scalar(UInt8(letter.value % 32))
    case "x": return digits(2) ?? scalar
    case "u":
      if next == "{", let end = scalars[place...].firstIndex(of: "}"), end - place <= 7,
        let found = hexadecimal(place + 1, end).flatMap(Unicode.Scalar.init)
      {
        place = end + 1
        return found
      }
      return surrogatePair() ?? digits(4) ?? scalar
    default: return Self.controls[scalar] ?? scalar
    }
  }

  /// Nil where there is no number.
  private func hexadecimal(_ start: Int, _ end: Int) -> UInt32? {
    end <= scalars.count ? UInt32(hexadecimal: scalars[start..<end].map { UInt8(exactly: $0.value) ?? 0 }) : nil
  }

  private mutating func digits(_ count: Int) -> Unicode.Scalar? {
    guard let found = hexadecimal(place, place + count).flatMap(Unicode.Scalar.init) else { return nil }
    place += count
    return found
  }

  /// `\uD83D\uDCC5`, past its first `\u`.
  private mutating func surrogatePair() -> Unicode.Scalar? {
    guard place + 10 <= scalars.count, scalars[place + 4] == "\\", scalars[place + 5] == "u",
      let high = hexadecimal(place, place + 4), let low = hexadecimal(place + 6, place + 10),
      (0xD800...0xDBFF).contains(high), (0xDC00...0xDFFF).contains(low)
    else { return nil }
    place += 10
    return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
  }

  // MARK: Sets

  private mutating func bracket() throws(PatternProblem) -> PatternNode {
    var set = PatternSet(ignoresCase: options.ignoresCase)
    set.isNegated = skip("^")
    while true {
      guard let scalar = next else { throw problem("there is a \"[\" without its \"]\"") }
      if scalar == "]" { break }
      guard let first = try member(&set) else { continue }
      let start = place
      guard skip("-"), let after = next, after != "]" else {
        place = start
        set.ranges.append(first.value...first.value)
        continue
      }
      guard let last = try member(&set) else {
        // `[a-\d]`: the hyphen is one.
        set.ranges += [first.value...first.value, 0x2D...0x2D]
        continue
      }
      guard first.value <= last.value else { throw problem("a range in brackets is in the wrong order") }
      set.ranges.append(first.value...last.value)
    }
    place += 1
    return .set(set)
  }

  /// One scalar of a set; nil where a class was added instead.
  private mutating func member(_ set: inout PatternSet) throws(PatternProblem) -> Unicode.Scalar? {
    let scalar = scalars[place]
    place += 1
    guard scalar == "\\" else { return scalar }
    guard let escaped = next else { throw problem("there is a \"[\" without its \"]\"") }
    if escaped == "b" {
      place += 1
      return "\u{08}"
    }
    if let found = try classEscape() {
      set.classes.append(found)
      return nil
    }
    return try character()
  }
}
