import VaultCore
import VaultInterface

/// Styles the spans of one line of Markdown: emphasis, code, links, wikilinks, tags, highlights. Marks vanish, comments
/// too. A line by itself: what begins on one line and ends on the next is shown as it is written.
struct InlineStyler {
  let theme: Theme
  /// Addresses of reference links by folded label.
  let definitions: [String: String]

  /// Spans nested deeper than this are shown as they are written.
  private static let maxDepth = 6
  /// A link's text and address are looked for this far.
  private static let reach = 2_048

  func styled(_ text: String, base: Style = .plain) -> StyledText {
    var result = StyledText()
    var text = text
    text.withUTF8 { bytes in
      var line = Line(bytes: bytes, styler: self)
      line.scan(0..<bytes.count, base, link: nil, depth: 0, into: &result)
    }
    return result
  }

  private struct Line {
    let bytes: UnsafeBufferPointer<UInt8>
    let styler: InlineStyler
    /// Ranges without a closing mark: asked once, so that a line of opening marks takes linear time.
    private var missing: [[UInt8]: Range<Int>] = [:]
    private var missingTicks: [Int: Range<Int>] = [:]
    /// Up to where no mark closes an emphasis.
    private var searched: [[UInt8]: Int] = [:]
    /// Each opening bracket's closing one.
    private var matching: [Int: Int]?

    init(bytes: UnsafeBufferPointer<UInt8>, styler: InlineStyler) {
      self.bytes = bytes
      self.styler = styler
    }

    private static let special: [Bool] = {
      var table = [Bool](repeating: false, count: 256)
      for c in "\\`*_~=%[!<#h".utf8 { table[Int(c)] = true }
      return table
    }()

    mutating func scan(_ range: Range<Int>, _ style: Style, link: String?, depth: Int, into out: inout StyledText) {
      var i = range.lowerBound
      var plain = i
      let end = range.upperBound
      while i < end {
        guard Self.special[Int(bytes[i])] else {
          i += 1
          continue
        }
        if bytes[i] == 0x5C, i + 1 < end, Self.isPunctuation(bytes[i + 1]) {
          emit(plain..<i, style, link, &out)
          plain = i + 1
          i += 2
          continue
        }
        var piece = StyledText()
        guard let next = span(i, range, style, link, depth, into: &piece) else {
          // A run of marks that opens nothing is passed as one: its second mark does not open either.
          let c = bytes[i]
          let runs = c == 0x2A || c == 0x5F || c == 0x60 || c == 0x7E || c == 0x3D
          repeat { i += 1 } while runs && i < end && bytes[i] == c
          continue
        }
        emit(plain..<i, style, link, &out)
        for span in piece.spans { out.append(span.text, span.style, link: span.link) }
        i = next
        plain = i
      }
      emit(plain..<end, style, link, &out)
    }

    private func emit(_ range: Range<Int>, _ style: Style, _ link: String?, _ out: inout StyledText) {
      guard !range.isEmpty else { return }
      out.append(text(range), style, link: link)
    }

    private func text(_ range: Range<Int>) -> String {
      String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }

