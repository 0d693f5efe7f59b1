import VaultCore

/// One gitignore pattern's wildcards, ready to be matched against bytes.
///
/// The rules are git's own (`wildmatch.c`), its odd corners included: bytes count, not characters; nothing but `**`
/// crosses a `/`; a malformed bracket makes the whole pattern match nothing.
struct GlobPattern: Sendable, Hashable {
  private enum Token: Hashable {
    case byte(UInt8)
    /// `?`
    case any
    /// `[…]`, by its place in `sets`.
    case set(Int)
    /// `*`
    case run
    /// `**` at the end, or before an escaped `/`: anything at all.
    case deepRun
    /// `**/`: nothing, or any folders with the `/` after them.
    case folders
  }

  private var tokens: [Token] = []
  private var sets: [ByteSet] = []

  /// `acrossFolders`: whether the pattern is matched against a path, where `**` has its meaning; against a name it is
  /// another `*`. Nil for a pattern that can match nothing.
  init?(_ pattern: ArraySlice<UInt8>, acrossFolders: Bool) {
    // git compares what stands before the first wildcard by itself, so that `a**/b` begins with `**/` for it.
    let wildStart = pattern.firstIndex { Self.isSpecial($0) } ?? pattern.endIndex
    tokens = pattern[..<wildStart].map { .byte($0) }
    var i = wildStart
    while i < pattern.endIndex {
      let c = pattern[i]
      switch c {
      case UInt8(ascii: "\\"):
        guard i + 1 < pattern.endIndex else { return nil }
        tokens.append(.byte(pattern[i + 1]))
        i += 2
      case UInt8(ascii: "?"):
        tokens.append(.any)
        i += 1
      case UInt8(ascii: "["):
        guard let (set, end) = ByteSet.parse(pattern, at: i) else { return nil }
        tokens.append(.set(sets.count))
        sets.append(set)
        i = end
      case UInt8(ascii: "*"):
        let end = pattern[i...].firstIndex { $0 != UInt8(ascii: "*") } ?? pattern.endIndex
        let isDeep = acrossFolders && end - i > 1 && (i == wildStart || pattern[i - 1] == Self.slash)
        if isDeep, end < pattern.endIndex, pattern[end] == Self.slash {
          tokens.append(.folders)
          i = end + 1
        } else {
          let isLast = end == pattern.endIndex || pattern[end...].starts(with: Array("\\/".utf8))
          tokens.append(isDeep && isLast ? .deepRun : .run)
          i = end
        }
      default:
        tokens.append(.byte(c))
        i += 1
      }
    }
  }

  static func isSpecial(_ c: UInt8) -> Bool {
    c == UInt8(ascii: "*") || c == UInt8(ascii: "?") || c == UInt8(ascii: "[") || c == UInt8(ascii: "\\")
  }

  private static let slash = UInt8(ascii: "/")

  /// Returns true when the pattern matches all of `text`.
  ///
  /// Goes back to the latest `*` and the latest `**` only: what an earlier one could take instead, a later one can
  /// take as well, since a `*` cannot be moved past a `/`. The time is therefore a polynomial of the lengths.
  func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var token = 0
    var i = 0
    var run: (token: Int, text: Int)?
    var deep: (token: Int, text: Int, byFolder: Bool)?
    while true {
      if token == tokens.count {
        if i == text.count { return true }
      } else {
        switch tokens[token] {
        case .run:
          run = (token, i)
          token += 1
          continue
        case .deepRun, .folders:
          deep = (token, i, tokens[token] == .folders)
          run = nil
          token += 1
          continue
        case let single:
          if i < text.count, matches(single, text[i]) {
            token += 1
            i += 1
            continue
          }
        }
      }
      if let (at, from) = run, from < text.count, text[from] != Self.slash {
        run = (at, from + 1)
        token = at + 1
        i = from + 1
      } else if let (at, from, byFolder) = deep {
        var next = from
        if byFolder {
          while next < text.count, text[next] != Self.slash { next += 1 }
        }
        guard next < text.count else { return false }
        deep = (at, next + 1, byFolder)
        run = nil
        token = at + 1
        i = next + 1
      } else {
        return false
      }
    }
  }

  private func matches(_ token: Token, _ c: UInt8) -> Bool {
    switch token {
    case .byte(let byte): c == byte
    case .any: c != Self.slash
    case .set(let index): c != Self.slash && sets[index].contains(c)
    case .run, .deepRun, .folders: false
    }
  }
}

