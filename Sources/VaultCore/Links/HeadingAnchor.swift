extension LinkResolver {
  /// Returns true when `#anchor` names the heading: after dropping marks and special characters and collapsing blanks,
  /// without regard to case (`A link in a x` names `A link in a [[x]]`), or as the slug that web renderers make of it
  /// (`a-link-in-a-x`).
  package static func anchorMatches(heading: String, anchor: String) -> Bool {
    let wanted = plain(anchor)
    guard !wanted.isEmpty else { return false }
    return plain(heading) == wanted || slug(heading) == key(anchor)
  }

  /// The characters that Obsidian leaves out of heading links, as ASCII.
  private static let special = Set("!\"#$%&()*+,.:;<=>?@^`{|}~/[]\\".unicodeScalars)

  /// Without marks and special characters, blanks collapsed, as a key.
  static func plain(_ text: String) -> String {
    key(text).unicodeScalars.split { special.contains($0) || $0.properties.isWhitespace }
      .map { String(Substring($0)) }.joined(separator: " ")
  }

  /// Letters, digits, `_` and `-`, blanks as `-`, all else dropped.
  static func slug(_ text: String) -> String {
    var result = ""
    for scalar in key(text).unicodeScalars {
      if scalar.properties.isWhitespace {
        result += "-"
      } else if scalar == "-" || scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || scalar.properties.generalCategory == .nonspacingMark
      {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
