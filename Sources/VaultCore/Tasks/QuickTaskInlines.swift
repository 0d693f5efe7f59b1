/// Where code, links and HTML are in one line, as in a note.
struct QuickTaskInlines {
  /// Code spans, HTML and link targets, in order.
  private(set) var opaque: [Range<Int>] = []
  /// Links from their beginning to the end of what they name.
  private(set) var links: [Range<Int>] = []

  init(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { buffer in
      var scanner = InlineScanner(buffer, offset: 0, definitions: [:])
      scanner.scan(0..<buffer.count)
      opaque = scanner.opaque
      links = scanner.links.map { link in
        link.start..<max(link.start, link.text.upperBound, link.target.upperBound)
      }
    }
  }

  /// What a note reads in `description`.
  static func taskText(_ description: String) -> TaskText {
    TaskTextParser().parse(description, opaque: QuickTaskInlines(Array(description.utf8)).opaque)
  }

  /// `\due:` and `\every` without the backslash. Where a note would then read the field, the backslash moves before
  /// the colon, where Markdown takes it for the colon alone.
  static func unescaped(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard bytes.contains(0x5C) else { return text }
    var opaque = QuickTaskInlines(bytes).opaque[...]
    var result: [UInt8] = []
    var needsColon = false
    for (i, byte) in bytes.enumerated() {
      if byte == 0x3A, needsColon {
        result.append(0x5C)
        needsColon = false
      }
      let beginsWord = i == 0 || bytes[i - 1] == 0x20
      while let first = opaque.first, first.upperBound <= i { opaque.removeFirst() }
      guard byte == 0x5C, beginsWord, opaque.first?.contains(i) != true else {
        result.append(byte)
        continue
      }
      let word = bytes[(i + 1)...].prefix { $0 != 0x20 }
      if !QuickTaskReader.isKept(word) {
        result.append(byte)
      } else if !TaskTextParser().parse(String(decoding: word, as: UTF8.self)).fields.isEmpty {
        needsColon = true
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
