/// A block's text as a tree: what is emphasised, a link, code, a tag and so on, each with its bytes.
///
/// Links, tags and code are those of `InlineScanner`, so whoever draws a tree shows what the index holds. The nodes lie
/// in one array, each before what it holds: no nesting, however deep, costs a drawing or its end any stack.
package struct InlineTree {
  /// What a link leads to.
  package struct Destination {
    package let writtenAddress: String
    let writtenTitle: String

    /// Escapes and entities read.
    package var address: [UInt8] { InlineTree.unescaped(writtenAddress.utf8) }
    /// Escapes and entities read; empty without one.
    package var title: [UInt8] { InlineTree.unescaped(writtenTitle.utf8) }
  }

  package struct Node {
    package enum Kind {
      case text, escape, code, html, tag
      case entity(String)
      case lineBreak(isHard: Bool)
      /// An autolink, or an address that stands by itself.
      case address
      /// `inner` is what is shown.
      case wikilink(target: SourceRange, isEmbed: Bool)
      case link(Destination, isEmbed: Bool)
      case emphasis, strong, deletion, highlight
      /// `%%…%%`, with what it hides as its children.
      case comment
    }

    package var kind: Kind
    /// With the marks.
    package var range: SourceRange
    /// Between the marks.
    package var inner: SourceRange
    /// The index after the last of the nodes that it holds.
    package fileprivate(set) var end = 0
  }

  package private(set) var nodes: [Node] = []
  /// In a table's cell `\|` is a bar, also in code.
  private let isCell: Bool

  /// Reads `range` of `bytes`; the nodes' ranges are in `bytes` too.
  package init(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: SourceRange, definitions: [String: LinkDefinition] = [:],
    notebook: NotebookFormat? = nil, isCell: Bool = false
  ) {
    self.isCell = isCell
    var scanner = InlineScanner(bytes, offset: 0, definitions: definitions, notebook: notebook, draws: true)
    scanner.scan(range)
    guard var parts = scanner.drawn else { return }
    if parts.hasLinks { Self.sort(&parts.nodes) }
    var spans = InlinePairs.emphasis(parts)
    spans += InlinePairs.marks(parts, emphasis: spans, bytes, range)
    if !spans.isEmpty {
      parts.nodes += spans
      Self.sort(&parts.nodes)
    }
    arrange(parts.nodes, range)
  }

  static func sort(_ nodes: inout [Node]) {
    nodes.sort { a, b in
      a.range.lowerBound != b.range.lowerBound
        ? a.range.lowerBound < b.range.lowerBound : a.range.upperBound > b.range.upperBound
    }
  }

  /// Puts nodes in order into the array, with text between them.
  private mutating func arrange(_ sorted: [Node], _ range: SourceRange) {
    nodes.reserveCapacity(2 * sorted.count + 1)
    var open: [Int] = []
    var place = range.lowerBound
    func text(to end: Int, _ nodes: inout [Node]) {
      guard place < end else { return }
      nodes.append(Node(kind: .text, range: place..<end, inner: place..<end))
      nodes[nodes.count - 1].end = nodes.count
    }
    func close(_ index: Int, _ nodes: inout [Node]) {
      text(to: nodes[index].inner.upperBound, &nodes)
      nodes[index].end = nodes.count
      place = nodes[index].range.upperBound
    }
    for node in sorted {
      while let last = open.last, nodes[last].inner.upperBound <= node.range.lowerBound {
        close(last, &nodes)
        open.removeLast()
      }
      text(to: node.range.lowerBound, &nodes)
      nodes.append(node)
      if node.holdsNodes {
        open.append(nodes.count - 1)
        place = node.inner.lowerBound
      } else {
        nodes[nodes.count - 1].end = nodes.count
        place = node.range.upperBound
      }
    }
    for index in open.reversed() { close(index, &nodes) }
    text(to: range.upperBound, &nodes)
  }

  // MARK: What is shown

  /// The text of a node that holds no others, as it is shown.
  package func shown(_ node: Node, _ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    switch node.kind {
    case .entity(let text): Array(text.utf8)
    case .lineBreak: [0x20]
    case .code: code(node.inner, bytes)
    default: Array(bytes[node.inner])
    }
  }

  /// Without line breaks, and without the blank at both ends that keeps backticks apart.
  private func code(_ range: SourceRange, _ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    var i = range.lowerBound
    while i < range.upperBound {
      let c = bytes[i]
      i += 1
      if c == 0x0A || c == 0x0D {
        // A line's indentation is none of its text.
        while i < range.upperBound, bytes[i] <= 0x20 { i += 1 }
        text.append(0x20)
      } else if isCell, c == 0x5C, i < range.upperBound, bytes[i] == 0x7C {
        continue
      } else {
        text.append(c)
      }
    }
    if text.count > 2, text.first == 0x20, text.last == 0x20, text.contains(where: { $0 != 0x20 }) {
      text = Array(text[1..<text.count - 1])
    }
    return text
  }

  /// What the text says, without marks, comments and HTML.
  package func plainText(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    plainText(nodes.indices, bytes)
  }

  /// What the nodes in `part`, and those that they hold, say. `isLeftOut` returns true for what is passed over, with all that it holds.
  package func plainText(
    _ part: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>, leavingOut isLeftOut: (Node.Kind) -> Bool = { _ in false }
  ) -> String {
    var text: [UInt8] = []
    var i = part.lowerBound
    while i < part.upperBound {
      let node = nodes[i]
      switch node.kind {
      case .comment, .html: i = node.end
      case let kind where isLeftOut(kind): i = node.end
      default:
        if !node.holdsNodes { text += shown(node, bytes) }
        i += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// An address or a title with its escapes and entities read.
  package static func unescaped(_ text: some Sequence<UInt8>) -> [UInt8] {
    Array(text).withUnsafeBufferPointer { bytes in
      var result: [UInt8] = []
      var i = 0
      while i < bytes.count {
        if bytes[i] == 0x5C, i + 1 < bytes.count, bytes[i + 1].isASCIIPunctuation {
          result.append(bytes[i + 1])
          i += 2
        } else if bytes[i] == 0x26, let (text, end) = HTMLEntity.read(bytes, from: i, limit: bytes.count) {
          result += text.utf8
          i = end
        } else {
          result.append(bytes[i])
          i += 1
        }
      }
      return result
    }
  }
}

extension InlineTree.Node {
  package var holdsNodes: Bool {
    switch kind {
    case .link, .emphasis, .strong, .deletion, .highlight, .comment: true
    default: false
    }
  }
}
