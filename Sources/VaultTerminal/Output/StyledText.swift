import VaultCore

/// Text in pieces that look different. Widths are those of what will be shown, control characters made visible.
package struct StyledText: Sendable, Hashable {
  package struct Span: Sendable, Hashable {
    package var text: String
    package var style: Style
    /// An address that a click opens, where the terminal can.
    package var link: String?

    package init(_ text: String, _ style: Style = .plain, link: String? = nil) {
      self.text = text
      self.style = style
      self.link = link
    }
  }

  package var spans: [Span]

  package init(spans: [Span] = []) {
    self.spans = spans
  }

  package init(_ text: String, _ style: Style = .plain, link: String? = nil) {
    spans = text.isEmpty ? [] : [Span(text, style, link: link)]
  }

  package var isEmpty: Bool { spans.allSatisfy { $0.text.isEmpty } }

  /// Without styles.
  package var plain: String { spans.reduce(into: "") { $0 += $1.text } }

  /// Columns.
  package var width: Int { spans.reduce(0) { $0 + DisplayWidth.of($1.text) } }

  package mutating func append(_ text: String, _ style: Style = .plain, link: String? = nil) {
    guard !text.isEmpty else { return }
    if let last = spans.indices.last, spans[last].style == style, spans[last].link == link {
      spans[last].text += text
    } else {
      spans.append(Span(text, style, link: link))
    }
  }

  package mutating func append(_ other: StyledText) {
    spans.append(contentsOf: other.spans)
  }

  package static func + (a: StyledText, b: StyledText) -> StyledText {
    StyledText(spans: a.spans + b.spans)
  }

  /// Cut between grapheme clusters to at most `width` columns, `ellipsis` included when something was cut.
  package func truncated(to width: Int, ellipsis: String = "…") -> StyledText {
    guard self.width > width else { return self }
    var room = max(width - DisplayWidth.of(ellipsis), 0)
    var result = StyledText()
    for span in spans {
      let spanWidth = DisplayWidth.of(span.text)
      if spanWidth <= room {
        result.spans.append(span)
        room -= spanWidth
      } else {
        result.append(DisplayWidth.prefix(of: span.text, width: room), span.style, link: span.link)
        result.append(DisplayWidth.prefix(of: ellipsis, width: max(width, 0)), span.style)
        break
      }
    }
    return result
  }

  /// Filled with blanks up to `width` columns, on the right, or on the left for `leading`.
  package func padded(to width: Int, leading: Bool = false) -> StyledText {
    let missing = width - self.width
    guard missing > 0 else { return self }
    let blanks = Span(String(repeating: " ", count: missing))
    return StyledText(spans: leading ? [blanks] + spans : spans + [blanks])
  }

  /// With `style` where ranges of UTF-8 offsets into the whole text say so: the matches of a search. Ranges are in
  /// order; a boundary inside a scalar is moved back to its beginning.
  package func highlighting(_ ranges: [Range<Int>], _ style: Style) -> StyledText {
    guard !ranges.isEmpty else { return self }
    var result = StyledText()
    var base = 0
    var next = 0
    for span in spans {
      let count = span.text.utf8.count
      var at = 0
      while at < count {
        while next < ranges.count, ranges[next].upperBound <= base + at { next += 1 }
        let inside = next < ranges.count && ranges[next].lowerBound <= base + at
        var end = count
        if next < ranges.count {
          end = min(count, (inside ? ranges[next].upperBound : ranges[next].lowerBound) - base)
        }
        guard end > at else { break }
        let utf8 = span.text.utf8
        let from = utf8.index(utf8.startIndex, offsetBy: at).scalarStart(in: span.text)
        let to = utf8.index(utf8.startIndex, offsetBy: end).scalarStart(in: span.text)
        result.append(
          String(span.text[from..<to]), inside ? span.style.with(style) : span.style, link: span.link)
        at = end
      }
      base += count
    }
    return result
  }
}

extension StyledText: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) {
    self.init(value)
  }
}

extension String.Index {
  fileprivate func scalarStart(in text: String) -> String.Index {
    var index = self
    let utf8 = text.utf8
    while index > utf8.startIndex, index < utf8.endIndex, utf8[index] & 0xC0 == 0x80 {
      index = utf8.index(before: index)
    }
    return index
  }
}
