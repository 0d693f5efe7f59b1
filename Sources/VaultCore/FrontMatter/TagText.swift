/// One text that holds several tags, parted by commas and blanks.
package enum TagText {
  private static func parts(_ c: Character) -> Bool { c == "," || c.isWhitespace }

  package static func words(in text: String) -> [Substring] {
    text.split(whereSeparator: parts)
  }

  /// Each word becomes what `change` has for its number; where that is nil, it goes with what parts it from the next.
  static func replacing(in text: String, _ change: (Int) -> String?) -> String {
    var result = ""
    // What stands before the first word, until one is kept.
    var lead: Substring?
    var isFirst = true
    var rest = text[...]
    var number = 0
    while !rest.isEmpty {
      let separator = rest.prefix(while: parts)
      rest = rest[separator.endIndex...]
      guard !rest.isEmpty else { return result + separator }
      let end = rest.firstIndex(where: parts) ?? rest.endIndex
      if lead == nil { lead = separator }
      if let word = change(number) {
        result += (isFirst ? lead ?? "" : separator) + word
        isFirst = false
      }
      number += 1
      rest = rest[end...]
    }
    return result
  }
}