    /// The end of the span that begins at `i`; nil when none does.
    private mutating func span(
      _ i: Int, _ range: Range<Int>, _ style: Style, _ link: String?, _ depth: Int, into out: inout StyledText
    ) -> Int? {
      let end = range.upperBound
      let theme = styler.theme
      switch bytes[i] {
      case 0x60:
        let ticks = run(i, end)
        guard let close = codeEnd(i + ticks, end, ticks: ticks) else { return nil }
        var inner = (i + ticks)..<close
        if inner.count > 2, bytes[inner.lowerBound] == 0x20, bytes[inner.upperBound - 1] == 0x20 {
          inner = (inner.lowerBound + 1)..<(inner.upperBound - 1)
        }
        emit(inner, style.with(theme[.code]), link, &out)
        return close + ticks
      case 0x2A, 0x5F: return emphasis(i, range, style, link, depth, into: &out)
      case 0x7E:
        return pair(i, range, style.with(Style(strikethrough: true)), link, depth, into: &out)
      case 0x3D: return pair(i, range, style.with(theme[.match]), link, depth, into: &out)
      case 0x25:
        guard i + 1 < end, bytes[i + 1] == 0x25, let close = find([0x25, 0x25], from: i + 2, end) else { return nil }
        return close + 2
      case 0x21:
        guard i + 1 < end, bytes[i + 1] == 0x5B else { return nil }
        return wikilink(i + 1, end, style, isEmbed: true, into: &out)
          ?? brackets(i + 1, range, style, link, depth, into: &out)
      case 0x5B:
        return wikilink(i, end, style, into: &out) ?? brackets(i, range, style, link, depth, into: &out)
      case 0x3C: return angle(i, end, style, link, into: &out)
      case 0x23:
        guard i == range.lowerBound || bytes[i - 1] == 0x20 || bytes[i - 1] == 0x09, let tag = tagEnd(i + 1, end) else {
          return nil
        }
        emit(i..<tag, style.with(theme[.tag]), link, &out)
        return tag
      default:
        guard link == nil, let address = addressEnd(i, end) else { return nil }
        out.append(text(i..<address), style.with(theme[.link]), link: text(i..<address))
        return address
      }
    }

    // MARK: Emphasis

    private func run(_ i: Int, _ end: Int) -> Int {
      var j = i
      while j < end, bytes[j] == bytes[i] { j += 1 }
      return j - i
    }

    private mutating func emphasis(
      _ i: Int, _ range: Range<Int>, _ style: Style, _ link: String?, _ depth: Int, into out: inout StyledText
    ) -> Int? {
      let end = range.upperBound
      let length = run(i, end)
      guard length <= 3, depth < InlineStyler.maxDepth, i + length < end, !Self.isWhitespace(bytes[i + length]) else {
        return nil
      }
      // An underscore inside a word is a letter.
      if bytes[i] == 0x5F, i > range.lowerBound, Self.isWord(bytes[i - 1]) { return nil }
      let mark = [UInt8](repeating: bytes[i], count: length)
      var from = max(i + length, searched[mark] ?? 0)
      while let close = find(mark, from: from, end) {
        let marks = run(close, end)
        // Of three marks the last ones close the outer span, the others one inside it.
        let start = marks == 3 ? close + 3 - length : close
        let after = start + length
        let closes =
          (marks == length || marks == 3) && !Self.isWhitespace(bytes[close - 1])
          && (mark[0] == 0x2A || after >= end || !Self.isWord(bytes[after]))
        if closes {
          let inner = style.with(Style(bold: length >= 2, italic: length != 2))
          scan((i + length)..<start, inner, link: link, depth: depth + 1, into: &out)
          return after
        }
        from = close + marks
        if from - i >= InlineStyler.reach { break }
      }
      searched[mark] = max(searched[mark] ?? 0, min(from, end))
      return nil
    }

    /// `~~…~~` and `==…==`.
    private mutating func pair(
      _ i: Int, _ range: Range<Int>, _ inner: Style, _ link: String?, _ depth: Int, into out: inout StyledText
    ) -> Int? {
      let end = range.upperBound
      guard run(i, end) == 2, depth < InlineStyler.maxDepth, i + 2 < end, !Self.isWhitespace(bytes[i + 2]),
        let close = find([bytes[i], bytes[i]], from: i + 2, end), !Self.isWhitespace(bytes[close - 1])
      else { return nil }
      scan((i + 2)..<close, inner, link: link, depth: depth + 1, into: &out)
      return close + 2
    }

    // MARK: Links

