/// A line of a note as a list shows it: without the marks that make a heading, a quotation, an item or a task of it.
package struct ShownLine: Sendable {
  package private(set) var text: String
  /// UTF-8 offsets in `text`.
  package private(set) var ranges: [Range<Int>]

  /// - Parameter ranges: What is marked, as UTF-8 offsets in `line`, in order.
  package init(_ line: String, _ ranges: [Range<Int>] = []) {
    let marks = line.prefixMatch(of: /\s*(?:(?:#{1,6}|>|[-*+]|\d{1,9}[.)])\s+|>|\[.\]\s+)+/)
    text = marks.map { String(line[$0.range.upperBound...]) } ?? line
    let length = line.utf8.count - text.utf8.count
    self.ranges = ranges.filter { $0.lowerBound >= length }.map { $0.lowerBound - length..<$0.upperBound - length }
  }

  /// The beginning of a text without its title, which stands above it.
  package static func beginning(_ snippet: String, below title: String) -> String {
    guard !title.isEmpty, snippet.hasPrefix(title) else { return snippet }
    let rest = snippet.dropFirst(title.count)
    // A longer word is another beginning.
    return rest.isEmpty || rest.first == " " ? String(rest.drop { $0 == " " }) : snippet
  }
}
