extension TaskTextScanner {
  /// The length of the blank at `i`: space, tab, or one of the non-breaking spaces U+00A0, U+2007 and U+202F.
  func blankLength(at i: Int) -> Int {
    switch byte(i) {
    case 0x20, 0x09: 1
    case 0xC2: byte(i + 1) == 0xA0 ? 2 : 0
    case 0xE2: byte(i + 1) == 0x80 && (byte(i + 2) == 0xAF || byte(i + 2) == 0x87) ? 3 : 0
    default: 0
    }
  }

  func blanksEnd(from i: Int) -> Int {
    var i = i
    while true {
      let length = blankLength(at: i)
      if length == 0 { return i }
      i += length
    }
  }

  /// Where the blanks begin that end at `i`.
  func blanksStart(before i: Int, notBefore limit: Int = 0) -> Int {
    var i = i
    while i > limit {
      let last = text[i - 1]
      if last == 0x20 || last == 0x09 || last == 0x0D {
        i -= 1
      } else if last == 0xA0, i - 2 >= limit, text[i - 2] == 0xC2 {
        i -= 2
      } else if last == 0xAF || last == 0x87, i - 3 >= limit, text[i - 2] == 0x80, text[i - 3] == 0xE2 {
        i -= 3
      } else {
        break
      }
    }
    return i
  }

  /// Whether nothing or a blank stands before `i`. The box and its blank stand before the text.
  func isAfterWhitespace(_ i: Int) -> Bool {
    i == 0 || blanksStart(before: i, notBefore: max(0, i - 3)) < i
  }

  /// The text without fields and block id. Where a field was, one blank is left between words, none before
  /// punctuation.
  func describe() -> String {
    guard !result.fields.isEmpty else { return start < end ? string(start..<end) : "" }
    var out: [UInt8] = []
    out.reserveCapacity(end - start)
    var from = start
    for field in result.fields {
      append(from..<max(from, field.range.lowerBound), to: &out)
      from = field.range.upperBound
    }
    append(from..<max(from, end), to: &out)
    return String(decoding: out, as: UTF8.self)
  }

  private func append(_ piece: Range<Int>, to out: inout [UInt8]) {
    let first = min(blanksEnd(from: piece.lowerBound), piece.upperBound)
    let last = blanksStart(before: piece.upperBound, notBefore: first)
    guard first < last else { return }
    if !out.isEmpty, first > piece.lowerBound || !Self.isClosingPunctuation(text[first]) { out.append(0x20) }
    out.append(contentsOf: text[first..<last])
  }

  private static func isClosingPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21, 0x29, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F, 0x5D: true  // ! ) , . : ; ? ]
    default: false
    }
  }
}
