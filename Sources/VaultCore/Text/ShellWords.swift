/// A text split into words as a shell splits a line, without what a shell would do with them: quotes and backslashes are
/// read, nothing is run or filled in.
package enum ShellWords {
  /// Returns nil where a quote is not closed, or a backslash ends the text.
  package static func split(_ text: String) -> [String]? {
    var words: [String] = []
    var word: [UInt8]?
    var quote: UInt8?
    var bytes = Array(text.utf8)[...]
    while let c = bytes.popFirst() {
      switch (c, quote) {
      case (0x27, nil), (0x22, nil):
        quote = c
        word = word ?? []
      case (0x27, 0x27), (0x22, 0x22): quote = nil
      case (0x5C, nil):
        guard let next = bytes.popFirst() else { return nil }
        word = word ?? []
        word?.append(next)
      case (0x5C, 0x22):
        guard let next = bytes.first else { return nil }
        // Between double quotes a backslash is one, unless it guards what would count.
        if "\"\\$`".utf8.contains(next) {
          bytes.removeFirst()
          word?.append(next)
        } else {
          word?.append(c)
        }
      case (0x20, nil), (0x09, nil), (0x0A, nil), (0x0D, nil):
        if let word { words.append(String(decoding: word, as: UTF8.self)) }
        word = nil
      default:
        word = word ?? []
        word?.append(c)
      }
    }
    guard quote == nil else { return nil }
    if let word { words.append(String(decoding: word, as: UTF8.self)) }
    return words
  }
}
