import VaultCore
import VaultStore

/// Tags in the order of a tree: each before those below it.
struct TagTree {
  /// A line of the tree, or of a list.
  struct Row: Equatable {
    /// In a tree the part behind the last `/`; all of a tag that ends in one.
    var name: String
    var count: Int
    var depth: Int
  }

  private struct Node {
    var tag: TagCount
    /// Without regard to case, as tags are compared.
    var parts: [String]
  }

  private let nodes: [Node]
  private let totals: [[String]: Int]

  init(_ tags: [TagCount]) {
    nodes = tags.map { Node(tag: $0, parts: TagRename.levels($0.tag.lowercased())) }
    totals = Dictionary(nodes.map { ($0.parts, $0.tag.total) }, uniquingKeysWith: max)
  }

  /// The tags that notes have themselves, flat.
  func list(byCount: Bool) -> [TagCount] {
    let used = nodes.map(\.tag).filter { $0.count > 0 }
    return byCount ? used.sorted { ($1.count, $0.tag.lowercased()) < ($0.count, $1.tag.lowercased()) } : used
  }

  /// All tags; the count is of the notes with the tag or one below it.
  func rows(byCount: Bool) -> [Row] {
    nodes.sorted { isBefore($0.parts, $1.parts, byCount) }.map { node in
      let last = TagRename.levels(node.tag.tag).last ?? ""
      // Nothing is above `/a`.
      let isBelow = node.parts.first != ""
      return Row(
        name: last.isEmpty ? node.tag.tag : last, count: node.tag.total, depth: node.parts.count - (isBelow ? 1 : 2))
    }
  }

  /// Compares the two where their branches part.
  private func isBefore(_ a: [String], _ b: [String], _ byCount: Bool) -> Bool {
    let shared = zip(a, b).prefix { $0 == $1 }.count
    guard shared < a.count, shared < b.count else { return a.count < b.count }
    if byCount {
      let (first, second) = (totals[Array(a[...shared])] ?? 0, totals[Array(b[...shared])] ?? 0)
      if first != second { return first > second }
    }
    return a[shared] < b[shared]
  }
}

extension TagTree.Row {
  init(_ tag: TagCount) {
    self.init(name: tag.tag, count: tag.count, depth: 0)
  }
}