    private func wikilink(
      _ i: Int, _ end: Int, _ style: Style, isEmbed: Bool = false, into out: inout StyledText
    ) -> Int? {
      guard i + 1 < end, bytes[i + 1] == 0x5B else { return nil }
      var j = i + 2
      var bar: Int?
      while j < end, bytes[j] != 0x5D, bytes[j] != 0x5B, j - i < InlineStyler.reach {
        if bytes[j] == 0x7C, bar == nil { bar = j }
        j += 1
      }
      guard j + 1 < end, bytes[j] == 0x5D, bytes[j + 1] == 0x5D, j > i + 2 else { return nil }
      var shown = (i + 2)..<j
      if let bar, bar + 1 < j {
        shown = isEmbed && LinkTarget.isSize(bytes[(bar + 1)..<j]) ? (i + 2)..<bar : (bar + 1)..<j
      }
      emit(shown, style.with(styler.theme[.link]), nil, &out)
      return j + 2
    }

    /// `[text](address)`, `[text][label]`, `[text]` where the label is defined.
    private mutating func brackets(
      _ i: Int, _ range: Range<Int>, _ style: Style, _ link: String?, _ depth: Int, into out: inout StyledText
    ) -> Int? {
      guard link == nil, depth < InlineStyler.maxDepth, let close = closing(i, range.upperBound) else { return nil }
      let end = range.upperBound
      var after = close + 1
      var address: String?
      if after < end, bytes[after] == 0x28, let found = destination(after + 1, end) {
        address = found.text
        after = found.end
      } else {
        var label = (i + 1)..<close
        if after < end, bytes[after] == 0x5B, let second = closing(after, end) {
          if second > after + 1 { label = (after + 1)..<second }
          address = styler.definitions[InlineStyler.folded(text(label))]
          after = second + 1
        } else {
          address = styler.definitions[InlineStyler.folded(text(label))]
        }
        if address == nil { return nil }
      }
      guard let address else { return nil }
      let target = InlineStyler.isExternal(address) ? address : nil
      // An empty link text hides nothing: the address is shown.
      if close == i + 1 {
        out.append(address, style.with(styler.theme[.link]), link: target)
      } else {
        scan((i + 1)..<close, style.with(styler.theme[.link]), link: target ?? "", depth: depth + 1, into: &out)
        for k in out.spans.indices where out.spans[k].link == "" { out.spans[k].link = nil }
      }
      return after
    }

    private mutating func closing(_ open: Int, _ end: Int) -> Int? {
      if matching == nil {
        var pairs: [Int: Int] = [:]
        var stack: [Int] = []
        var i = 0
        while i < bytes.count {
          switch bytes[i] {
          case 0x5C: i += 1
          case 0x5B: stack.append(i)
          case 0x5D: if let open = stack.popLast() { pairs[open] = i }
          default: break
          }
          i += 1
        }
        matching = pairs
      }
      return matching?[open].flatMap { $0 < end ? $0 : nil }
    }

    private func destination(_ start: Int, _ end: Int) -> (text: String, end: Int)? {
      var i = start
      var depth = 0
      var addressEnd: Int?
      let isAngled = i < end && bytes[i] == 0x3C
      while i < end, i - start < InlineStyler.reach {
        let c = bytes[i]
        if c == 0x5C {
          i += 1
        } else if isAngled, addressEnd == nil {
          if c == 0x3E { addressEnd = i }
        } else if c == 0x20, addressEnd == nil {
          addressEnd = i
        } else if c == 0x28 {
          depth += 1
        } else if c == 0x29 {
          if depth == 0 {
            let range = (isAngled ? start + 1 : start)..<(addressEnd ?? i)
            return (text(range), i + 1)
          }
          depth -= 1
        }
        i += 1
      }
      return nil
    }

