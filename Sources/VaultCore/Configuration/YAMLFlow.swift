/// Values as YAML's flow style writes them on one line.
enum YAMLFlow {
  static func text(of value: PropertyValue) -> String {
    switch value {
    case .null: "null"
    case .list(let values): "[" + values.map(text).joined(separator: ", ") + "]"
    case .map(let properties):
      "{" + properties.map { quoted($0.key) + ": " + text(of: $0.value) }.joined(separator: ", ") + "}"
    case .text(let text): quoted(text)
    case .number(_, let text), .dateTime(let text): text
    case .checkbox(let value): value ? "true" : "false"
    case .date(let date): date.description
    }
  }

  /// Plain where that reads back as the same text, else in quotes.
  private static func quoted(_ text: String) -> String {
    let isWord = text.utf8.allSatisfy { c in
      (c >= 0x30 && c <= 0x39) || ((c | 0x20) >= 0x61 && (c | 0x20) <= 0x7A) || "_-./ ".utf8.contains(c)
    }
    if isWord, let first = text.utf8.first, !" -.".utf8.contains(first), text.utf8.last != 0x20,
      case .text = PropertyValue(plain: text)
    {
      return text
    }
    let needsEscapes = text.unicodeScalars.contains {
      $0.value < 0x20 || $0.value == 0x7F || $0.properties.isWhitespace && $0 != " "
    }
    guard needsEscapes else {
      return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F || scalar.properties.isWhitespace && scalar != " ":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
