internal import CCMark

/// `==highlight==`, `~~deletion~~` and `%%comment%%` between the children of one block or span. Pairs are sought among
/// siblings only, so that what they become always nests.
struct HTMLMarks {
  enum Mark {
    case open(StaticString)
    case close(StaticString)
    /// The beginning and the end of what is left out.
    case hide, show
  }

  /// By text node: byte offset in its text and the mark that stands there, two bytes long, in order.
  private(set) var marks: [OpaquePointer: [(offset: Int, mark: Mark)]] = [:]
  /// Children that a comment covers whole.
  private(set) var hidden: Set<OpaquePointer> = []

  private struct Site {
    var node: OpaquePointer
    var child: Int
    var offset: Int
    var byte: UInt8
    var canOpen: Bool
    var canClose: Bool
  }

  /// Adds the marks of the children of `parent`. `boundary` is a child that no pair may span: a callout's title ends
  /// there.
  mutating func add(childrenOf parent: OpaquePointer, boundary: OpaquePointer?) {
    var children: [OpaquePointer] = []
    var sites: [Site] = []
    var boundaryIndex = Int.max
    var child = cmark_node_first_child(parent)
    while let node = child {
      if node == boundary { boundaryIndex = children.count }
      if cmark_node_get_type(node) == CMARK_NODE_TEXT {
        Self.find(in: node, child: children.count, into: &sites)
      }
      children.append(node)
      child = cmark_node_next(node)
    }
    guard sites.count > 1 else { return }
    let title = sites.filter { $0.child < boundaryIndex }
    pair(title, children)
    pair(Array(sites.dropFirst(title.count)), children)
    for node in Set(sites.map(\.node)) { marks[node]?.sort { $0.offset < $1.offset } }
  }

  private static func find(in node: OpaquePointer, child: Int, into sites: inout [Site]) {
    let text = HTMLWriter.literal(node)
    var i = 0
    while i + 1 < text.count {
      let c = text[i]
      guard c == text[i + 1], c == 0x3D || c == 0x7E || c == 0x25 else {
        i += 1
        continue
      }
      var end = i
      while end < text.count, text[end] == c, c != 0x25 { end += 1 }
      if c == 0x25 || end - i == 2 {
        let before = i > 0 ? !isWhitespace(text[i - 1]) : isSolid(cmark_node_previous(node))
        let after = i + 2 < text.count ? !isWhitespace(text[i + 2]) : isSolid(cmark_node_next(node))
        sites.append(Site(node: node, child: child, offset: i, byte: c, canOpen: after, canClose: before))
        i += 2
      } else {
        i = end
      }
    }
  }

  private static func isWhitespace(_ c: UInt8) -> Bool { c == 0x20 || c == 0x09 }

  private static func isSolid(_ sibling: OpaquePointer?) -> Bool {
    guard let sibling else { return false }
    let type = cmark_node_get_type(sibling)
    return type != CMARK_NODE_SOFTBREAK && type != CMARK_NODE_LINEBREAK
  }

  private mutating func pair(_ sites: [Site], _ children: [OpaquePointer]) {
    var rest: [Site] = []
    let comments = sites.indices.filter { sites[$0].byte == 0x25 }
    var nextComment = 0
    var i = 0
    while i < sites.count {
      while nextComment < comments.count, comments[nextComment] < i { nextComment += 1 }
      if sites[i].byte == 0x25 {
        // A comment is stronger than what stands in it.
        guard nextComment + 1 < comments.count else {
          i += 1
          continue
        }
        let end = sites[comments[nextComment + 1]]
        marks[sites[i].node, default: []].append((sites[i].offset, .hide))
        marks[end.node, default: []].append((end.offset, .show))
        for covered in children[sites[i].child...end.child].dropFirst().dropLast() { hidden.insert(covered) }
        i = comments[nextComment + 1] + 1
      } else {
        rest.append(sites[i])
        i += 1
      }
    }
    var open: [Site] = []
    for site in rest {
      if site.canClose, let match = open.lastIndex(where: { $0.byte == site.byte }) {
        let name: (StaticString, StaticString) =
          site.byte == 0x3D ? ("<mark>", "</mark>") : ("<del>", "</del>")
        marks[open[match].node, default: []].append((open[match].offset, .open(name.0)))
        marks[site.node, default: []].append((site.offset, .close(name.1)))
        open.removeSubrange(match...)
      } else if site.canOpen, open.count < 16 {
        open.append(site)
      }
    }
  }
}
