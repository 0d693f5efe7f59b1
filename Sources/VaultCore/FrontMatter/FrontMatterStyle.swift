import Yams

/// How a note writes its front matter, so that what is added looks like what is there.
struct FrontMatterStyle {
  enum List: Hashable {
    case flow
    /// Whitespace before the dash, counted from the key's column.
    case block(indent: Int)
  }

  var quoting = YAMLQuoting(quotes: .double)
  var list = List.flow
  /// Between braces, with quoted keys.
  var isJSON = false

  /// Where items between brackets or braces are written.
  var placeInBrackets: YAMLScalarText.Place { isJSON ? .json : .flow }

  init() {}

  /// By what most of the note's texts and lists are.
  init(_ layout: FrontMatterLayout) {
    var texts: [Node.Scalar.Style: Int] = [:]
    var flow = 0
    var block = 0
    var indent: Int?
    for entry in layout.entries {
      let sequence = entry.node.sequence
      for case (.scalar(let scalar), .text(let text)) in sequence.map({ Array(zip($0, entry.value.items)) })
        ?? [(entry.node, entry.value)]
      // What must be quoted says nothing of a habit.
      where scalar.style == .plain || YAMLPlainText.canHold(text, inFlow: false) {
        texts[scalar.style, default: 0] += 1
      }
      guard let sequence else { continue }
      if let found = Self.indent(of: entry, in: layout) {
        block += 1
        indent = indent ?? found
      } else if !sequence.isEmpty {
        flow += 1
      }
    }
    if block > flow { list = .block(indent: indent ?? 2) }
    let (single, double) = (texts[.singleQuoted, default: 0], texts[.doubleQuoted, default: 0])
    quoting.quotes = single > double ? .single : .double
    quoting.isAlways = max(single, double) > texts[.plain, default: 0]
    if case .flow = layout.shape, let first = layout.entries.first {
      isJSON = layout.bytes[first.keyRange.lowerBound] == UInt8(ascii: "\"")
    }
  }

  /// How one value's texts are written, seen from the texts that stand there.
  static func quoting(of node: Node, else general: YAMLQuoting) -> YAMLQuoting {
    let scalars = node.scalar.map { [$0] } ?? node.sequence?.compactMap(\.scalar) ?? []
    guard !scalars.isEmpty else { return general }
    let quotes = scalars.map { YAMLQuoting.Quotes($0.style) }
    let found: YAMLQuoting.Quotes? = quotes.contains(.single) ? .single : quotes.contains(.double) ? .double : nil
    return YAMLQuoting(
      quotes: found ?? general.quotes, isAlways: found != nil && quotes.allSatisfy { $0 == found })
  }

  /// The lines of a key and its value in block style, the key in that column.
  func lines(_ key: String, _ value: PropertyValue, column: Int, ending: [UInt8]) -> [UInt8] {
    let written = WrittenValue(value, quoting: quoting, list: list, column: column)
    let name = YAMLScalarText.text(key, quoting: quoting.forKeys, place: .block)
    return Array(repeating: 0x20, count: column) + Array(name.utf8) + [UInt8(ascii: ":")]
      + written.bytes(ending: ending)
  }

  /// Returns nil for a list in brackets.
  private static func indent(of entry: FrontMatterLayout.Entry, in layout: FrontMatterLayout) -> Int? {
    guard let colon = entry.colon, let start = layout.yaml.firstContent(from: colon + 1, to: entry.bound),
      layout.bytes[start] == UInt8(ascii: "-"), case .block(let column) = layout.shape
    else { return nil }
    return max(0, start - layout.yaml.lineStart(of: start) - column)
  }
}

extension PropertyValue {
  /// A list's values; none for all else.
  var items: [PropertyValue] {
    if case .list(let values) = self { values } else { [] }
  }
}