/// The bytes that a `[…]` of a pattern stands for.
struct ByteSet: Sendable, Hashable {
  private var bits: [UInt64] = [0, 0, 0, 0]

  func contains(_ c: UInt8) -> Bool { bits[Int(c >> 6)] >> UInt64(c & 63) & 1 == 1 }

  private mutating func insert(_ c: UInt8) { bits[Int(c >> 6)] |= 1 << UInt64(c & 63) }

  private mutating func invert() { bits = bits.map { ~$0 } }

  /// The set whose `[` stands at `start`, and the place after its `]`; nil where it has no end or names no known class.
  static func parse(_ pattern: ArraySlice<UInt8>, at start: Int) -> (ByteSet, end: Int)? {
    func byte(_ i: Int) -> UInt8? { i < pattern.endIndex ? pattern[i] : nil }
    var set = ByteSet()
    var i = start + 1
    let negated = byte(i) == UInt8(ascii: "!") || byte(i) == UInt8(ascii: "^")
    if negated { i += 1 }
    var previous: UInt8?
    var first = true
    while first || byte(i) != UInt8(ascii: "]") {
      first = false
      guard var c = byte(i) else { return nil }
      if c == UInt8(ascii: "\\") {
        guard let escaped = byte(i + 1) else { return nil }
        set.insert(escaped)
        previous = escaped
        i += 2
      } else if c == UInt8(ascii: "-"), let from = previous, let next = byte(i + 1), next != UInt8(ascii: "]") {
        c = next
        i += 1
        if c == UInt8(ascii: "\\") {
          guard let escaped = byte(i + 1) else { return nil }
          c = escaped
          i += 1
        }
        if from <= c {
          for member in from...c { set.insert(member) }
        }
        previous = nil
        i += 1
      } else {
        if c == UInt8(ascii: "["), byte(i + 1) == UInt8(ascii: ":") {
          guard let close = pattern[(i + 2)...].firstIndex(of: UInt8(ascii: "]")) else { return nil }
          if close - (i + 2) >= 1, pattern[close - 1] == UInt8(ascii: ":") {
            let name = String(decoding: pattern[(i + 2)..<(close - 1)], as: UTF8.self)
            guard let isMember = characterClass(name) else { return nil }
            for member in UInt8(0)...127 where isMember(member) { set.insert(member) }
            previous = nil
            i = close + 1
            continue
          }
        }
        set.insert(c)
        previous = c
        i += 1
      }
    }
    if negated { set.invert() }
    return (set, i + 1)
  }

  private static func characterClass(_ name: String) -> ((UInt8) -> Bool)? {
    func isGraph(_ c: UInt8) -> Bool { c > 0x20 && c < 0x7F }
    switch name {
    case "alnum": return \.isASCIILetterOrDigit
    case "alpha": return \.isASCIILetter
    case "blank": return \.isSpaceOrTab
    case "cntrl": return { $0 < 0x20 || $0 == 0x7F }
    case "digit": return \.isDigit
    case "graph": return isGraph
    case "lower": return { $0 >= 0x61 && $0 <= 0x7A }
    case "print": return { $0 == 0x20 || isGraph($0) }
    case "punct": return { isGraph($0) && !$0.isASCIILetterOrDigit }
    case "space": return \.isSpaceOrLineBreak
    case "upper": return { $0 >= 0x41 && $0 <= 0x5A }
    case "xdigit": return { $0.isDigit || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x66) }
    default: return nil
    }
  }
}
