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
  case anchor(PatternAnchor)
  /// What stands behind or ahead of a place; the last says whether it has to be there or must not.
  case lookaround(PatternNode, isBehind: Bool, Bool)
}

/// What a place has to be, whatever is looked for there.
enum PatternAnchor: Sendable {
  case lineStart, lineEnd, textStart, textEnd
  case wordBoundary(Bool)

  /// Nil stands for the text's beginning and end.
  func holds(between before: Unicode.Scalar?, and after: Unicode.Scalar?) -> Bool {
    switch self {
    case .textStart: before == nil
    case .textEnd: after == nil
    case .lineStart: before.map(PatternSet.endsLine) ?? true
    case .lineEnd: after.map(PatternSet.endsLine) ?? true
    case .wordBoundary(let wanted):
      ((before.map(PatternSet.isWord) ?? false) != (after.map(PatternSet.isWord) ?? false)) == wanted
    }
  }
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

  /// The one scalar that it names, in whatever case.
  var onlyScalar: UInt32? {
    guard ranges.count == 1, classes.isEmpty, !isNegated, ranges[0].count == 1 else { return nil }
    return ranges[0].lowerBound
  }

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    var found = holds(scalar)
    if !found, ignoresCase {
      let canonical = Self.canonical(scalar)
      found =
        Self.otherCases(of: scalar).contains { Self.canonical($0) == canonical && holds($0) }
        || ranges.contains { range in
          range.count == 1 && Unicode.Scalar(range.lowerBound).map(Self.canonical) == canonical
        }
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

  static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar == "\r" || scalar.value == 0x2028 || scalar.value == 0x2029
  }

  /// What letters share that differ in case alone: JavaScript's rule without the flag `u`, by which nothing beyond ASCII
  /// is a letter of it (`ſ` is no `s`).
  private static func canonical(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.isASCII { return (0x61...0x7A).contains(scalar.value) ? otherCase(ofASCII: scalar) : scalar }
    let upper = mapped(scalar, \.uppercaseMapping)
    return upper.isASCII ? scalar : upper
  }

  private static func otherCases(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    // Nothing beyond ASCII is another case of what is in it, and mapping makes a text each time.
    if scalar.isASCII {
      return (0x61...0x7A).contains(scalar.value | 0x20) ? [otherCase(ofASCII: scalar)] : []
    }
    let upper = mapped(scalar, \.uppercaseMapping)
    return [upper, mapped(scalar, \.lowercaseMapping), mapped(upper, \.lowercaseMapping)]
  }

  private static func otherCase(ofASCII letter: Unicode.Scalar) -> Unicode.Scalar {
    Unicode.Scalar(UInt8(letter.value) ^ 0x20)
  }

  /// The scalar itself where it maps to several.
  private static func mapped(
    _ scalar: Unicode.Scalar, _ mapping: KeyPath<Unicode.Scalar.Properties, String>
  ) -> Unicode.Scalar {
    let mapped = scalar.properties[keyPath: mapping].unicodeScalars
    return mapped.count == 1 ? mapped.first ?? scalar : scalar
  }
}
