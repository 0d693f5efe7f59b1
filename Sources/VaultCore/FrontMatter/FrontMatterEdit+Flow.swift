/// Items between brackets of either kind. A comment stays with the line it is on.
extension FrontMatterEdit {
  /// A new item at the end, on a line of its own where the others are.
  mutating func insert(_ text: String, into flow: YAMLText.Flow) {
    guard let last = flow.items.last else {
      return replace((flow.open + 1)..<(flow.open + 1), with: Array(text.utf8))
    }
    let end = last.range.upperBound
    var separator = separator(in: flow)
    guard let comment = endOfComment(from: last.end) else {
      return replace(end..<end, with: [UInt8(ascii: ",")] + separator + Array(text.utf8))
    }
    if !separator.contains(0x0A) {
      let line = layout.yaml.lineStart(of: last.range.lowerBound)
      let blanks = layout.bytes[line..<layout.yaml.firstNonWhitespace(from: line)]
      separator = layout.lineEnding(before: layout.yaml.lineEnd(of: comment)) + blanks
    }
    if last.comma == nil { replace(end..<end, with: [UInt8(ascii: ",")]) }
    replace(
      comment..<comment, with: separator + Array(text.utf8) + (last.comma == nil ? [] : [UInt8(ascii: ",")]))
  }

  /// The end of a comment that has nothing but blanks before it; nil where there is none.
  private func endOfComment(from start: Int) -> Int? {
    let i = layout.yaml.firstNonWhitespace(from: start)
    guard i > start, !layout.yaml.isLineEnd(at: i), layout.bytes[i] == UInt8(ascii: "#") else { return nil }
    return layout.yaml.endOfLine(from: i)
  }

  /// What stands between a comma and the next item.
  private func separator(in flow: YAMLText.Flow) -> [UInt8] {
    let last = flow.items[flow.items.count - 1]
    if flow.items.count > 1, let comma = flow.items[flow.items.count - 2].comma {
      let space = layout.bytes[(comma + 1)..<last.range.lowerBound]
      if space.allSatisfy(\.isSpaceOrLineBreak) { return Array(space) }
    } else {
      let space = layout.bytes[(flow.open + 1)..<last.range.lowerBound]
      if space.contains(0x0A), space.allSatisfy(\.isSpaceOrLineBreak) { return Array(space) }
    }
    return [0x20]
  }

  /// Each with the comma and the blanks that part it from the next, the last ones from those before.
  mutating func remove(_ removed: Set<Int>, from flow: YAMLText.Flow) {
    let items = flow.items
    var index = 0
    while index < items.count {
      guard removed.contains(index) else {
        index += 1
        continue
      }
      let first = index
      while index < items.count, removed.contains(index) { index += 1 }
      if index < items.count {
        let start = items[first].range.lowerBound
        let end = endOfRemoval(items[first], behind: items[index - 1], before: items[index].range.lowerBound)
        replace(start..<end, with: [])
      } else if first > 0 {
        removeEnd(items[first...], behind: items[first - 1])
      } else {
        let end = items[index - 1].end
        replace(items[first].range.lowerBound..<end, with: [])
      }
    }
  }

  private func beginsLine(_ item: YAMLText.FlowItem) -> Bool {
    let start = item.range.lowerBound
    return layout.bytes[layout.yaml.lineStart(of: start)..<start].allSatisfy(\.isSpaceOrLineBreak)
  }

  /// The next item, or the comments on lines of their own that stand above it. A comment behind the item goes with it
  /// where they have the line for themselves.
  private func endOfRemoval(_ first: YAMLText.FlowItem, behind last: YAMLText.FlowItem, before next: Int) -> Int {
    var i = last.end
    if let comment = endOfComment(from: i) {
      guard beginsLine(first) else { return i }
      i = comment
    }
    while i < next, layout.bytes[i].isSpaceOrLineBreak { i += 1 }
    return i
  }

  private mutating func removeEnd(_ items: ArraySlice<YAMLText.FlowItem>, behind kept: YAMLText.FlowItem) {
    guard let first = items.first, let last = items.last else { return }
    var end = last.range.upperBound
    if beginsLine(first), let comment = endOfComment(from: last.end) { end = comment }
    var start = first.range.lowerBound
    while start > kept.range.upperBound, layout.bytes[start - 1].isSpaceOrLineBreak { start -= 1 }
    let comma = kept.comma ?? kept.range.upperBound
    guard layout.bytes[comma..<start].contains(UInt8(ascii: "#")) else {
      // The last comma stays, as the one before the closing bracket.
      let hasComma = last.comma.map { $0 < end } ?? false
      return replace((hasComma ? comma + 1 : kept.range.upperBound)..<end, with: [])
    }
    if let own = last.comma {
      replace(start..<max(end, own + 1), with: [])
    } else {
      replace(comma..<(comma + 1), with: [])
      replace(start..<end, with: [])
    }
  }
}
