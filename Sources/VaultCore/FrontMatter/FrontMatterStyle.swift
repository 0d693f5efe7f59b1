import Yams

/// How a note writes its front matter, so that what is added looks like what is there.
struct FrontMatterStyle {
  enum List: Hashable {
    case flow
    /// Whitespace before the dash, counted from the key's column.
    case block(indent: Int)
  }

  var quoting = YAMLQuoting.plain(otherwise: .double)
  var list = List.flow
  /// Between braces, with quoted keys.
  var isJSON = false

  init() {}

  /// By what most of the note's texts and lists are.
  init(_ layout: FrontMatterLayout) {
    var texts: [Node.Scalar.Style: Int] = [:]
    var flow = 0
    var block = 0
    var indent: Int?
    for entry in layout.entries {
      switch entry.node {
      case .scalar(let scalar): Self.count(scalar, entry.value, in: &texts)
      case .sequence(let sequence):
        for (node, value) in zip(sequence, entry.value.items) {
          if case .scalar(let scalar) = node { Self.count(scalar, value, in: &texts) }
        }
        if let found = Self.indent(of: entry, in: layout) {
          block += 1
          indent = indent ?? found
        } else if !sequence.isEmpty {
          flow += 1
        }
      default: break
      }
    }
    if block > flow { list = .block(indent: indent ?? 2) }
    let (plain, single, double) = (
      texts[.plain, default: 0], texts[.singleQuoted, default: 0], texts[.doubleQuoted, default: 0]
    )
    let quotes: YAMLQuoting.Quotes = single > double ? .single : .double
    quoting = max(single, double) > plain ? .quoted(quotes) : .plain(otherwise: quotes)
    if case .flow = layout.shape, let first = layout.entries.first {
      isJSON = layout.bytes[first.keyRange.lowerBound] == UInt8(ascii: "\"")
    }
  }

  /// How one value's texts are written, seen from the texts that stand there.
  static func quoting(of node: Node, else general: YAMLQuoting) -> YAMLQuoting {
    switch node {
    case .scalar(let scalar):
      switch scalar.style {
      case .singleQuoted: return .quoted(.single)
      case .doubleQuoted: return .quoted(.double)
      default: return .plain(otherwise: general.quotes)
      }
    case .sequence(let sequence):
      let scalars = sequence.compactMap(\.scalar)
      for quotes in [YAMLQuoting.Quotes.single, .double] {
        let style: Node.Scalar.Style = quotes == .single ? .singleQuoted : .doubleQuoted
        let count = scalars.count { $0.style == style }
        if count == scalars.count, count > 0 { return .quoted(quotes) }
        if count > 0 { return .plain(otherwise: quotes) }
      }
      return scalars.isEmpty ? general : .plain(otherwise: general.quotes)
    case .mapping, .alias:
      return general
    }
  }

  private static func count(
    _ scalar: Node.Scalar, _ value: PropertyValue, in texts: inout [Node.Scalar.Style: Int]
  ) {
    guard case .text(let text) = value else { return }
    // What must be quoted says nothing of a habit.
    guard scalar.style == .plain || YAMLPlainText.canHold(text, inFlow: false) else {
      return
    }
    texts[scalar.style, default: 0] += 1
  }

  /// Returns nil for a list in brackets.
  private static func indent(of entry: FrontMatterLayout.Entry, in layout: FrontMatterLayout) -> Int? {
    guard let colon = entry.colon, let start = layout.spans.firstContent(from: colon + 1, to: entry.bound),
      layout.bytes[start] == UInt8(ascii: "-"), case .block(let column) = layout.shape
    else { return nil }
    return max(0, start - layout.spans.lineStart(of: start) - column)
  }
}

extension YAMLQuoting {
  var quotes: Quotes {
    switch self {
    case .plain(let quotes), .quoted(let quotes): quotes
    }
  }
}

extension PropertyValue {
  /// A list's values; none for all else.
  var items: [PropertyValue] {
    if case .list(let values) = self { values } else { [] }
  }
}
