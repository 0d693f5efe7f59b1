/// What the scanner collects for a drawing, in order but for links, which are known at their end.
struct InlineParts {
  /// A run of `*` or `_`.
  struct Delimiter {
    var byte: UInt8
    /// What is left of the run.
    var range: SourceRange
    var length: Int
    var canOpen: Bool
    var canClose: Bool
  }

  var nodes: [InlineTree.Node] = []
  var hasLinks = false
  var delimiters: [Delimiter] = []
  /// Where `==`, `~~` or `%%` stands.
  var marks: [Int] = []

  mutating func add(_ kind: InlineTree.Node.Kind, _ range: SourceRange, inner: SourceRange? = nil) {
    if case .link = kind { hasLinks = true }
    nodes.append(InlineTree.Node(kind: kind, range: range, inner: inner ?? range))
  }
}

extension InlineScanner {
  mutating func drawBackslash(_ i: Int, _ range: SourceRange, escapes: Bool) -> Int {
    if escapes {
      drawn?.add(.escape, i..<i + 2, inner: i + 1..<i + 2)
      return i + 2
    }
    guard i + 1 < range.upperBound, bytes[i + 1] == 0x0A || bytes[i + 1] == 0x0D else { return i + 1 }
    let end = skipWhite(i + 1, range.upperBound)
    drawn?.add(.lineBreak(isHard: true), i..<end)
    return end
  }

  /// What has no meaning for links and tags.
  mutating func draw(_ i: Int, _ range: SourceRange) -> Int {
    let c = bytes[i]
    switch c {
    case 0x0A, 0x0D:
      let first = drawn?.nodes.last?.range.upperBound ?? range.lowerBound
      var start = i
      while start > first, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
      let isHard = i - start >= 2 && bytes[i - 1] == 0x20 && bytes[i - 2] == 0x20
      let end = skipWhite(i, range.upperBound)
      drawn?.add(.lineBreak(isHard: isHard), start..<end)
      return end
    case 0x26:
      guard let (text, end) = HTMLEntity.read(bytes, from: i, limit: range.upperBound) else { return i + 1 }
      drawn?.add(.entity(text), i..<end)
      return end
    case 0x25:
      guard i + 1 < range.upperBound, bytes[i + 1] == c else { return i + 1 }
      drawn?.marks.append(i)
      return i + 2
    default:
      var end = i + 1
      while end < range.upperBound, bytes[end] == c { end += 1 }
      if c == 0x3D || c == 0x7E {
        if end - i == 2 { drawn?.marks.append(i) }
      } else {
        let delimiter = delimiter(i..<end, in: range)
        drawn?.delimiters.append(delimiter)
      }
      return end
    }
  }

  /// CommonMark's rules for what a run of marks may do.
  func delimiter(_ run: SourceRange, in range: SourceRange) -> InlineParts.Delimiter {
    var before = Unicode.Scalar(0x0A) as Unicode.Scalar
    if run.lowerBound > range.lowerBound {
      var start = run.lowerBound - 1
      while start > range.lowerBound, bytes[start] & 0xC0 == 0x80 { start -= 1 }
      before = Unicode.Scalar(decodeScalar(bytes, at: start).value) ?? "\u{FFFD}"
    }
    var after = Unicode.Scalar(0x0A) as Unicode.Scalar
    if run.upperBound < range.upperBound {
      after = Unicode.Scalar(decodeScalar(bytes, at: run.upperBound).value) ?? "\u{FFFD}"
    }
    let (spaceBefore, punctuationBefore) = Self.kind(before)
    let (spaceAfter, punctuationAfter) = Self.kind(after)
    let isLeft = !spaceAfter && (!punctuationAfter || spaceBefore || punctuationBefore)
    let isRight = !spaceBefore && (!punctuationBefore || spaceAfter || punctuationAfter)
    let isStar = bytes[run.lowerBound] == 0x2A
    return InlineParts.Delimiter(
      byte: bytes[run.lowerBound], range: run, length: run.count,
      canOpen: isLeft && (isStar || !isRight || punctuationBefore),
      canClose: isRight && (isStar || !isLeft || punctuationAfter))
  }

  private static func kind(_ scalar: Unicode.Scalar) -> (isWhitespace: Bool, isPunctuation: Bool) {
    if scalar.isASCII {
      let c = UInt8(scalar.value)
      return (c.isASCIIWhitespace, c.isASCIIPunctuation)
    }
    switch scalar.properties.generalCategory {
    case .spaceSeparator: return (true, false)
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation:
      return (false, true)
    default: return (false, false)
    }
  }
}
