/// Front matter that is one pair of braces, as JSON is.
extension FrontMatterEdit {
  private var place: YAMLScalarText.Place { style.isJSON ? .json : .flow }

  mutating func addInBraces(_ key: String, _ value: PropertyValue, to flow: YAMLSpans.Flow) {
    let pair =
      text(ofKey: key, quoting: style.quoting.forKeys) + ": "
      + YAMLFlow.text(of: value, quoting: style.quoting, place: place)
    insert(pair, into: flow)
  }

  mutating func setInBraces(_ entry: FrontMatterLayout.Entry, to value: PropertyValue) throws(FrontMatterEditError) {
    guard !layout.isShared(entry) else { throw .shared(key: entry.key, line: entry.line) }
    let quoting = FrontMatterStyle.quoting(of: entry.node, else: style.quoting)
    let text = YAMLFlow.text(of: value, quoting: quoting, place: place)
    guard let colon = entry.colon else {
      return replace(entry.keyRange.upperBound..<entry.keyRange.upperBound, with: Array((": " + text).utf8))
    }
    if let start = layout.spans.firstContent(from: colon + 1, to: entry.bound) {
      replace(start..<entry.bound, with: Array(text.utf8))
    } else {
      let end = colon + 1
      let isBlank = layout.spans.isBlank(layout.bytes[end])
      replace(end..<end, with: Array((isBlank ? text : " " + text).utf8))
    }
  }

  mutating func removeInBraces(_ index: Int, from flow: YAMLSpans.Flow, removingEmptyBlock: Bool) {
    let content = layout.fence.contentRange
    if removingEmptyBlock, expected.isEmpty, let item = flow.items.first,
      !layout.bytes[content.lowerBound..<item.range.lowerBound].contains(UInt8(ascii: "#")),
      !layout.bytes[item.range.upperBound..<content.upperBound].contains(UInt8(ascii: "#"))
    {
      remove(content, removingEmptyBlock: true)
    } else {
      remove([index], from: flow)
    }
  }

  // MARK: Items between brackets of either kind

  /// A new item at the end, on a line of its own where the others are.
  mutating func insert(_ text: String, into flow: YAMLSpans.Flow) {
    guard let last = flow.items.last else {
      return replace((flow.open + 1)..<(flow.open + 1), with: Array(text.utf8))
    }
    let end = last.range.upperBound
    replace(end..<end, with: [UInt8(ascii: ",")] + separator(in: flow) + Array(text.utf8))
  }

  /// What stands between a comma and the next item.
  func separator(in flow: YAMLSpans.Flow) -> [UInt8] {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    let last = flow.items[flow.items.count - 1]
    if flow.items.count > 1, let comma = flow.items[flow.items.count - 2].comma {
      let space = layout.bytes[(comma + 1)..<last.range.lowerBound]
      if space.allSatisfy(isSpace) { return Array(space) }
    } else {
      let space = layout.bytes[(flow.open + 1)..<last.range.lowerBound]
      if space.contains(0x0A), space.allSatisfy(isSpace) { return Array(space) }
    }
    return [0x20]
  }

  /// Each with the comma and the blanks that part it from the next, the last ones from those before.
  mutating func remove(_ removed: Set<Int>, from flow: YAMLSpans.Flow) {
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
        replace(items[first].range.lowerBound..<items[index].range.lowerBound, with: [])
      } else if first > 0 {
        replace(items[first - 1].range.upperBound..<items[index - 1].range.upperBound, with: [])
      } else {
        let end = items[index - 1].comma.map { $0 + 1 } ?? items[index - 1].range.upperBound
        replace(items[first].range.lowerBound..<end, with: [])
      }
    }
  }
}
