enum Byte {
  static let newline = UInt8(ascii: "\n")
  static let blank = UInt8(ascii: " ")
  static let tab = UInt8(ascii: "\t")
}

extension UInt8 {
  var isLowercaseLetter: Bool { self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z") }
  var isLetter: Bool { (self | 0x20).isLowercaseLetter }
  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
  var asciiLowercased: UInt8 { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self }
}

extension Array where Element == UInt8 {
  mutating func append(_ text: String) {
    append(contentsOf: text.utf8)
  }

  func starts(with text: String) -> Bool {
    starts(with: text.utf8)
  }

  func firstPosition(of text: String, from start: Int = 0) -> Int? {
    self[...].firstPosition(of: Array(text.utf8), from: start)
  }

  var capitalized: [UInt8] {
    guard let first, first.isLowercaseLetter else { return self }
    return [first & ~0x20] + dropFirst()
  }
}

extension ArraySlice where Element == UInt8 {
  func firstPosition(of pattern: [UInt8], from start: Int? = nil) -> Int? {
    guard let head = pattern.first else { return nil }
    var at = start ?? startIndex
    while at + pattern.count <= endIndex {
      guard let next = self[at...].firstIndex(of: head), next + pattern.count <= endIndex else { return nil }
      if self[next..<next + pattern.count].elementsEqual(pattern) { return next }
      at = next + 1
    }
    return nil
  }
}
