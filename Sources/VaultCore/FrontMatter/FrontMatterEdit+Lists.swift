import Yams

/// Items of lists, and the one text that stands for a list.
extension FrontMatterEdit {
  /// Where a list's items stand.
  private enum Items {
    case flow(YAMLSpans.Flow)
    case block([YAMLSpans.BlockItem])
  }

  private func items(of entry: FrontMatterLayout.Entry) throws(FrontMatterEditError) -> Items {
    guard !layout.isShared(entry) else { throw .shared(key: entry.key, line: entry.line) }
    let spans = layout.spans
    guard case .sequence(let sequence) = entry.node, let colon = entry.colon,
      let start = spans.firstContent(from: colon + 1, to: entry.bound),
      let content = spans.firstContent(from: spans.endOfProperties(from: start), to: entry.bound)
    else { throw .unusualLayout(line: entry.line) }
    if spans.isFlow(entry.node, at: content) {
      guard let flow = spans.flow(at: content), flow.items.count == sequence.count else {
        throw .unusualLayout(line: entry.line)
      }
      return .flow(flow)
    }
    guard let items = spans.blockItems(of: sequence, at: content, to: entry.bound), items.count == sequence.count else {
      throw .unusualLayout(line: entry.line)
    }
    return .block(items)
  }

  // MARK: More

  mutating func append(
    _ texts: [String], to index: Int, _ comparison: FrontMatterItemComparison
  ) throws(FrontMatterEditError) {
    let entry = layout.entries[index]
    guard let old = values(of: entry.value, comparison) else { throw .notAList(key: entry.key, line: entry.line) }
    let new = texts.filter { text in
      !old.contains { $0.text.map { comparison.matches($0, text) } ?? false }
    }.map { PropertyValue.text($0) }
    guard !new.isEmpty else { return }
    guard case .list(let values) = entry.value, !values.isEmpty else { return try set(index, to: .list(old + new)) }
    expect(.value(entry.key, .list(values + new)), at: index)
    let quoting = FrontMatterStyle.quoting(of: entry.node, else: style.quoting)
    switch try items(of: entry) {
    case .flow(let flow):
      let place = placeInBrackets
      for value in new { insert(YAMLFlow.text(of: value, quoting: quoting, place: place), into: flow) }
    case .block(let items):
      guard let last = items.last else { return }
      let lead = layout.bytes[last.lines.lowerBound...last.dash]
      let gap = layout.bytes[(last.dash + 1)..<last.range.lowerBound]
      let blanks = !gap.isEmpty && gap.allSatisfy { $0 == 0x20 } ? Array(gap) : [0x20]
      let ending = layout.lineEnding(before: last.lines.upperBound)
      let lines = new.flatMap { value in
        // The list's first dash may stand behind something else on its line.
        lead.map { $0 } + blanks + Array(YAMLFlow.text(of: value, quoting: quoting, place: .block).utf8) + ending
      }
      replace(last.lines.upperBound..<last.lines.upperBound, with: lines)
    }
  }

  private var placeInBrackets: YAMLScalarText.Place { style.isJSON ? .json : .flow }

  /// What counts as the items of a list; nil for a value that cannot become one.
  private func values(of value: PropertyValue, _ comparison: FrontMatterItemComparison) -> [PropertyValue]? {
    switch value {
    case .null: return []
    case .map: return nil
    case .list(let values): return values
    case .text(let text):
      if text.isEmpty { return [] }
      guard comparison == .tag else { return [value] }
      return TagText.words(in: text).map { .text(String($0)) }
    case .number, .checkbox, .date, .dateTime: return [value]
    }
  }

  // MARK: Fewer

  mutating func remove(
    _ texts: [String], from index: Int, _ comparison: FrontMatterItemComparison, removingEmptyBlock: Bool
  ) throws(FrontMatterEditError) {
    let entry = layout.entries[index]
    guard let old = values(of: entry.value, comparison) else { throw .notAList(key: entry.key, line: entry.line) }
    let removed = Set(
      old.indices.filter { place in
        guard let text = old[place].text else { return false }
        return texts.contains { comparison.matches($0, text) }
      })
    guard !removed.isEmpty else { return }
    guard removed.count < old.count else { return try unset(index, removingEmptyBlock: removingEmptyBlock) }
    guard case .list = entry.value else {
      guard case .text(let text) = entry.value else { return }
      return try set(index, to: .text(TagText.replacing(in: text) { removed.contains($0) ? nil : $1 }))
    }
    try remove(removed, of: index)
  }

