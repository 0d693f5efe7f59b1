/// Writes a path, or a heading's name, so that it is read back as it is: between the brackets of a wikilink, or as the
/// destination of a Markdown link.
struct LinkTargetEncoding {
  let syntax: WrittenLink.Syntax
  /// What the text that is replaced had percent-encoded beyond need, by byte; blanks and `%` among them.
  private var encoded = [Bool](repeating: false, count: 256)
  private var hasRawWhitespace = false
  private var usesLowerCaseHex = false
  private var isCaretKnown = false

  /// `old`: the text that is replaced, whose habits are kept.
  init(_ syntax: WrittenLink.Syntax, like old: ArraySlice<UInt8>) {
    self.syntax = syntax
    isCaretKnown = old.contains(0x5E)
    guard syntax.isDestination else { return }
    hasRawWhitespace = old.contains(0x20)
    var hasRawLetters = false
    var encodesLetters = false
    var i = old.startIndex
    while i < old.endIndex {
      if let value = old.percentEscape(at: i) {
        if value >= 0x80 { encodesLetters = true }
        encoded[Int(value)] = true
        usesLowerCaseHex = usesLowerCaseHex || old[i + 1] >= 0x61 || old[i + 2] >= 0x61
        i += 3
      } else {
        if old[i] >= 0x80 { hasRawLetters = true }
        i += 1
      }
    }
    for c in 0x80...0xFF { encoded[c] = encodesLetters && !hasRawLetters }
    // One alone would be unbalanced.
    if encoded[0x28] || encoded[0x29] { (encoded[0x28], encoded[0x29]) = (true, true) }
    // Part of every path.
    for c in "/.".utf8 { encoded[Int(c)] = false }
  }

  /// Returns nil when the syntax cannot hold the text. `isLast`: nothing but the closing brackets or a bar follows.
  func text(_ text: String, isLast: Bool) -> String? {
    switch syntax {
    case .wikilink, .property: isWritable(Array(text.utf8), isLast: isLast) ? text : nil
    case .destination(let isAngled): destination(Array(text.utf8), isAngled: isAngled)
    }
  }

  // MARK: Wikilinks

  /// Nothing can be escaped in a wikilink.
  private func isWritable(_ bytes: [UInt8], isLast: Bool) -> Bool {
    guard let first = bytes.first, let last = bytes.last, first > 0x20, last > 0x20 else { return false }
    if first == 0x5B || isLast && (last == 0x5D || last == 0x5C) { return false }
    for (i, c) in bytes.enumerated() {
      switch c {
      case 0x0A, 0x0D, 0x23, 0x7C: return false
      // Obsidian makes no such names; a link that has one already may keep it.
      case 0x5E where !isCaretKnown: return false
      case 0x5B, 0x5D:
        if i + 1 < bytes.count, bytes[i + 1] == c { return false }
      default: break
      }
    }
    return true
  }

  // MARK: Destinations

  private func destination(_ bytes: [UInt8], isAngled: Bool) -> String {
    let hasOddParentheses = !isAngled && !Self.isBalanced(bytes)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 16)
    for (i, c) in bytes.enumerated() {
      let mustEncode =
        switch c {
        case 0...0x1F, 0x7F, 0x22, 0x23, 0x25, 0x3C, 0x3E, 0x3F, 0x5C, 0x60, 0x7C: true
        case 0x20: !isAngled || (encoded[0x20] && !hasRawWhitespace)
        case 0x28, 0x29: hasOddParentheses
        case 0x26: Self.isEntity(bytes[(i + 1)...])
        default: false
        }
      if mustEncode || encoded[Int(c)] && c != 0x20 {
        result.append(percentEncoding: c, inLowerCase: usesLowerCaseHex)
      } else {
        result.append(c)
      }
    }
    // `note: x.md` would be an address.
    if InlineScanner.hasScheme(result), let colon = result.firstIndex(of: 0x3A) {
      result.replaceSubrange(colon...colon, with: (usesLowerCaseHex ? "%3a" : "%3A").utf8)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Each closed in turn, and no more of them open than CommonMark counts.
  private static func isBalanced(_ bytes: [UInt8]) -> Bool {
    var depth = 0
    for c in bytes {
      if c == 0x28 { depth += 1 }
      if c == 0x29 { depth -= 1 }
      if depth < 0 || depth > 30 { return false }
    }
    return depth == 0
  }

  /// Returns true when what follows an `&` makes a character of it (`&amp;`).
  private static func isEntity(_ rest: ArraySlice<UInt8>) -> Bool {
    let name = rest.prefix { $0 == 0x23 || $0.isASCIILetterOrDigit }
    return !name.isEmpty && rest.dropFirst(name.count).first == 0x3B
  }
}
