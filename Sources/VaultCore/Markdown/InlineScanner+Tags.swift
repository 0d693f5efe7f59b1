/// Tags, as Obsidian finds them in the text, and those that zk has besides.
extension InlineScanner {
  mutating func tag(_ at: Int, _ range: SourceRange) -> Int {
    guard notebook?.hashtags != false, at >= math.end, mayBeginTag(at) else { return at + 1 }
    let end = TagGrammar.end(bytes, from: at + 1, limit: range.upperBound)
    if notebook?.multiwordTags == true, let close = multiwordEnd(end, from: at + 1, limit: range.upperBound) {
      add(at + 1..<close, drawn: at..<close + 1)
      return close + 1
    }
    guard TagGrammar.isTag(bytes, at + 1..<end) else { return max(end, at + 1) }
    add(at + 1..<end, drawn: at..<end)
    let mark = closingMark(of: at + 1..<end)
    if drawn != nil, mark < end {
      var closing = delimiter(mark..<end, in: range)
      closing.canOpen = false
      drawn?.delimiters.append(closing)
    }
    return end
  }

  private mutating func add(_ tag: SourceRange, drawn range: SourceRange) {
    tags.append(tag.lowerBound + offset..<tag.upperBound + offset)
    drawn?.add(.tag, range)
  }

  /// Returns true at the start of a line and behind white space, `|`, `_`, an escaped bracket or another tag.
  private func mayBeginTag(_ at: Int) -> Bool {
    // A cell's first character has the row's bar before it.
    guard at > 0 else { return true }
    switch bytes[at - 1] {
    case 0x7C, 0x5F: return true
    case 0x5B, 0x5D: return lastEscaped == at - 1
    default: return tags.last?.upperBound == at + offset || isWhite(before: at)
    }
  }

  private func isWhite(before i: Int) -> Bool {
    if bytes[i - 1] < 0x80 { return bytes[i - 1].isASCIIWhitespace }
    var start = i - 1
    while start > 0, i - start < 3, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    let (value, length) = decodeScalar(bytes, at: start)
    return start + length == i && Unicode.Scalar(value)?.properties.isWhitespace == true
  }

  // MARK: Closing marks

  /// Where the `_` at a tag's end begin, which may be marks of emphasis.
  private func closingMark(of tag: SourceRange) -> Int {
    var mark = tag.upperBound
    while mark > tag.lowerBound, bytes[mark - 1] == 0x5F { mark -= 1 }
    return mark
  }

  /// Takes the marks that close emphasis off the tags from number `first` on: `_#a_` is `a`, `#a_` is `a_`. Which do,
  /// only what is collected for a drawing tells.
  mutating func cutTags(from first: Int, _ range: SourceRange) {
    guard tags[first...].contains(where: { bytes[$0.upperBound - 1 - offset] == 0x5F }) else { return }
    guard var parts = drawn else {
      var scanner = InlineScanner(bytes, offset: offset, definitions: definitions, notebook: notebook, draws: true)
      scanner.scan(range)
      tags.replaceSubrange(first..., with: scanner.tags)
      return
    }
    if parts.hasLinks { InlineTree.sort(&parts.nodes) }
    let closings = Set(InlinePairs.emphasis(parts).map(\.inner.upperBound))
    /// What is left of a tag, by its end; empty where that is no tag.
    var cut: [Int: SourceRange] = [:]
    var kept: [SourceRange] = []
    for tag in tags[first...] {
      let inner = tag.lowerBound - offset..<tag.upperBound - offset
      let mark = closingMark(of: inner)
      guard mark < inner.upperBound, closings.contains(mark) else {
        kept.append(tag)
        continue
      }
      let rest = inner.lowerBound..<mark
      let isTag = TagGrammar.isTag(bytes, rest)
      cut[inner.upperBound] = isTag ? rest : mark..<mark
      if isTag { kept.append(tag.lowerBound..<mark + offset) }
    }
    tags.replaceSubrange(first..., with: kept)
    drawn?.nodes = parts.nodes.compactMap { node in
      guard case .tag = node.kind, let rest = cut[node.range.upperBound] else { return node }
      guard !rest.isEmpty else { return nil }
      var node = node
      node.range = node.range.lowerBound..<rest.upperBound
      node.inner = node.range
      return node
    }
  }

  // MARK: zk

  /// The `#` that closes a tag of several words (`#two words#`), whose first word ends at `wordEnd`: on one line, with one
  /// blank between words. Nil where nothing closes it.
  private func multiwordEnd(_ wordEnd: Int, from start: Int, limit: Int) -> Int? {
    guard wordEnd > start else { return nil }
    var end = wordEnd
    while end < limit, bytes[end] == 0x20 {
      let next = TagGrammar.end(bytes, from: end + 1, limit: limit)
      if next == end + 1 { return nil }
      end = next
    }
    guard end < limit, bytes[end] == 0x23, bytes[start..<end].contains(where: { !$0.isDigit && $0 != 0x20 }) else {
      return nil
    }
    return end
  }

  /// The end of `:one:two:` at `start`; nil where there are no such tags. A `:` or what could be part of a tag before it
  /// makes it none, and so does a name of nothing but hyphens, as in a table's `:---:`.
  mutating func colonTags(_ start: Int, _ range: SourceRange) -> Int? {
    guard notebook?.colonTags == true, start >= math.end, start == range.lowerBound || !goesOnBefore(start) else {
      return nil
    }
    var names: [SourceRange] = []
    var colon = start
    while true {
      let end = TagGrammar.end(bytes, from: colon + 1, limit: range.upperBound)
      let name = colon + 1..<end
      guard end < range.upperBound, bytes[end] == 0x3A, bytes[name].contains(where: { $0 != 0x2D }) else { break }
      names.append(name)
      colon = end
    }
    guard !names.isEmpty else { return nil }
    tags += names.map { $0.lowerBound + offset..<$0.upperBound + offset }
    drawn?.add(.tag, start..<colon + 1)
    return colon + 1
  }

  private func goesOnBefore(_ i: Int) -> Bool {
    if bytes[i - 1] < 0x80 { return bytes[i - 1] == 0x3A || TagGrammar.isASCIITagByte(bytes[i - 1]) }
    return !isWhite(before: i)
  }
}
