/// A value as it is to be written behind a key: on the key's line, and on lines below it.
struct WrittenValue: Hashable {
  var head = ""
  /// Without line endings.
  var lines: [String] = []

  /// In block style, `column` being the key's, from 0.
  /// `literal`: whether a text of several lines may stand below a `|`.
  init(
    _ value: PropertyValue, quoting: YAMLQuoting, list: FrontMatterStyle.List, blockMap: Bool = false,
    literal: Bool = true, column: Int
  ) {
    switch (value, list) {
    case (.null, _): break
    case (.text(let text), _):
      if literal, let found = Self.literal(text, indent: column + 2) {
        (head, lines) = found
      } else {
        head = YAMLScalarText.text(text, quoting: quoting, place: .block)
      }
    case (.list(let values), .block(let indent)) where !values.isEmpty:
      let start = Self.blanks(column + indent) + "- "
      lines = values.map { start + YAMLFlow.text(of: $0, quoting: quoting, place: .block) }
    case (.map(let properties), _) where blockMap && !properties.isEmpty:
      let start = Self.blanks(column + 2)
      lines = properties.map { property in
        let key = YAMLScalarText.text(property.key, quoting: quoting.forKeys, place: .block)
        let text =
          property.value == .null ? "" : " " + YAMLFlow.text(of: property.value, quoting: quoting, place: .block)
        return start + key + ":" + text
      }
    default:
      head = YAMLFlow.text(of: value, quoting: quoting, place: .block)
    }
  }

  /// A text of several lines below a `|`; nil where that would not read back as the same text, or has one line only.
  private static func literal(_ text: String, indent: Int) -> (head: String, lines: [String])? {
    var content = text.unicodeScalars[...]
    let keepsBreak = content.last == "\n"
    if keepsBreak { content.removeLast() }
    guard text.unicodeScalars.contains("\n"), let first = content.first, content.last != "\n",
      !content.contains(where: { $0 != "\n" && $0 != "\t" && YAMLScalarText.needsEscape($0) })
    else { return nil }
    let lines = content.split(separator: "\n", omittingEmptySubsequences: false)
    // Lines of blanks alone, and a first line that is indented, would need more than a plain header to be told apart.
    guard first != " ", first != "\t", first != "\n",
      lines.allSatisfy({ line in line.isEmpty || line.contains { $0 != " " && $0 != "\t" } })
    else { return nil }
    let written = lines.map { $0.isEmpty ? "" : blanks(indent) + String(String.UnicodeScalarView($0)) }
    return (keepsBreak ? "|" : "|-", written)
  }

  private static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }

  /// The lines with their endings.
  func lineBytes(ending: [UInt8]) -> [UInt8] {
    lines.flatMap { Array($0.utf8) + ending }
  }

  /// What stands behind `key:`, from the colon on, to the end of the last line.
  func bytes(ending: [UInt8]) -> [UInt8] {
    (head.isEmpty ? [] : [0x20] + Array(head.utf8)) + ending + lineBytes(ending: ending)
  }
}
