/// A link's target as its bytes stand in the note: in which syntax, and where the path in it ends.
struct WrittenLink {
  enum Syntax: Hashable {
    /// Between `[[` and `]]`.
    case wikilink
    /// The target of `[text](…)` or of a definition.
    case destination(isAngled: Bool)
    /// A wikilink in a front matter string.
    case property

    var isDestination: Bool { if case .destination = self { true } else { false } }
  }

  var syntax: Syntax
  /// The path's bytes in the file, blanks around it left out. Empty for a link into the note itself.
  var path: SourceRange
  /// What follows the first `#`, to the target's end; nil without one.
  var fragment: SourceRange?

  /// Returns nil for a link without a place of its own: a property written with escapes.
  init?(_ link: Link, in bytes: [UInt8]) {
    guard !link.targetRange.isEmpty, link.targetRange.upperBound <= bytes.count else { return nil }
    self.init(syntax: Self.syntax(of: link, in: bytes), target: link.targetRange, in: bytes)
  }

  init(syntax: Syntax, target: SourceRange, in bytes: [UInt8]) {
    self.syntax = syntax
    let end = bytes[target].firstIndex(of: 0x23) ?? target.upperBound
    path = Self.trimmed(target.lowerBound..<end, in: bytes)
    fragment = end < target.upperBound ? end + 1..<target.upperBound : nil
  }

  /// The blanks of `LinkTarget`.
  static func trimmed(_ range: SourceRange, in bytes: [UInt8]) -> SourceRange {
    let text = bytes[range].trimming(where: \.isASCIIWhitespace)
    return text.startIndex..<text.endIndex
  }

  private static func syntax(of link: Link, in bytes: [UInt8]) -> Syntax {
    let start = link.targetRange.lowerBound
    switch link.kind {
    case .property: return .property
    case .wiki: return .wikilink
    case .embed where followsBrackets(start, in: bytes): return .wikilink
    default: return .destination(isAngled: start > 0 && bytes[start - 1] == 0x3C)
    }
  }

  /// Returns true when `[[` and blanks stand before: `![[file]]` and `![](file)` are embeds both.
  private static func followsBrackets(_ start: Int, in bytes: [UInt8]) -> Bool {
    var i = start
    while i > 0, bytes[i - 1].isSpaceOrTab { i -= 1 }
    return i >= 2 && bytes[i - 1] == 0x5B && bytes[i - 2] == 0x5B
  }
}
