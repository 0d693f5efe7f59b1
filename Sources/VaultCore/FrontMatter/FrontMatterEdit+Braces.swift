/// Front matter that is one pair of braces, as JSON is.
extension FrontMatterEdit {
  mutating func addInBraces(_ key: String, _ value: PropertyValue, to flow: YAMLText.Flow) {
    let place = style.placeInBrackets
    let name = YAMLScalarText.text(key, quoting: style.quoting.forKeys, place: place)
    insert(name + ": " + YAMLFlow.text(of: value, quoting: style.quoting, place: place), into: flow)
  }

  mutating func setInBraces(_ entry: FrontMatterLayout.Entry, to value: PropertyValue) throws(FrontMatterEditError) {
    guard !layout.isShared(entry) else { throw .shared(key: entry.key, line: entry.line) }
    let quoting = FrontMatterStyle.quoting(of: entry.node, else: style.quoting)
    let text = YAMLFlow.text(of: value, quoting: quoting, place: style.placeInBrackets)
    guard let colon = entry.colon else {
      return replace(entry.keyRange.upperBound..<entry.keyRange.upperBound, with: Array((": " + text).utf8))
    }
    if let start = layout.yaml.firstContent(from: colon + 1, to: entry.bound) {
      replace(start..<entry.bound, with: Array(text.utf8))
    } else {
      let end = colon + 1
      let isWhitespace = layout.bytes[end].isSpaceOrTab
      replace(end..<end, with: Array((isWhitespace ? text : " " + text).utf8))
    }
  }

  mutating func removeInBraces(_ index: Int, from flow: YAMLText.Flow, removingEmptyBlock: Bool) {
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
}
