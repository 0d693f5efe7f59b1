/// A line of a note as a list shows it: without the marks that make a heading, a quotation, an item or a task of it.
package struct ShownLine: Sendable {
  package private(set) var text: String
  /// UTF-8 offsets in `text`.
  package private(set) var ranges: [Range<Int>]

  /// - Parameter ranges: What is marked, as UTF-8 offsets in `line`, in order.
  package init(_ line: String, _ ranges: [Range<Int>] = []) {
    let length = Self.marks(Array(line.utf8.prefix(Self.longestMarks)))
    text = String(line.utf8.dropFirst(length)) ?? line
    self.ranges = ranges.filter { $0.lowerBound >= length }.map { $0.lowerBound - length..<$0.upperBound - length }
  }

  /// Bytes. A line of nothing but marks may be long.
  private static let longestMarks = 64

  /// How many bytes at the beginning are marks: one of a heading, or those of quotations, items and a task. Numbers of items
  /// stay, since they may be words.
  private static func marks(_ bytes: [UInt8]) -> Int {
    func blanks(from start: Int) -> Int { bytes[start...].prefix { $0 == 0x20 || $0 == 0x09 }.count }
    var end = 0
    var place = blanks(from: 0)
    while place < bytes.count {
      let signs = bytes[place] == 0x23 ? bytes[place...].prefix { $0 == 0x23 }.count : 1
      var next = place + signs
      switch bytes[place] {
      case UInt8(ascii: "#") where signs > 6: return end
      case UInt8(ascii: ">"): break
      case UInt8(ascii: "#"), UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"):
        guard next == bytes.count || blanks(from: next) > 0 else { return end }
        let box = next + blanks(from: next)
        let isItem = bytes[place] != UInt8(ascii: "#")
        if isItem, bytes.count > box + 3, bytes[box] == UInt8(ascii: "["), bytes[box + 2] == UInt8(ascii: "]"),
          blanks(from: box + 3) > 0
        {
          next = box + 3
        }
      default: return end
      }
      let isHeading = bytes[place] == UInt8(ascii: "#")
      place = next + blanks(from: next)
      end = place
      if isHeading { return end }
    }
    return end
  }

  /// The beginning of a text without its title, which stands above it. Where the title's words go on with a small letter or a
  /// sign, they begin a sentence and are no heading.
  package static func beginning(_ snippet: String, below title: String) -> String {
    guard !title.isEmpty, snippet.hasPrefix(title) else { return snippet }
    let rest = snippet.dropFirst(title.count)
    guard rest.first == " ", let next = rest.dropFirst().first else { return rest.isEmpty ? "" : snippet }
    return next.isUppercase || next.isNumber || "#>-*+[!".contains(next) ? String(rest.dropFirst()) : snippet
  }
}
