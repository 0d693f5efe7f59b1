/// Classes of ASCII bytes. "Whitespace" means three different things in what is read here, and each has a name.
extension UInt8 {
  @inlinable package var isDigit: Bool { self &- 0x30 < 10 }

  @inlinable package var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }

  @inlinable package var isASCIILetterOrDigit: Bool { isASCIILetter || isDigit }

  /// A capital letter of ASCII made small; any other byte as it is.
  @inlinable package var asciiLowered: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

  /// What Markdown counts as punctuation, and a backslash takes the meaning from.
  @inlinable package var isASCIIPunctuation: Bool { self > 0x20 && self < 0x7F && !isASCIILetterOrDigit }

  /// Whitespace within a line.
  @inlinable package var isSpaceOrTab: Bool { self == 0x20 || self == 0x09 }

  /// Whitespace between the tokens of YAML and JSON.
  @inlinable package var isSpaceOrLineBreak: Bool { isSpaceOrTab || self == 0x0A || self == 0x0D }

  /// What C calls a space: a space, a tab, a line break of any kind, a form feed.
  @inlinable package var isASCIIWhitespace: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0D) }
}

extension BidirectionalCollection {
  /// The elements between those at either end that fulfil the condition.
  @inlinable package func trimming(where isTrimmed: (Element) -> Bool) -> SubSequence {
    var rest = drop(while: isTrimmed)
    while let last = rest.last, isTrimmed(last) { rest.removeLast() }
    return rest
  }
}
