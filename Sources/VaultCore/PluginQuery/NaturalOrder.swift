import Foundation

/// Text in the order in which people look things up: without regard to case and diacritics, numbers by their value,
/// marks before digits before letters. Where all that is the same, letters without diacritics and small ones come first.
struct NaturalOrder: Comparable {
  /// Each number as its count of digits and the digits, so that greater ones come later.
  private var key: [UInt8]
  private let text: String

  /// After every text: its key is a byte that no text has.
  static let last = NaturalOrder(key: [0xFF], text: "")
  /// After `last`.
  static let behindLast = NaturalOrder(key: [0xFF, 0xFF], text: "")

  /// Above the marks, below the letters.
  private static let numbers: UInt8 = 0x60

  /// By byte: letters in small, and below them whitespace, then the marks in the order of the Unicode collation.
  private static let ranks: [UInt8] = {
    var ranks = (UInt8.min...UInt8.max).map { $0 >= 0x80 || $0.isASCIILetter ? $0.asciiLowered : 0 }
    for (rank, mark) in "\t\n\u{0B}\u{0C}\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$".utf8.enumerated() {
      ranks[Int(mark)] = UInt8(rank + 1)
    }
    return ranks
  }()

  private static func withoutMarks(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars
    where scalar.properties.generalCategory != .nonspacingMark {
      scalars.append(scalar)
    }
    return String(scalars)
  }

  static func < (a: Self, b: Self) -> Bool {
    if a.key != b.key { return a.key.lexicographicallyPrecedes(b.key) }
    let (plain, other) = (a.text.lowercased(), b.text.lowercased())
    if plain != other { return plain.utf8.lexicographicallyPrecedes(other.utf8) }
    // Bytes of capitals are the smaller ones.
    return b.text.utf8.lexicographicallyPrecedes(a.text.utf8)
  }

  static func == (a: Self, b: Self) -> Bool {
    a.key == b.key && a.text.utf8.elementsEqual(b.text.utf8)
  }
}

extension NaturalOrder {
  init(_ text: String) {
    let folded = text.utf8.allSatisfy { $0 < 0x80 } ? text : Self.withoutMarks(text)
    self.init(key: [], text: text)
    key.reserveCapacity(folded.utf8.count + 8)
    var digits: [UInt8] = []
    func flush(_ key: inout [UInt8]) {
      guard !digits.isEmpty else { return }
      let significant = digits.drop { $0 == 0x30 }
      key += [Self.numbers, UInt8(clamping: significant.count)] + significant
      digits.removeAll(keepingCapacity: true)
    }
    for byte in folded.utf8 {
      if byte.isDigit {
        digits.append(byte)
      } else {
        flush(&key)
        key.append(Self.ranks[Int(byte)])
      }
    }
    flush(&key)
  }
}
