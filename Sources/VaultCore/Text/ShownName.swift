/// A name or path as messages show it: on one line, and not longer than anybody reads.
package enum ShownName {
  /// In characters; of a longer text the beginning and the end are shown.
  package static let longest = 200

  /// Control characters as escapes in double quotes (`"a\nb"`), as result paths have them; all else as it is.
  package static func path(_ path: String) -> String {
    let text = shortened(path)
    guard text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else { return text }
    var shown = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": shown += "\\n"
      case "\t": shown += "\\t"
      case "\r": shown += "\\r"
      case "\"", "\\": shown += "\\" + String(scalar)
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 8)
        shown += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      default: shown.unicodeScalars.append(scalar)
      }
    }
    return shown + "\""
  }

  /// Between quotes that the message has already: control characters as signs.
  package static func quoted(_ name: String) -> String { ControlCharacters.visible(shortened(name), .singleLine) }

  package static func shortened(_ text: String) -> String {
    // By bytes first: characters of a long text take long to count.
    guard text.utf8.count > longest else { return text }
    // A character may have any number of accents.
    guard text.unicodeScalars.prefix(longest * 8 + 1).count <= longest * 8 else {
      return String(text.unicodeScalars.prefix(longest)) + "…"
    }
    guard text.count > longest else { return text }
    return text.prefix(longest * 2 / 3) + "…" + text.suffix(longest / 3)
  }
}
