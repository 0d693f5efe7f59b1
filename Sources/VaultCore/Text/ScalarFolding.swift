import Foundation

/// What a scalar is to the search: part of a word, a word of its own, or a gap.
package enum ScalarClass: UInt8, Sendable {
  case separator
  /// Letter or digit; joins its neighbours.
  case word
  /// Scripts written without blanks between words: found by any substring.
  case unspaced
  /// Emoji and other symbols: each a word of its own.
  case symbol
  /// Dropped where it stands: accents on Latin, Greek and Cyrillic letters, the vowel signs of Hebrew and Arabic, variation
  /// selectors, joiners.
  case ignored
}

/// Case and diacritics folding, one scalar at a time, with a memory of what was asked before.
///
/// `é` and `e` + U+0301 both become `e`, `ß` becomes `ss`, `ſ` `s`, `İ` becomes `i`, `ς` becomes `σ`, the
/// ligature `ﬁ` `fi`. Marks are dropped in Latin, Greek and Cyrillic, and where people mostly leave them out, in Hebrew
/// and Arabic: in Thai or Devanagari they are part of the word.
package struct ScalarFolding {
  /// Per scalar of the basic plane, by 256 that have been asked for: 0 where not yet asked, else `class + 1` in the low
  /// byte, bit 8 set for an upper-case letter, bit 9 set for a folding of several scalars, and the folded scalar from bit
  /// 10 on.
  private var memory: [UInt32] = []
  /// Where in `memory` the 256 scalars of one upper byte begin; -1 where none was asked for. Most texts have few, and
  /// making room for all takes longer than reading a short text.
  private var places = [Int](repeating: -1, count: 0x100)
  private var expansions: [UInt32: [UInt8]] = [:]

  package struct Folded {
    package var scalarClass: ScalarClass
    package var isUpper: Bool
    /// The folded scalar, where it is one.
    package var scalar: UInt32
    package var isExpansion: Bool
  }

  package mutating func fold(_ value: UInt32) -> Folded {
    guard value < 0x1_0000 else {
      return Self.unpack(compute(value))
    }
    var place = places[Int(value >> 8)]
    if place < 0 {
      place = memory.count
      places[Int(value >> 8)] = place
      memory.append(contentsOf: repeatElement(0, count: 0x100))
    }
    place += Int(value & 0xFF)
    let known = memory[place]
    if known != 0 { return Self.unpack(known) }
    let computed = compute(value)
    memory[place] = computed
    return Self.unpack(computed)
  }

  /// From U+FB00 on, as a PDF's text has them.
  private static let ligatures: [[Unicode.Scalar]] = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"].map {
    Array($0.unicodeScalars)
  }

  /// The UTF-8 of a folding of several scalars.
  package func expansion(of value: UInt32) -> [UInt8] { expansions[value] ?? [] }

  private static func unpack(_ packed: UInt32) -> Folded {
    Folded(
      scalarClass: ScalarClass(rawValue: UInt8(packed & 0xFF) - 1) ?? .separator, isUpper: packed & 0x100 != 0,
      scalar: packed >> 10, isExpansion: packed & 0x200 != 0)
  }

  private mutating func compute(_ value: UInt32) -> UInt32 {
    func packed(_ c: ScalarClass, _ scalar: UInt32, upper: Bool = false) -> UInt32 {
      UInt32(c.rawValue) + 1 | (upper ? 0x100 : 0) | scalar << 10
    }
    guard let scalar = Unicode.Scalar(value) else { return packed(.separator, 0) }
    if Self.isUnspaced(value) { return packed(.unspaced, value) }
    switch value {
    case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE00...0xFE0F, 0x200C, 0x200D, 0xAD,
      0xE0100...0xE01EF, 0x1F3FB...0x1F3FF,
      // Hebrew points, then Arabic marks and the stroke that lengthens a word.
      0x0591...0x05BD, 0x05BF, 0x05C1, 0x05C2, 0x05C4, 0x05C5, 0x05C7,
      0x0610...0x061A, 0x0640, 0x064B...0x065F, 0x0670, 0x06D6...0x06DC, 0x06DF...0x06E4, 0x06E7, 0x06E8,
      0x06EA...0x06ED:
      return packed(.ignored, 0)
    default: break
    }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark, .connectorPunctuation:
      break
    case .otherSymbol, .mathSymbol, .currencySymbol, .modifierSymbol, .privateUse:
      return value < 0x80 ? packed(.separator, 0) : packed(.symbol, value)
    default:
      return packed(.separator, 0)
    }
    let upper = properties.isUppercase
    var folded: [Unicode.Scalar] = []
    if Self.losesMarks(value) {
      folded = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars
        .flatMap(\.properties.lowercaseMapping.unicodeScalars).filter { !(0x0300...0x036F).contains($0.value) }
    } else {
      folded = Array(properties.lowercaseMapping.unicodeScalars)
    }
    if value == 0xDF || value == 0x1E9E { folded = ["s", "s"] }
    if (0xFB00...0xFB06).contains(value) { folded = Self.ligatures[Int(value - 0xFB00)] }
    if value == 0x17F { folded = ["s"] }
    if folded.count == 1 {
      let one: UInt32 = folded[0].value == 0x3C2 ? 0x3C3 : folded[0].value
      return packed(.word, one, upper: upper)
    }
    if folded.isEmpty { return packed(.ignored, 0) }
    expansions[value] = Array(String(String.UnicodeScalarView(folded)).utf8)
    return packed(.word, 0, upper: upper) | 0x200
  }

  private static func losesMarks(_ value: UInt32) -> Bool {
    switch value {
    case 0x00C0...0x024F, 0x0370...0x052F, 0x1E00...0x1FFF, 0x212B, 0x2C60...0x2C7F,
      0xA720...0xA7FF:
      true
    default: false
    }
  }

  /// Han, kana, Hangul, Thai, Lao, Khmer, Myanmar.
  private static func isUnspaced(_ value: UInt32) -> Bool {
    switch value {
    case 0x0E01...0x0E3A, 0x0E40...0x0E4E, 0x0E81...0x0ECD, 0x1000...0x103F, 0x1100...0x11FF, 0x1780...0x17D3,
      0x3005...0x3007, 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF, 0x3105...0x312F,
      0x3131...0x318E, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFF66...0xFF9D, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
