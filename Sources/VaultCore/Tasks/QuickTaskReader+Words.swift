extension QuickTaskReader {
  func string(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// Returns true when `word`, in any case, stands at `i` with a blank behind it.
  func matches(_ word: StaticString, at i: Int) -> Bool {
    let end = i + word.utf8CodeUnitCount
    guard end < bytes.count, bytes[end] == 0x20 else { return false }
    return (i..<end).allSatisfy { bytes[$0] | 0x20 == word.utf8Start[$0 - i] }
  }

  func isWordStart(_ i: Int) -> Bool {
    i == 0 || bytes[i - 1] == 0x20
  }

  /// From `i` to the next blank, code, link or field.
  func word(at i: Int) -> Range<Int> {
    var end = i
    while end < bytes.count, bytes[end] != 0x20, !isHidden[end] { end += 1 }
    return i..<end
  }

  /// The next words, as many as a day can have.
  func wordsBehind(_ start: Int) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var i = start
    while words.count < 8 {
      while i < bytes.count, bytes[i] == 0x20 { i += 1 }
      let word = word(at: i)
      guard !word.isEmpty else { break }
      words.append(word)
      i = word.upperBound
    }
    return words
  }

  /// Returns true when each word begins with `#` and goes on.
  func holdsOnlyTags(_ range: Range<Int>) -> Bool {
    range.allSatisfy { i in
      let begins = i == range.lowerBound || bytes[i - 1] == 0x20
      guard begins, bytes[i] != 0x20 else { return true }
      return bytes[i] == 0x23 && i + 1 < range.upperBound && bytes[i + 1] != 0x20
    }
  }

  /// Without commas at its end.
  func value(in range: Range<Int>) -> String {
    var end = range.upperBound
    while end > range.lowerBound, bytes[end - 1] == 0x2C { end -= 1 }
    return string(range.lowerBound..<end)
  }

  /// UTF-8 with spaces for tabs and non-breaking spaces, one for each byte.
  static func plainWhitespace(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09, 0xA0, 0x2007, 0x202F: bytes += Array(repeating: 0x20, count: UTF8.width(scalar))
      default: bytes += scalar.utf8
      }
    }
    return bytes
  }
}
