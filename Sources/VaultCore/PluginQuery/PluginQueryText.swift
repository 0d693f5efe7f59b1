/// A query's text taken apart into instructions.
enum PluginQueryText {
  /// A line that ends with a backslash goes on in the next; the blanks around become one. Two backslashes at a line's
  /// end are one and end it. Empty lines and blanks around an instruction are dropped.
  static func statements(of text: String, firstLine: Int = 1) -> [PluginQuery.Statement] {
    var statements: [PluginQuery.Statement] = []
    var joined: String?
    var start = firstLine
    for (offset, line) in lines(of: text).enumerated() {
      var line = line
      var goesOn = false
      if line.hasSuffix("\\\\") {
        line.removeLast()
      } else if line.hasSuffix("\\") {
        line.removeLast()
        goesOn = true
      }
      if let before = joined {
        joined = before + " " + (goesOn ? line.trimmingWhitespace : line.droppingWhitespaceBefore)
      } else {
        start = firstLine + offset
        joined = goesOn ? line.droppingWhitespaceAfter : line
      }
      guard !goesOn else { continue }
      append(joined ?? "", start, to: &statements)
      joined = nil
    }
    if let joined { append(joined, start, to: &statements) }
    return statements
  }

  private static func append(_ text: String, _ line: Int, to statements: inout [PluginQuery.Statement]) {
    let text = text.trimmingWhitespace
    if !text.isEmpty { statements.append(PluginQuery.Statement(line: line, source: text, text: text)) }
  }

  static func lines(of text: String) -> [String] {
    text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      let line = line.last == 0x0D ? line.dropLast() : line
      return String(decoding: line, as: UTF8.self)
    }
  }
}

extension String {
  fileprivate var droppingWhitespaceBefore: String { String(drop { $0 == " " || $0 == "\t" }) }

  fileprivate var droppingWhitespaceAfter: String {
    var text = self
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }
}

extension StringProtocol {
  /// What follows `word` and blanks, where the text begins with it, in any case of ASCII letters.
  func after(_ word: String) -> SubSequence? {
    var text = self.utf8.makeIterator()
    var count = 0
    for wanted in word.utf8 {
      guard let found = text.next() else { return nil }
      let lower = found >= 0x41 && found <= 0x5A ? found | 0x20 : found
      guard lower == wanted else { return nil }
      count += 1
    }
    let rest = self[utf8.index(startIndex, offsetBy: count)...]
    guard let next = rest.first else { return rest }
    guard next == " " || next == "\t" else { return nil }
    return rest.drop { $0 == " " || $0 == "\t" }
  }
}
