/// Finds links, tags and the places where neither can be (code spans, HTML, link targets) in a block of text.
///
/// cmark's inline columns cannot be trusted on continuation lines, and it knows no wikilinks or tags; this scanner
/// works on the file's bytes, so every place it names is exact.
struct InlineScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  /// Added to offsets in `bytes` to get offsets in the file.
  let offset: Int
  let definitions: [String: LinkDefinition]

  struct Found {
    var kind: Link.Kind
    /// Where the link begins, for its location.
    var start: Int
    /// Text as shown; empty where the target serves.
    var text: SourceRange
    var target: SourceRange
    /// The definition of a reference link, whose place `target` then is.
    var definition: LinkDefinition?
  }

  var links: [Found] = []
  /// The tags' ranges without `#`.
  var tags: [SourceRange] = []
  /// Code spans, HTML and link targets, in order. Offsets in the file.
  var opaque: [SourceRange] = []

  private var brackets: [(at: Int, image: Bool, links: Int, active: Bool)] = []
  /// How many of `brackets`, from the first, a link has already made inactive.
  private var settledBrackets = 0
  /// Backtick runs that no later run closes, by length: asked once.
  private var unclosedTicks: Set<Int> = []
  private var noCommentEnd = false
  private var noProcessingEnd = false
  private var noDeclarationEnd = false
  private var noCDATAEnd = false

  init(_ bytes: UnsafeBufferPointer<UInt8>, offset: Int, definitions: [String: LinkDefinition]) {
    self.bytes = bytes
    self.offset = offset
    self.definitions = definitions
  }

  private static let special: [Bool] = {
    var table = [Bool](repeating: false, count: 256)
    for c in "`<[]!\\#:".utf8 { table[Int(c)] = true }
    return table
  }()

  /// Scans `range`, in offsets of `bytes`.
  mutating func scan(_ range: SourceRange) {
    var i = range.lowerBound
    let end = range.upperBound
    Self.special.withUnsafeBufferPointer { special in
      while i < end {
        let c = bytes[i]
        if !special[Int(c)] {
          i += 1
          continue
        }
        switch c {
        case 0x5C: i += i + 1 < end && LinkDestination.isPunctuation(bytes[i + 1]) ? 2 : 1
        case 0x60: i = codeSpan(i, end)
        case 0x3C: i = angle(i, end)
        case 0x23: i = tag(i, range)
        case 0x3A: i = bareURL(i, range)
        case 0x21:
          if i + 2 < end, bytes[i + 1] == 0x5B, bytes[i + 2] == 0x5B, let next = wikilink(i + 1, end, embed: true) {
            i = next
          } else if i + 1 < end, bytes[i + 1] == 0x5B {
            brackets.append((i + 1, true, links.count, true))
            i += 2
          } else {
            i += 1
          }
        case 0x5B:
          if i + 1 < end, bytes[i + 1] == 0x5B, let next = wikilink(i, end, embed: false) {
            i = next
          } else {
            brackets.append((i, false, links.count, true))
            i += 1
          }
        default: i = closeBracket(i, end)
        }
      }
    }
    brackets.removeAll(keepingCapacity: true)
    settledBrackets = 0
    unclosedTicks.removeAll()
    noCommentEnd = false
    noProcessingEnd = false
    noDeclarationEnd = false
    noCDATAEnd = false
  }

  private mutating func hide(_ range: SourceRange) {
    opaque.append(range.lowerBound + offset..<range.upperBound + offset)
  }

  // MARK: Code and HTML

  private mutating func codeSpan(_ start: Int, _ end: Int) -> Int {
    var i = start
    while i < end, bytes[i] == 0x60 { i += 1 }
    let length = i - start
    let afterOpening = i
    if unclosedTicks.contains(length) { return afterOpening }
    while i < end {
      guard bytes[i] == 0x60 else {
        i += 1
        continue
      }
      let run = i
      while i < end, bytes[i] == 0x60 { i += 1 }
      if i - run == length {
        hide(start..<i)
        return i
      }
    }
    unclosedTicks.insert(length)
    return afterOpening
  }

  private mutating func angle(_ start: Int, _ end: Int) -> Int {
    if let close = autolinkEnd(start, end) {
      let target = start + 1..<close
      links.append(Found(kind: .autolink, start: start, text: target, target: target))
      hide(start..<close + 1)
      return close + 1
    }
    if let close = htmlEnd(start, end) {
      hide(start..<close)
      return close
    }
    return start + 1
  }

  /// The `>` of `<scheme:…>` or `<name@host>`.
  private func autolinkEnd(_ start: Int, _ end: Int) -> Int? {
    var i = start + 1
    guard i < end, isLetter(bytes[i]) || isDigit(bytes[i]) else { return nil }
    let name = i
    while i < end, isLetter(bytes[i]) || isDigit(bytes[i]) || bytes[i] == 0x2B || bytes[i] == 0x2E || bytes[i] == 0x2D {
      i += 1
    }
    let isScheme = i < end && bytes[i] == 0x3A && i - name >= 2 && i - name <= 32 && isLetter(bytes[name])
    var sawAt = false
    while i < end, bytes[i] > 0x20, bytes[i] != 0x3C, bytes[i] != 0x3E {
      if bytes[i] == 0x40 { sawAt = true }
      i += 1
    }
    guard i < end, bytes[i] == 0x3E, isScheme || sawAt else { return nil }
    return i
  }

  private mutating func htmlEnd(_ start: Int, _ end: Int) -> Int? {
    var i = start + 1
    guard i < end else { return nil }
    switch bytes[i] {
    case 0x21:
      if i + 2 < end, bytes[i + 1] == 0x2D, bytes[i + 2] == 0x2D {
        return until([0x2D, 0x2D, 0x3E], from: i + 3, end, &noCommentEnd)
      }
      if i + 1 < end, bytes[i + 1] == 0x5B { return until([0x5D, 0x5D, 0x3E], from: i + 2, end, &noCDATAEnd) }
      guard i + 1 < end, isLetter(bytes[i + 1]) else { return nil }
      return until([0x3E], from: i + 1, end, &noDeclarationEnd)
    case 0x3F:
      return until([0x3F, 0x3E], from: i + 1, end, &noProcessingEnd)
    default: break
    }
    if bytes[i] == 0x2F { i += 1 }
    guard i < end, isLetter(bytes[i]) else { return nil }
    while i < end, isLetter(bytes[i]) || isDigit(bytes[i]) || bytes[i] == 0x2D { i += 1 }
    guard i < end, bytes[i] <= 0x20 || bytes[i] == 0x3E || bytes[i] == 0x2F else { return nil }
    // Attributes: quoted values may hold anything, `<` outside them ends the attempt.
    var quote: UInt8 = 0
    let limit = min(end, i + 4_096)
    while i < limit {
      let c = bytes[i]
      if quote != 0 {
        if c == quote { quote = 0 }
      } else if c == 0x3E {
        return i + 1
      } else if c == 0x3C || c == 0x60 {
        return nil
      } else if (c == 0x22 || c == 0x27) && bytes[i - 1] == 0x3D {
        quote = c
      }
      i += 1
    }
    return nil
  }

  private func until(_ mark: [UInt8], from start: Int, _ end: Int, _ known: inout Bool) -> Int? {
    if known { return nil }
    var i = start
    while i + mark.count <= end {
      if bytes[i] == mark[0], mark.indices.allSatisfy({ bytes[i + $0] == mark[$0] }) { return i + mark.count }
      i += 1
    }
    known = true
    return nil
  }

  // MARK: Links

  /// `[[target|alias]]` on one line; nil when there is none at `start`.
  private mutating func wikilink(_ start: Int, _ end: Int, embed: Bool) -> Int? {
    let inner = start + 2
    // In `[[[a]]]` the inner pair makes the link.
    if inner < end, bytes[inner] == 0x5B { return nil }
    var i = inner
    var bar = -1
    while i + 1 < end {
      let c = bytes[i]
      if c == 0x5D, bytes[i + 1] == 0x5D { break }
      if c == 0x0A || c == 0x0D || (c == 0x5B && bytes[i + 1] == 0x5B) { return nil }
      if c == 0x7C, bar < 0 { bar = i }
      i += 1
    }
    guard i + 1 < end, bytes[i] == 0x5D, bytes[i + 1] == 0x5D else { return nil }
    let close = i + 2
    var targetEnd = bar >= 0 ? bar : i
    if bar >= 0, targetEnd > inner, bytes[targetEnd - 1] == 0x5C { targetEnd -= 1 }
    let target = HeadingText.trimmed(inner..<targetEnd, bytes)
    hide((embed ? start - 1 : start)..<close)
    guard !target.isEmpty else { return close }
    let alias = bar >= 0 ? HeadingText.trimmed(bar + 1..<i, bytes) : target
    links.append(
      Found(
        kind: embed ? .embed : .wiki, start: embed ? start - 1 : start, text: alias.isEmpty ? target : alias,
        target: target))
    return close
  }

  private mutating func closeBracket(_ at: Int, _ end: Int) -> Int {
    guard let open = brackets.popLast() else { return at + 1 }
    settledBrackets = min(settledBrackets, brackets.count)
    guard open.active else { return at + 1 }
    let text = open.at + 1..<at
    let start = open.image ? open.at - 1 : open.at
    if at + 1 < end, bytes[at + 1] == 0x28, let (target, close) = inlineTarget(at + 1, end) {
      finish(text: text, target: target, start: start, image: open.image, linksBefore: open.links, definition: nil)
      hide(at + 1..<close)
      return close
    }
    guard !definitions.isEmpty else { return at + 1 }
    var labelRange = text
    var close = at + 1
    if at + 1 < end, bytes[at + 1] == 0x5B {
      var i = at + 2
      while i < end, bytes[i] != 0x5D, bytes[i] != 0x5B, i - at < 1_000 { i += bytes[i] == 0x5C ? 2 : 1 }
      if i < end, bytes[i] == 0x5D {
        if i > at + 2 { labelRange = at + 2..<i }
        close = i + 1
      }
    }
    guard labelRange.count < 1_000, let label = LinkDefinition.label(bytes, labelRange),
      let definition = definitions[label]
    else { return at + 1 }
    finish(
      text: text, target: definition.destinationRange, start: start, image: open.image, linksBefore: open.links,
      definition: definition)
    hide(at..<close)
    return close
  }

  private mutating func finish(
    text: SourceRange, target: SourceRange, start: Int, image: Bool, linksBefore: Int, definition: LinkDefinition?
  ) {
    guard !target.isEmpty else { return }
    if !image {
      // A link holds no other link: an address in its text is its text, and brackets around it are no link.
      var kept = linksBefore
      for index in linksBefore..<max(links.count, linksBefore)
      where links[index].kind != .url || links[index].text != links[index].target {
        links[kept] = links[index]
        kept += 1
      }
      links.removeLast(links.count - kept)
      for index in settledBrackets..<brackets.count where !brackets[index].image { brackets[index].active = false }
      settledBrackets = brackets.count
    }
    var kind: Link.Kind = definition == nil ? .markdown : .reference
    if image { kind = .embed }
    let isExternal =
      definition.map { Self.hasScheme($0.destination.utf8) } ?? Self.hasScheme(bytes[target])
    if isExternal { kind = .url }
    links.append(Found(kind: kind, start: start, text: text, target: target, definition: definition))
  }

  /// `(destination "title")` at `start`, which holds the `(`.
  private func inlineTarget(_ start: Int, _ end: Int) -> (SourceRange, Int)? {
    var i = skipWhite(start + 1, end)
    guard let destination = LinkDestination.parse(bytes, from: i, limit: end) else { return nil }
    i = skipWhite(destination.end, end)
    if i < end, i > destination.end, bytes[i] != 0x29 {
      guard let title = LinkDestination.title(bytes, from: i, limit: end) else { return nil }
      i = skipWhite(title, end)
    }
    guard i < end, bytes[i] == 0x29 else { return nil }
    return (destination.range, i + 1)
  }

  private func skipWhite(_ start: Int, _ end: Int) -> Int {
    var i = start
    while i < end, bytes[i] == 0x20 || (bytes[i] >= 0x09 && bytes[i] <= 0x0D) { i += 1 }
    return i
  }

  /// `https://…` standing by itself, as GitHub's autolink extension delimits it.
  private mutating func bareURL(_ colon: Int, _ range: SourceRange) -> Int {
    let end = range.upperBound
    guard colon + 3 < end, bytes[colon + 1] == 0x2F, bytes[colon + 2] == 0x2F else { return colon + 1 }
    var start = colon
    while start > range.lowerBound, colon - start < 8, isLetter(bytes[start - 1]) { start -= 1 }
    let scheme = bytes[start..<colon].map { $0 | 0x20 }
    guard ["http", "https", "ftp"].contains(where: { $0.utf8.elementsEqual(scheme) }),
      start == range.lowerBound
        || !(isLetter(bytes[start - 1]) || isDigit(bytes[start - 1]) || bytes[start - 1] >= 0x80)
    else { return colon + 1 }
    var i = colon + 3
    var depth = 0
    scanning: while i < end {
      switch bytes[i] {
      case 0...0x20, 0x3C, 0x3E, 0x22, 0x60: break scanning
      case 0x5D where !brackets.isEmpty: break scanning
      case 0x28: depth += 1
      case 0x29:
        if depth == 0 { break scanning }
        depth -= 1
      default: break
      }
      i += 1
    }
    while i > colon + 3, Self.trailing.contains(bytes[i - 1]) { i -= 1 }
    guard i > colon + 3 else { return colon + 3 }
    links.append(Found(kind: .url, start: start, text: start..<i, target: start..<i))
    hide(start..<i)
    return i
  }

  private static let trailing = Set("?!.,:;*_~'".utf8)

  /// Whether an address names a scheme (`https:`, `mailto:`): then it leads out of the vault. One letter is a drive.
  static func hasScheme(_ address: some Collection<UInt8>) -> Bool {
    var length = 0
    for c in address {
      if c == 0x3A { return length >= 2 }
      let isLetter = (c | 0x20) >= 0x61 && (c | 0x20) <= 0x7A
      let isOther = (c >= 0x30 && c <= 0x39) || c == 0x2B || c == 0x2D || c == 0x2E
      guard isLetter || (length > 0 && isOther), length < 32 else { return false }
      length += 1
    }
    return false
  }

  // MARK: Tags

  private mutating func tag(_ at: Int, _ range: SourceRange) -> Int {
    guard at == range.lowerBound || isWhite(before: at) else { return at + 1 }
    let end = TagGrammar.end(bytes, from: at + 1, limit: range.upperBound)
    guard TagGrammar.isTag(bytes, at + 1..<end) else { return max(end, at + 1) }
    tags.append(at + 1 + offset..<end + offset)
    return end
  }

  private func isWhite(before i: Int) -> Bool {
    let c = bytes[i - 1]
    if c < 0x80 { return c == 0x20 || (c >= 0x09 && c <= 0x0D) }
    // No-break space, U+1680, U+2000–200A, U+2028, U+2029, U+202F, U+205F, ideographic space.
    if i >= 2, bytes[i - 2] == 0xC2 { return c == 0xA0 || c == 0x85 }
    guard i >= 3 else { return false }
    switch (bytes[i - 3], bytes[i - 2], c) {
    case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8...0xA9), (0xE2, 0x80, 0xAF),
      (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80):
      return true
    default: return false
    }
  }

  private func isLetter(_ c: UInt8) -> Bool { (c | 0x20) >= 0x61 && (c | 0x20) <= 0x7A }
  private func isDigit(_ c: UInt8) -> Bool { c >= 0x30 && c <= 0x39 }
}
