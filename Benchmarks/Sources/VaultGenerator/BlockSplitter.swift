/// Cuts a note into its front matter, which is dropped, and the blocks of lines between blank lines.
enum BlockSplitter {
  /// The largest block that is taken, in bytes.
  static let longest = 2_500

  static func blocks(of note: [UInt8]) -> [[UInt8]] {
    var blocks: [[UInt8]] = []
    var current: [ArraySlice<UInt8>] = []
    var fence: ArraySlice<UInt8>?
    for line in lines(of: note) {
      if let open = fence {
        current.append(line)
        if line.starts(with: open), line.dropFirst(open.count).allSatisfy({ $0 == Byte.blank }) {
          fence = nil
          flush(&current, into: &blocks)
        }
        continue
      }
      if let mark = fenceMark(line) {
        flush(&current, into: &blocks)
        fence = mark
        current.append(line)
      } else if line.allSatisfy({ $0 == Byte.blank || $0 == Byte.tab }) {
        flush(&current, into: &blocks)
      } else if line.first == UInt8(ascii: "#"), isHeading(line) {
        flush(&current, into: &blocks)
        blocks.append(Array(line))
      } else {
        current.append(line)
      }
    }
    // A fence that is open at the note's end would swallow what follows it elsewhere.
    if fence == nil { flush(&current, into: &blocks) }
    return blocks
  }

  static func isHeading(_ line: ArraySlice<UInt8>) -> Bool {
    let marks = line.prefix { $0 == UInt8(ascii: "#") }
    return (1...6).contains(marks.count) && line.dropFirst(marks.count).first == Byte.blank
  }

  private static func lines(of note: [UInt8]) -> [ArraySlice<UInt8>] {
    var text = note[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    var lines = text.split(separator: Byte.newline, omittingEmptySubsequences: false)
      .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
    let dashes = Array("---".utf8)
    if let first = lines.first, first.elementsEqual(dashes),
      let close = lines.dropFirst().firstIndex(where: { $0.elementsEqual(dashes) })
    {
      lines.removeSubrange(0...close)
    }
    return lines
  }

  private static func fenceMark(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let first = line.first, first == UInt8(ascii: "`") || first == UInt8(ascii: "~") else { return nil }
    let mark = line.prefix { $0 == first }
    guard mark.count >= 3, first == UInt8(ascii: "~") || !line.dropFirst(mark.count).contains(first) else { return nil }
    return mark
  }

  /// A list that is too long is taken in parts; anything else that is too long is dropped.
  private static func flush(_ lines: inout [ArraySlice<UInt8>], into blocks: inout [[UInt8]]) {
    defer { lines = [] }
    guard !lines.isEmpty else { return }
    let size = lines.reduce(0) { $0 + $1.count + 1 } - 1
    if size <= longest {
      blocks.append(Array(lines.joined(separator: [Byte.newline])))
      return
    }
    guard lines.allSatisfy({ $0.starts(with: [UInt8(ascii: "-"), Byte.blank]) && $0.count <= longest / 2 }) else {
      return
    }
    var part: [UInt8] = []
    for line in lines {
      if part.count + line.count > longest / 2 {
        blocks.append(part)
        part = []
      }
      if !part.isEmpty { part.append(Byte.newline) }
      part.append(contentsOf: line)
    }
    blocks.append(part)
  }
}
