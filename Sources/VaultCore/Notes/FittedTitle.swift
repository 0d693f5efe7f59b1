/// A title made fit to be a file's name, or a part of one.
enum FittedTitle {
  /// Without what `NoteFileName` refuses or warns of: `/ \ : |` become `-`, what cannot stand in a link or is refused
  /// by other systems goes, blanks and control characters become one blank. Empty where nothing is left.
  static func name(of title: String) -> String {
    var name = ""
    // What comes before the next kept character: nothing is added at the beginning or the end.
    var (blank, dash) = (false, false)
    for scalar in title.unicodeScalars {
      switch scalar {
      case "/", "\\", ":", "|": dash = true
      case "*", "?", "\"", "<", ">", "#", "^", "[", "]": continue
      case _ where scalar.properties.isWhitespace || ControlCharacters.visibleWidth(scalar) != nil: blank = true
      case "." where name.isEmpty, "-" where name.isEmpty: continue
      // Some systems pass over it, so that what follows begins the name.
      case _ where name.isEmpty && scalar.properties.isDefaultIgnorableCodePoint: continue
      default:
        if !name.isEmpty {
          // `Trip: day two` reads best as `Trip - day two`.
          if dash { name += blank ? " - " : "-" } else if blank { name += " " }
        }
        (blank, dash) = (false, false)
        name.unicodeScalars.append(scalar)
      }
    }
    while let last = name.utf8.last, last == 0x2E || last == 0x20 { name.unicodeScalars.removeLast() }
    return name
  }

  /// Letters and digits of any script in lower case, with `-` for whatever is between them.
  static func slug(of title: String) -> String {
    // An apostrophe is inside a word.
    let scalars = title.lowercased().unicodeScalars.filter { $0 != "'" && $0 != "’" }
    let words = scalars.split { scalar in
      let properties = scalar.properties
      return !properties.isAlphabetic && properties.numericType == nil
        && properties.generalCategory != .nonspacingMark && !properties.isEmojiPresentation && scalar != "_"
    }
    return words.map { String(Substring($0)) }.joined(separator: "-")
  }

  /// The longest beginning of at most `limit` bytes that ends between two characters, without blanks at its end.
  static func cut(_ text: String, toBytes limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    var count = 0
    var end = text.startIndex
    while end < text.endIndex {
      let next = text.index(after: end)
      count += text[end..<next].utf8.count
      if count > limit { break }
      end = next
    }
    var cut = text[..<end]
    while let last = cut.utf8.last, last == 0x20 || last == 0x2E { cut.unicodeScalars.removeLast() }
    return String(cut)
  }
}
