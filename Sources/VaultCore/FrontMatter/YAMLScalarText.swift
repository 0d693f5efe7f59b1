/// How a text is written, where it can be written so.
enum YAMLQuoting: Hashable {
  enum Quotes: Hashable { case single, double }

  /// Without quotes where that reads back as the same text.
  case plain(otherwise: Quotes)
  case quoted(Quotes)

  /// Keys are seldom quoted, even where all texts are.
  var forKeys: YAMLQuoting {
    switch self {
    case .plain: self
    case .quoted(let quotes): .plain(otherwise: quotes)
    }
  }
}

/// A text as a YAML scalar on one line.
enum YAMLScalarText {
  enum Place: Hashable {
    case block
    /// Between brackets, where `,` and brackets end a plain scalar.
    case flow
    /// Between brackets, in a block that is JSON.
    case json
  }

  static func text(_ text: String, quoting: YAMLQuoting, place: Place) -> String {
    if place == .json { return doubleQuoted(text) }
    switch quoting {
    case .plain(let quotes):
      return YAMLPlainText.canHold(text, inFlow: place == .flow) ? text : quoted(text, quotes)
    case .quoted(let quotes):
      return quoted(text, quotes)
    }
  }

  private static func quoted(_ text: String, _ quotes: YAMLQuoting.Quotes) -> String {
    guard quotes == .single, !text.unicodeScalars.contains(where: needsEscape) else { return doubleQuoted(text) }
    var result = "'"
    for scalar in text.unicodeScalars {
      if scalar == "'" { result += "'" }
      result.unicodeScalars.append(scalar)
    }
    return result + "'"
  }

  /// With JSON's escapes only, so that both languages read it.
  private static func doubleQuoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where needsEscape(scalar):
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// What YAML does not let stand in a text as it is, and what it counts as a line's end. All lie below U+10000.
  static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: true
    default: false
    }
  }
}
