/// A piece of a format.
enum MomentToken: Hashable {
  /// Stands for itself.
  case literal([UInt8])
  /// `letter` repeated `count` times: `YYYY`.
  case field(UInt8, count: Int)
  /// A field with `o` behind it: `Do`, `DDDo`.
  case ordinal(UInt8)
}

/// Takes a format apart as moment.js 2.29 does.
///
/// - `[…]` is literal, to the last `]` before the next `[`; a `[` without one is a character like any other.
/// - A backslash makes the whole token behind it literal.
/// - Of letters in a row the longest token counts: `YYY` is `YY` and `Y`.
/// - `LT`, `LTS`, `L` to `LLLL` and `l` to `llll` are replaced first, by the formats that they stand for.
/// - Line endings outside of brackets are dropped.
struct MomentTokenizer {
  static func tokens(of format: String) -> [MomentToken] {
    var tokenizer = MomentTokenizer(bytes: expanded(Array(format.utf8)))
    return tokenizer.read()
  }

  private let bytes: [UInt8]
  private var tokens: [MomentToken] = []
  private var literal: [UInt8] = []

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// How often each letter may be repeated.
  private static let counts: [UInt8: [Int]] = {
    let table = [
      ("MDdy", [1, 2, 3, 4]), ("wWhHkmsz", [1, 2]), ("Z", [1, 2]), ("QeEaAxX", [1]), ("N", [1, 2, 3, 4, 5]),
      ("Y", [1, 2, 4, 5, 6]), ("gG", [2, 4, 5]), ("S", Array(1...9)),
    ]
    return Dictionary(
      uniqueKeysWithValues: table.flatMap { letters, allowed in letters.utf8.map { ($0, allowed) } })
  }()

  /// The letters that `o` may follow, with how often each must stand there.
  private static func hasOrdinal(_ letter: UInt8, _ count: Int) -> Bool {
    "DMdwWQy".utf8.contains(letter) && (count == 1 || (count == 3 && letter == UInt8(ascii: "D")))
  }

  private mutating func read() -> [MomentToken] {
    var i = 0
    while i < bytes.count {
      if let end = Self.bracketEnd(bytes, from: i) {
        literal += bytes[(i + 1)..<(end - 1)]
        i = end
      } else if bytes[i] == UInt8(ascii: "\\") {
        let end = escapedEnd(from: i + 1)
        literal += bytes[(i + 1)..<end]
        i = end
      } else if let (token, length) = Self.token(bytes, at: i) {
        flush()
        tokens.append(token)
        i += length
      } else {
        if bytes[i] != 0x0A, bytes[i] != 0x0D { literal.append(bytes[i]) }
        i += 1
      }
    }
    flush()
    return tokens
  }

  private mutating func flush() {
    guard !literal.isEmpty else { return }
    tokens.append(.literal(literal))
    literal = []
  }

  /// What one backslash makes literal: a token, `Hmm` and its kin being one, or any one character.
  private func escapedEnd(from start: Int) -> Int {
    for packed in ["Hmmss", "hmmss", "Hmm", "hmm"] where bytes[start...].starts(with: packed.utf8) {
      return start + packed.utf8.count
    }
    if let (_, length) = Self.token(bytes, at: start) { return start + length }
    return start < bytes.count && bytes[start] != 0x0A && bytes[start] != 0x0D ? start + 1 : start
  }

  /// The offset behind a `[…]` that begins at `start`.
  private static func bracketEnd(_ bytes: [UInt8], from start: Int) -> Int? {
    guard bytes[start] == UInt8(ascii: "[") else { return nil }
    let rest = bytes[(start + 1)...]
    let limit = rest.firstIndex(of: UInt8(ascii: "[")) ?? bytes.count
    return rest[..<limit].lastIndex(of: UInt8(ascii: "]")).map { $0 + 1 }
  }

  private static func run(_ bytes: [UInt8], at start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end] == bytes[start] { end += 1 }
    return end - start
  }

  private static func token(_ bytes: [UInt8], at start: Int) -> (MomentToken, length: Int)? {
    guard start < bytes.count, let counts = counts[bytes[start]] else { return nil }
    let letter = bytes[start]
    let run = run(bytes, at: start)
    if start + run < bytes.count, bytes[start + run] == UInt8(ascii: "o"), hasOrdinal(letter, run) {
      return (run == 3 ? .ordinal(dayOfYear) : .ordinal(letter), run + 1)
    }
    guard let count = counts.last(where: { $0 <= run }) else { return nil }
    return (.field(letter, count: count), count)
  }

  /// What `.ordinal` has for `DDDo`, since `D` alone is the day of the month.
  static let dayOfYear = UInt8(ascii: "j")

  /// With the formats that the locale, English, has for `L` and its kin.
  private static func expanded(_ format: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var i = 0
    while i < format.count {
      if let end = bracketEnd(format, from: i) {
        result += format[i..<end]
        i = end
        continue
      }
      let isEscaped = format[i] == UInt8(ascii: "\\")
      let start = isEscaped ? i + 1 : i
      if let (token, meaning) = localeFormats.first(where: { format[start...].starts(with: $0.token.utf8) }) {
        let end = start + token.utf8.count
        result += isEscaped ? Array(format[i..<end]) : Array(meaning.utf8)
        i = end
      } else {
        result.append(format[i])
        i += 1
      }
    }
    return result
  }

  /// The longer ones before those that they begin with.
  private static let localeFormats: [(token: String, meaning: String)] = [
    ("LTS", "h:mm:ss A"), ("LT", "h:mm A"), ("LLLL", "dddd, MMMM D, YYYY h:mm A"),
    ("LLL", "MMMM D, YYYY h:mm A"), ("LL", "MMMM D, YYYY"), ("L", "MM/DD/YYYY"), ("llll", "ddd, MMM D, YYYY h:mm A"),
    ("lll", "MMM D, YYYY h:mm A"), ("ll", "MMM D, YYYY"), ("l", "M/D/YYYY"),
  ]
}
