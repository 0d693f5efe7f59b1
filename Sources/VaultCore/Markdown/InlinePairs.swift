/// Pairs of marks: emphasis by CommonMark's rules, then `==highlight==`, `~~deletion~~` and `%%comment%%`.
///
/// Pairs are sought among the children of one node only, so that what they become always nests.
enum InlinePairs {
  /// What stands where: for each container, and at last for what is in none, the indices of the places in it.
  private static func groups(_ places: [Int], in containers: [InlineTree.Node]) -> [[Int]] {
    var groups = [[Int]](repeating: [], count: containers.count + 1)
    var stack: [Int] = []
    var next = 0
    for (index, place) in places.enumerated() {
      while next < containers.count, containers[next].range.lowerBound <= place {
        while let top = stack.last, containers[top].range.upperBound <= containers[next].range.lowerBound {
          stack.removeLast()
        }
        stack.append(next)
        next += 1
      }
      while let top = stack.last, containers[top].range.upperBound <= place { stack.removeLast() }
      groups[stack.last ?? containers.count].append(index)
    }
    return groups
  }

  // MARK: Emphasis

  /// The nodes in `parts` are in order.
  static func emphasis(_ parts: InlineParts) -> [InlineTree.Node] {
    guard parts.delimiters.count > 1 else { return [] }
    let links = parts.nodes.filter(\.holdsNodes)
    var spans: [InlineTree.Node] = []
    for group in groups(parts.delimiters.map(\.range.lowerBound), in: links) where group.count > 1 {
      emphasis(group.map { parts.delimiters[$0] }, &spans)
    }
    return spans
  }

  /// CommonMark's "process emphasis". `bottoms` remembers, for each kind of closing run, below which run none opens it,
  /// so that a line of runs without partners takes linear time.
  private static func emphasis(_ delimiters: [InlineParts.Delimiter], _ spans: inout [InlineTree.Node]) {
    var runs = delimiters
    var previous = runs.indices.map { $0 - 1 }
    var next = runs.indices.map { $0 + 1 }
    var bottoms = [Int](repeating: -1, count: 12)
    func remove(_ index: Int) {
      if previous[index] >= 0 { next[previous[index]] = next[index] }
      if next[index] < runs.count { previous[next[index]] = previous[index] }
    }
    var closer = 0
    while closer < runs.count {
      let run = runs[closer]
      guard run.canClose else {
        closer = next[closer]
        continue
      }
      let kind = (run.byte == 0x2A ? 0 : 6) + (run.canOpen ? 3 : 0) + run.length % 3
      var opener = previous[closer]
      while opener > bottoms[kind], !matches(runs[opener], run) { opener = previous[opener] }
      guard opener > bottoms[kind] else {
        bottoms[kind] = previous[closer]
        if !run.canOpen { remove(closer) }
        closer = next[closer]
        continue
      }
      let isStrong = runs[opener].range.count > 1 && run.range.count > 1
      let width = isStrong ? 2 : 1
      let inner = runs[opener].range.upperBound..<run.range.lowerBound
      spans.append(
        InlineTree.Node(
          kind: isStrong ? .strong : .emphasis, range: inner.lowerBound - width..<inner.upperBound + width, inner: inner
        ))
      runs[opener].range = runs[opener].range.dropLast(width)
      runs[closer].range = runs[closer].range.dropFirst(width)
      // The runs between them open and close nothing any more.
      next[opener] = closer
      previous[closer] = opener
      if runs[opener].range.isEmpty { remove(opener) }
      if runs[closer].range.isEmpty {
        remove(closer)
        closer = next[closer]
      }
    }
  }

  private static func matches(_ opener: InlineParts.Delimiter, _ closer: InlineParts.Delimiter) -> Bool {
    guard opener.canOpen, opener.byte == closer.byte else { return false }
    // The "rule of three".
    return
      !((closer.canOpen || opener.canClose) && closer.length % 3 != 0
      && (opener.length + closer.length) % 3 == 0)
  }

  // MARK: Highlights, deletions, comments

  /// More open marks than this at once are text.
  private static let deepest = 16

  static func marks(
    _ parts: InlineParts, emphasis: [InlineTree.Node], _ bytes: UnsafeBufferPointer<UInt8>, _ range: SourceRange
  ) -> [InlineTree.Node] {
    guard parts.marks.count > 1 else { return [] }
    var containers = parts.nodes.filter(\.holdsNodes) + emphasis
    InlineTree.sort(&containers)
    var spans: [InlineTree.Node] = []
    for (index, group) in groups(parts.marks, in: containers).enumerated() where group.count > 1 {
      pair(group.map { parts.marks[$0] }, bytes, index < containers.count ? containers[index].inner : range, &spans)
    }
    return spans
  }

  private static func pair(
    _ marks: [Int], _ bytes: UnsafeBufferPointer<UInt8>, _ range: SourceRange, _ spans: inout [InlineTree.Node]
  ) {
    func isSolid(_ i: Int) -> Bool { range.contains(i) && bytes[i] > 0x20 }
    func add(_ kind: InlineTree.Node.Kind, _ first: Int, _ last: Int) {
      spans.append(InlineTree.Node(kind: kind, range: first..<last + 2, inner: first + 2..<last))
    }
    let comments = marks.indices.filter { bytes[marks[$0]] == 0x25 }
    var nextComment = 0
    var open: [Int] = []
    var i = 0
    while i < marks.count {
      let mark = marks[i]
      while nextComment < comments.count, comments[nextComment] < i { nextComment += 1 }
      i += 1
      if bytes[mark] == 0x25 {
        // A comment is stronger than what stands in it.
        guard nextComment + 1 < comments.count else { continue }
        add(.comment, mark, marks[comments[nextComment + 1]])
        i = comments[nextComment + 1] + 1
      } else if isSolid(mark - 1), let match = open.lastIndex(where: { bytes[$0] == bytes[mark] }) {
        add(bytes[mark] == 0x3D ? .highlight : .deletion, open[match], mark)
        open.removeSubrange(match...)
      } else if isSolid(mark + 2), open.count < deepest {
        open.append(mark)
      }
    }
  }
}
