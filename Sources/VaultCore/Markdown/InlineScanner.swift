/// Finds links, tags and the places where neither can be (code spans, HTML, link targets) in a block of text.
///
/// cmark's inline columns cannot be trusted on continuation lines, and it knows no wikilinks or tags; this scanner
/// works on the file's bytes, so every place it names is exact. For drawing it also collects what else shows
/// differently from how it is written, in the same pass, so that what is drawn and what is indexed cannot disagree;
/// `InlineTree` puts that together.
struct InlineScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  /// Added to offsets in `bytes` to get offsets in the file.
  let offset: Int
  let definitions: [String: LinkDefinition]
  /// The tags that a notebook of zk has besides; nil elsewhere.
  let notebook: NotebookFormat?

  struct Found {
    var kind: Link.Kind
    /// Where the link begins, for its location, and where it ends.
    var start: Int
    var end: Int
    /// Text as shown; empty where the target serves.
    var text: SourceRange
    var target: SourceRange
    /// The definition of a reference link, whose place `target` then is.
    var definition: LinkDefinition?
  }

  /// A text between brackets: the label of a link, or what may be that of a footnote.
  struct Label {
    /// In `bytes`.
    var range: SourceRange
    /// Folded, for the label of a reference link; nil for what has no definition.
    var reference: String?
  }

  var links: [Found] = []
  /// The tags' ranges without `#`.
  var tags: [SourceRange] = []
  /// Code spans, HTML and link targets, in order. Offsets in the file.
  var opaque: [SourceRange] = []
  /// The labels of reference links and what else stands alone in brackets; nil when they are not wanted.
  var labels: [Label]?
  /// What a drawing needs; nil when only links and tags are wanted. Offsets in `bytes`.
  var drawn: InlineParts?

  /// An open `[`, with how many links stood before it.
  private struct Bracket {
    var at: Int
    var image: Bool
    var links: Int
    var active = true

    var start: Int { image ? at - 1 : at }
  }

  private var brackets: [Bracket] = []
  /// How many of `brackets`, from the first, a link has already made inactive.
  private var settledBrackets = 0
  /// Backtick runs that no later run closes, by length: asked once.
  private var unclosedTicks: Set<Int> = []
  /// Ends of HTML that do not come any more.
  var missingEnds: Set<[UInt8]> = []
  /// The place of the last character behind a backslash that escapes it.
  var lastEscaped = -1
  /// Where the math ends that was found last.
  var math = MathSpans()

  init(
    _ bytes: UnsafeBufferPointer<UInt8>, offset: Int, definitions: [String: LinkDefinition],
    notebook: NotebookFormat? = nil, draws: Bool = false
  ) {
    self.bytes = bytes
    self.offset = offset
    self.definitions = definitions
    self.notebook = notebook
    if draws { drawn = InlineParts() }
  }

  private static func table(_ special: String) -> [Bool] {
    var table = [Bool](repeating: false, count: 256)
    for c in special.utf8 { table[Int(c)] = true }
    return table
  }

  private static let special = table("`<[]!\\#:$")
  private static let specialWhenDrawn = table("`<[]!\\#:$*_~=%&\n\r")

  /// Scans `range`, in offsets of `bytes`.
  mutating func scan(_ range: SourceRange) {
    var i = range.lowerBound
    let end = range.upperBound
    let firstTag = tags.count
    (drawn == nil ? Self.special : Self.specialWhenDrawn).withUnsafeBufferPointer { special in
      while i < end {
        let c = bytes[i]
        if !special[Int(c)] {
          i += 1
          continue
        }
        switch c {
        case 0x5C:
          let escapes = i + 1 < end && bytes[i + 1].isASCIIPunctuation
          if escapes { lastEscaped = i + 1 }
          if drawn != nil {
            i = drawBackslash(i, range, escapes: escapes)
          } else {
            i += escapes ? 2 : 1
          }
        case 0x60: i = codeSpan(i, end)
        case 0x3C: i = angle(i, end)
        case 0x23: i = tag(i, range)
        case 0x24: i = math.next(i, in: bytes, range)
        case 0x3A: i = colonTags(i, range) ?? bareURL(i, range)
        case 0x21 where i + 1 >= end || bytes[i + 1] != 0x5B: i += 1
        case 0x21, 0x5B:
          let isEmbed = c == 0x21
          let bracket = isEmbed ? i + 1 : i
          if bracket + 1 < end, bytes[bracket + 1] == 0x5B, let next = wikilink(bracket, end, embed: isEmbed) {
            i = next
          } else {
            brackets.append(Bracket(at: bracket, image: isEmbed, links: links.count))
            i = bracket + 1
          }
        case 0x5D: i = closeBracket(i, end)
        default: i = draw(i, range)
        }
      }
    }
    cutTags(from: firstTag, range)
    brackets.removeAll(keepingCapacity: true)
    settledBrackets = 0
    math = MathSpans()
    lastEscaped = -1
    unclosedTicks.removeAll()
    missingEnds.removeAll()
  }

  mutating func hide(_ range: SourceRange) {
    opaque.append(range.lowerBound + offset..<range.upperBound + offset)
  }

  // MARK: Code

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
        drawn?.add(.code, start..<i, inner: afterOpening..<run)
        return i
      }
    }
    unclosedTicks.insert(length)
    return afterOpening
  }

  // MARK: Links

  /// The `|` and the end of `[[target|alias]]` on one line, whose brackets open at `start`; nil when there is none.
  static func wikilink(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, limit end: Int
  ) -> (bar: Int?, end: Int)? {
    let inner = start + 2
    // In `[[[a]]]` the inner pair makes the link.
    if inner < end, bytes[inner] == 0x5B { return nil }
    var i = inner
    var bar: Int?
    while i + 1 < end {
      let c = bytes[i]
      if c == 0x5D, bytes[i + 1] == 0x5D { return (bar, i + 2) }
      if c == 0x0A || c == 0x0D || (c == 0x5B && bytes[i + 1] == 0x5B) { return nil }
      if c == 0x7C, bar == nil { bar = i }
      i += 1
    }
    return nil
  }

  private mutating func wikilink(_ brackets: Int, _ end: Int, embed: Bool) -> Int? {
    guard let (bar, close) = Self.wikilink(bytes, from: brackets, limit: end) else { return nil }
    let inner = brackets + 2..<close - 2
    var targetEnd = bar ?? inner.upperBound
    if bar != nil, targetEnd > inner.lowerBound, bytes[targetEnd - 1] == 0x5C { targetEnd -= 1 }
    let target = HeadingText.trimmed(inner.lowerBound..<targetEnd, bytes)
    let start = embed ? brackets - 1 : brackets
    hide(start..<close)
    guard !target.isEmpty else { return close }
    let alias = bar.map { HeadingText.trimmed($0 + 1..<inner.upperBound, bytes) } ?? target
    let text = alias.isEmpty ? target : alias
    links.append(Found(kind: embed ? .embed : .wiki, start: start, end: close, text: text, target: target))
    if drawn != nil {
      let isSize = embed && LinkTarget.isSize(bytes[text])
      drawn?.add(.wikilink(target: target, isEmbed: embed), start..<close, inner: isSize ? target : text)
    }
    return close
  }

  private mutating func closeBracket(_ at: Int, _ end: Int) -> Int {
    guard let open = brackets.popLast() else { return at + 1 }
    settledBrackets = min(settledBrackets, brackets.count)
    guard open.active else { return at + 1 }
    let text = open.at + 1..<at
    if at + 1 < end, bytes[at + 1] == 0x28, let (target, title, close) = inlineTarget(at + 1, end) {
      finish(open, text, target, title: title, end: close)
      hide(at + 1..<close)
      return close
    }
    guard !definitions.isEmpty else {
      labels?.append(Label(range: text))
      return at + 1
    }
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
    else {
      labels?.append(Label(range: text))
      return at + 1
    }
    if labelRange != text { labels?.append(Label(range: text)) }
    labels?.append(Label(range: labelRange, reference: label))
    finish(open, text, definition.destinationRange, definition, end: close)
    hide(at..<close)
    return close
  }

  private mutating func finish(
    _ open: Bracket, _ text: SourceRange, _ target: SourceRange, _ definition: LinkDefinition? = nil,
    title: SourceRange = 0..<0, end: Int
  ) {
    guard !target.isEmpty else { return }
    if !open.image {
      // A link holds no other link: an address in its text is its text, and brackets around it are no link.
      var kept = open.links
      for index in open.links..<max(links.count, open.links)
      where links[index].kind != .url || links[index].text != links[index].target {
        links[kept] = links[index]
        kept += 1
      }
      links.removeLast(links.count - kept)
      for index in settledBrackets..<brackets.count where !brackets[index].image { brackets[index].active = false }
      settledBrackets = brackets.count
    }
    let isExternal = definition.map { Self.hasScheme($0.destination.utf8) } ?? Self.hasScheme(bytes[target])
    let kind: Link.Kind = isExternal ? .url : open.image ? .embed : definition == nil ? .markdown : .reference
    links.append(Found(kind: kind, start: open.start, end: end, text: text, target: target, definition: definition))
    guard drawn != nil else { return }
    let destination = InlineTree.Destination(
      writtenAddress: definition?.destination ?? bytes.text(target),
      writtenTitle: definition?.title ?? bytes.text(title))
    drawn?.add(.link(destination, isEmbed: open.image), open.start..<end, inner: text)
  }

  /// `(destination "title")` at `start`, which holds the `(`.
  private func inlineTarget(_ start: Int, _ end: Int) -> (target: SourceRange, title: SourceRange, end: Int)? {
    var i = skipWhite(start + 1, end)
    guard let destination = LinkDestination.parse(bytes, from: i, limit: end) else { return nil }
    i = skipWhite(destination.end, end)
    var title = i..<i
    if i < end, i > destination.end, bytes[i] != 0x29 {
      guard let close = LinkDestination.title(bytes, from: i, limit: end) else { return nil }
      title = i + 1..<close - 1
      i = skipWhite(close, end)
    }
    guard i < end, bytes[i] == 0x29 else { return nil }
    return (destination.range, title, i + 1)
  }

  func skipWhite(_ start: Int, _ end: Int) -> Int {
    var i = start
    while i < end, bytes[i].isASCIIWhitespace { i += 1 }
    return i
  }

  /// `https://…` standing by itself, as GitHub's autolink extension delimits it.
  private mutating func bareURL(_ colon: Int, _ range: SourceRange) -> Int {
    let end = range.upperBound
    guard colon + 3 < end, bytes[colon + 1] == 0x2F, bytes[colon + 2] == 0x2F else { return colon + 1 }
    var start = colon
    while start > range.lowerBound, colon - start < 8, bytes[start - 1].isASCIILetter { start -= 1 }
    let scheme = bytes[start..<colon].map { $0 | 0x20 }
    guard ["http", "https", "ftp"].contains(where: { $0.utf8.elementsEqual(scheme) }),
      start == range.lowerBound
        || !(bytes[start - 1].isASCIILetterOrDigit || bytes[start - 1] >= 0x80),
      // In `#https://…` the tag comes first.
      tags.last?.upperBound != colon + offset
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
    if closesMark(i, range.lowerBound..<start) { i -= 2 }
    guard i > colon + 3 else { return colon + 3 }
    links.append(Found(kind: .url, start: start, end: i, text: start..<i, target: start..<i))
    hide(start..<i)
    drawn?.add(.address, start..<i)
    return i
  }

  /// Returns true when the `==` or `%%` before `end` ends a highlight or comment that begins in `before`, and no
  /// address.
  private func closesMark(_ end: Int, _ before: SourceRange) -> Bool {
    let mark = bytes[end - 1]
    guard mark == 0x3D || mark == 0x25, bytes[end - 2] == mark, before.count > 1 else { return false }
    return before.dropFirst().reversed().contains { bytes[$0] == mark && bytes[$0 - 1] == mark }
  }

  private static let trailing = Set("?!.,:;*_~'".utf8)

  /// Returns true when an address names a scheme (`https:`, `mailto:`): then it leads out of the vault. One letter is a
  /// drive.
  static func hasScheme(_ address: some Collection<UInt8>) -> Bool {
    var length = 0
    for c in address {
      if c == 0x3A { return length >= 2 }
      let isOther = c.isDigit || c == 0x2B || c == 0x2D || c == 0x2E
      guard c.isASCIILetter || (length > 0 && isOther), length < 32 else { return false }
      length += 1
    }
    return false
  }
}