  private mutating func remove(_ removed: Set<Int>, of index: Int) throws(FrontMatterEditError) {
    let entry = layout.entries[index]
    let values = entry.value.items
    expect(.value(entry.key, .list(values.indices.filter { !removed.contains($0) }.map { values[$0] })), at: index)
    switch try items(of: entry) {
    case .flow(let flow): remove(removed, from: flow)
    case .block(let items):
      for place in removed.sorted() { replace(items[place].lines, with: []) }
    }
  }

  // MARK: Others

  mutating func replace(
    _ map: [String: String], in index: Int, _ comparison: FrontMatterItemComparison
  ) throws(FrontMatterEditError) {
    let entry = layout.entries[index]
    guard let old = values(of: entry.value, comparison) else { throw .notAList(key: entry.key, line: entry.line) }
    let pairs = map.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    let new = old.map { value -> PropertyValue in
      guard let text = value.text, let pair = pairs.first(where: { comparison.matches($0.key, text) }) else {
        return value
      }
      let keepsSign = comparison == .tag && text.utf8.first == UInt8(ascii: "#")
      return .text(keepsSign ? "#" + FrontMatterItemComparison.bare(pair.value) : pair.value)
    }
    let changed = old.indices.filter { old[$0].text.map { Array($0.utf8) } != new[$0].text.map { Array($0.utf8) } }
    guard !changed.isEmpty else { return }
    // Of a changed item and one that was so before, the latter stays; of two changed ones, the first.
    let removed = Set(
      changed.filter { place in
        new.indices.contains { other in
          guard other != place, let a = new[other].text, let b = new[place].text, comparison.matches(a, b) else {
            return false
          }
          return !changed.contains(other) || other < place
        }
      })
    let kept = new.indices.filter { !removed.contains($0) }
    guard case .list = entry.value else {
      guard case .text(let text) = entry.value, comparison == .tag else { return try set(index, to: new[0]) }
      // What would be split again cannot stand in one text with others.
      guard kept.allSatisfy({ new[$0].text.map { TagText.words(in: $0) == [$0[...]] } ?? false }) else {
        return try set(index, to: .list(kept.map { new[$0] }))
      }
      return try set(
        index, to: .text(TagText.replacing(in: text) { place, _ in removed.contains(place) ? nil : new[place].text }))
    }
    let written = Set(changed).subtracting(removed)
    try write(new, at: written, removing: removed, of: index)
    expect(.value(entry.key, .list(kept.map { new[$0] })), at: index)
  }

  private mutating func write(
    _ values: [PropertyValue], at written: Set<Int>, removing removed: Set<Int>, of index: Int
  ) throws(FrontMatterEditError) {
    let entry = layout.entries[index]
    guard case .sequence(let sequence) = entry.node else { return }
    let place: YAMLScalarText.Place
    let ranges: [SourceRange]
    switch try items(of: entry) {
    case .flow(let flow):
      place = placeInBrackets
      ranges = flow.items.map(\.range)
      remove(removed, from: flow)
    case .block(let items):
      place = .block
      ranges = items.map(\.range)
      for place in removed.sorted() { replace(items[place].lines, with: []) }
    }
    for item in written.sorted() {
      var range = ranges[item]
      // A block scalar's range goes to the end of its last line.
      while range.upperBound > range.lowerBound, layout.spans.isLineEnd(at: range.upperBound - 1) {
        range = range.lowerBound..<(range.upperBound - 1)
      }
      let quoting = FrontMatterStyle.quoting(of: sequence[item], else: style.quoting)
      replace(range, with: Array(YAMLFlow.text(of: values[item], quoting: quoting, place: place).utf8))
    }
  }
}