    /// `<https://…>`; an HTML comment vanishes, other HTML is shown quietly.
    private mutating func angle(
      _ i: Int, _ end: Int, _ style: Style, _ link: String?, into out: inout StyledText
    ) -> Int? {
      if bytes[i...].starts(with: "<!--".utf8) {
        return find([0x2D, 0x2D, 0x3E], from: i + 4, end).map { $0 + 3 }
      }
      guard i + 1 < end, (bytes[i + 1] | 0x20) >= 0x61 && (bytes[i + 1] | 0x20) <= 0x7A || bytes[i + 1] == 0x2F,
        let close = find([0x3E], from: i + 1, end)
      else { return nil }
      let inner = text((i + 1)..<close)
      if !inner.utf8.contains(0x20), InlineStyler.isExternal(inner) {
        out.append(inner, style.with(styler.theme[.link]), link: inner)
      } else {
        emit(i..<(close + 1), style.with(styler.theme[.muted]), link, &out)
      }
      return close + 1
    }

    private func addressEnd(_ i: Int, _ end: Int) -> Int? {
      let rest = bytes[i..<end]
      guard rest.starts(with: "https://".utf8) || rest.starts(with: "http://".utf8),
        i == 0 || !Self.isWord(bytes[i - 1])
      else { return nil }
      var j = i + 7
      while j < end, bytes[j] > 0x20, bytes[j] != 0x3C, bytes[j] != 0x3E, bytes[j] != 0x22, bytes[j] != 0x60,
        bytes[j] != 0x29, bytes[j] != 0x5D
      {
        j += 1
      }
      while j > i + 8, "?!.,:;*_~'".utf8.contains(bytes[j - 1]) { j -= 1 }
      return j > i + 8 ? j : nil
    }

    private func tagEnd(_ start: Int, _ end: Int) -> Int? {
      var i = start
      var hasLetter = false
      while i < end {
        let c = bytes[i]
        let isOther = Self.isWord(c) || c == 0x2D || c == 0x2F
        guard isOther else { break }
        if !(c >= 0x30 && c <= 0x39) { hasLetter = true }
        i += 1
      }
      return hasLetter ? i : nil
    }

    // MARK: Bytes

    private mutating func find(_ mark: [UInt8], from start: Int, _ end: Int) -> Int? {
      guard start < end else { return nil }
      if let known = missing[mark], known.contains(start), end <= known.upperBound { return nil }
      var i = start
      while i + mark.count <= end {
        if bytes[i] == mark[0], bytes[i..<(i + mark.count)].elementsEqual(mark) { return i }
        i += 1
      }
      missing[mark] = start..<end
      return nil
    }

    private mutating func codeEnd(_ start: Int, _ end: Int, ticks: Int) -> Int? {
      guard start < end else { return nil }
      if let known = missingTicks[ticks], known.contains(start), end <= known.upperBound { return nil }
      var i = start
      while i < end {
        guard bytes[i] == 0x60 else {
          i += 1
          continue
        }
        let length = run(i, end)
        if length == ticks { return i }
        i += length
      }
      missingTicks[ticks] = start..<end
      return nil
    }

    private static func isWhitespace(_ c: UInt8) -> Bool { c == 0x20 || c == 0x09 }

    private static func isWord(_ c: UInt8) -> Bool {
      c >= 0x80 || (c | 0x20 >= 0x61 && c | 0x20 <= 0x7A) || (c >= 0x30 && c <= 0x39) || c == 0x5F
    }

    private static func isPunctuation(_ c: UInt8) -> Bool {
      (c >= 0x21 && c <= 0x2F) || (c >= 0x3A && c <= 0x40) || (c >= 0x5B && c <= 0x60) || (c >= 0x7B && c <= 0x7E)
    }
  }

  /// As labels of reference links compare.
  static func folded(_ label: String) -> String {
    label.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// An address that leads out of the vault and may be opened by a click.
  static func isExternal(_ address: String) -> Bool {
    guard let colon = address.utf8.firstIndex(of: 0x3A) else { return false }
    return ["http", "https", "mailto"].contains(address[..<colon].lowercased())
  }
}
