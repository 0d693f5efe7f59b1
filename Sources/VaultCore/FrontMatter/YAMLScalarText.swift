/// How a text is written, where it can be written so.
struct YAMLQuoting: Hashable {
  enum Quotes: Hashable { case single, double }

  var quotes: Quotes
  /// False where a text that reads back as the same without quotes has none.
  var isAlways = false

  /// Keys are seldom quoted, even where all texts are.
  var forKeys: YAMLQuoting { YAMLQuoting(quotes: quotes) }
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
    if !quoting.isAlways, YAMLPlainText.canHold(text, inFlow: place == .flow) { return text }
    guard quoting.quotes == .single, !text.unicodeScalars.contains(where: needsEscape) else {
      return doubleQuoted(text)
    }
    return "'" + String(decoding: FrontMatterString.quoted(text.utf8, .single), as: UTF8.self) + "'"
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
        result += "\\u" + scalar.value.padded(to: 4, radix: 16)
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
