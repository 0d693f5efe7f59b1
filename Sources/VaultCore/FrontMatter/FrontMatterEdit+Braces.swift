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
      let isWhitespace = layout.spans.isWhitespace(layout.bytes[end])
      replace(end..<end, with: Array((isWhitespace ? text : " " + text).utf8))
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
}
