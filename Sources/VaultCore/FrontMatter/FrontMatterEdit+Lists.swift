import Yams

/// Items of lists, and the one text that stands for a list.
extension FrontMatterEdit {
  /// Where a list's items stand.
  enum Items {
    case flow(YAMLText.Flow)
    case block([YAMLText.BlockItem])
  }

  func items(of entry: FrontMatterLayout.Entry) throws(FrontMatterEditError) -> Items {
    guard !layout.isShared(entry) else { throw .shared(key: entry.key, line: entry.line) }
    let yaml = layout.yaml
    if let sequence = entry.node.sequence, let content = content(of: entry) {
      if yaml.isFlow(entry.node, at: content) {
        if let flow = yaml.flow(at: content), flow.items.count == sequence.count { return .flow(flow) }
      } else if let items = yaml.blockItems(of: sequence, at: content, to: entry.bound), items.count == sequence.count {
        return .block(items)
      }
    }
    throw .unusualLayout(line: entry.line)
  }

  /// Where a value begins behind its tag and anchor; nil where there is none.
  private func content(of entry: FrontMatterLayout.Entry) -> Int? {
    let yaml = layout.yaml
    guard let colon = entry.colon, let start = yaml.firstContent(from: colon + 1, to: entry.bound) else { return nil }
    return yaml.firstContent(from: yaml.endOfProperties(from: start), to: entry.bound)
  }

  /// What counts as the items of a list; throws for a value that cannot become one.
  private func values(
    of entry: FrontMatterLayout.Entry, _ comparison: FrontMatterItemComparison
  ) throws(FrontMatterEditError) -> [PropertyValue] {
    switch entry.value {
    case .null, .text(""): return []
    case .map: throw .notAList(key: entry.key, line: entry.line)
    case .list(let values): return values
    case .text(let text) where comparison == .tag: return TagText.words(in: text).map { .text(String($0)) }
    case .text, .number, .checkbox, .date, .dateTime: return [entry.value]
    }
  }

  // MARK: More

  /// Puts the first items of a list on a line before its closing bracket, so that comments between its brackets stay. Returns
  /// false where it has no such comment.
  mutating func fill(_ entry: FrontMatterLayout.Entry, with items: [PropertyValue]) -> Bool {
    guard entry.node.sequence?.isEmpty == true, !layout.isShared(entry), let content = content(of: entry),
      let flow = layout.yaml.flow(at: content), layout.bytes[flow.open..<flow.close].contains(UInt8(ascii: "#"))
    else { return false }
    let texts = items.map { YAMLFlow.text(of: $0, quoting: style.quoting, place: style.placeInBrackets) }
    let line = layout.yaml.lineStart(of: flow.close)
    replace(
      line..<line,
      with: layout.bytes[line..<flow.close] + Array("  \(texts.joined(separator: ", "))".utf8)
        + layout.lineEnding(before: line))
    return true
  }

  mutating func append(
    _ texts: [String], to index: Int, _ comparison: FrontMatterItemComparison
  ) throws(FrontMatterEditError) {
    let entry = layout.entries[index]
    let old = try values(of: entry, comparison)
    let new = texts.filter { text in
      !old.contains { $0.text.map { comparison.matches($0, text) } ?? false }
    }.map { PropertyValue.text($0) }
    guard !new.isEmpty else { return }
    guard case .list(let values) = entry.value, !values.isEmpty else { return try set(index, to: .list(old + new)) }
    expected[index] = .value(entry.key, .list(values + new))
    let quoting = FrontMatterStyle.quoting(of: entry.node, else: style.quoting)
    switch try items(of: entry) {
    case .flow(let flow):
      let place = style.placeInBrackets
      for value in new { insert(YAMLFlow.text(of: value, quoting: quoting, place: place), into: flow) }
    case .block(let items):
      insert(new.map { Array(YAMLFlow.text(of: $0, quoting: quoting, place: .block).utf8) }, behind: items)
    }
  }

  /// Items as they are to be written, behind those of a list that has some.
  mutating func insert(
    _ texts: [[UInt8]], intoListOf entry: FrontMatterLayout.Entry
  ) throws(FrontMatterEditError) {
    switch try items(of: entry) {
    case .flow(let flow): for text in texts { insert(String(decoding: text, as: UTF8.self), into: flow) }
    case .block(let items): insert(texts, behind: items)
    }
  }

  private mutating func insert(_ texts: [[UInt8]], behind items: [YAMLText.BlockItem]) {
    guard let last = items.last else { return }
    let lead = layout.bytes[last.lines.lowerBound...last.dash]
    let gap = layout.bytes[(last.dash + 1)..<last.range.lowerBound]
    let blanks = !gap.isEmpty && gap.allSatisfy { $0 == 0x20 } ? Array(gap) : [0x20]
    let ending = layout.lineEnding(before: last.lines.upperBound)
    // The list's first dash may stand behind something else on its line.
    let lines = texts.flatMap { lead.map { $0 } + blanks + $0 + ending }
    replace(last.lines.upperBound..<last.lines.upperBound, with: lines)
  }

  // MARK: Fewer

  mutating func remove(
    _ texts: [String], from index: Int, _ comparison: FrontMatterItemComparison, removingEmptyBlock: Bool
  ) throws(FrontMatterEditError) {
    let old = try values(of: layout.entries[index], comparison)
    let removed = old.indices.filter { place in
      old[place].text.map { text in texts.contains { comparison.matches($0, text) } } ?? false
    }
    guard !removed.isEmpty else { return }
    guard removed.count < old.count else { return try unset(index, removingEmptyBlock: removingEmptyBlock) }
    try write(old, changed: [], removed: Set(removed), in: index, comparison)
  }

  // MARK: Others

  mutating func replace(
    _ map: [String: String], in index: Int, _ comparison: FrontMatterItemComparison
  ) throws(FrontMatterEditError) {
    let old = try values(of: layout.entries[index], comparison)
    let pairs = map.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    let new = old.map { value -> PropertyValue in
      guard let text = value.text, let pair = pairs.first(where: { comparison.matches($0.key, text) }) else {
        return value
      }
      let keepsSign = comparison == .tag && text.utf8.first == UInt8(ascii: "#")
      return .text(keepsSign ? "#" + TagGrammar.bare(pair.value) : pair.value)
    }
    let changed = old.indices.filter { old[$0].text.map { Array($0.utf8) } != new[$0].text.map { Array($0.utf8) } }
    guard !changed.isEmpty else { return }
    // Of a changed item and one that was so before, the latter stays; of two changed ones, the first.
    let removed = changed.filter { place in
      new.indices.contains { other in
        guard other != place, let a = new[other].text, let b = new[place].text, comparison.matches(a, b) else {
          return false
        }
        return !changed.contains(other) || other < place
      }
    }
    try write(new, changed: changed, removed: Set(removed), in: index, comparison)
  }

  /// `values`: what the items become, those that are removed among them.
  private mutating func write(
    _ values: [PropertyValue], changed: [Int], removed: Set<Int>, in index: Int,
    _ comparison: FrontMatterItemComparison
  ) throws(FrontMatterEditError) {
    let entry = layout.entries[index]
    let kept = values.indices.filter { !removed.contains($0) }.map { values[$0] }
    guard let sequence = entry.node.sequence else {
      guard case .text(let text) = entry.value, comparison == .tag else { return try set(index, to: values[0]) }
      // What would be split again cannot stand in one text with others.
      guard kept.allSatisfy({ $0.text.map { TagText.words(in: $0) == [$0[...]] } ?? false }) else {
        return try set(index, to: .list(kept))
      }
      let changed = TagText.replacing(in: text) { removed.contains($0) ? nil : values[$0].text }
      return try set(index, to: .text(changed))
    }
    expected[index] = .value(entry.key, .list(kept))
    let place: YAMLScalarText.Place
    let ranges: [SourceRange]
    switch try items(of: entry) {
    case .flow(let flow):
      place = style.placeInBrackets
      ranges = flow.items.map(\.range)
      remove(removed, from: flow)
    case .block(let items):
      place = .block
      ranges = items.map(\.range)
      for place in removed.sorted() { replace(items[place].lines, with: []) }
    }
    for item in changed where !removed.contains(item) {
      var range = ranges[item]
      // A block scalar's range goes to the end of its last line.
      while range.upperBound > range.lowerBound, layout.yaml.isLineEnd(at: range.upperBound - 1) {
        range = range.lowerBound..<(range.upperBound - 1)
      }
      let quoting = FrontMatterStyle.quoting(of: sequence[item], else: style.quoting)
      replace(range, with: Array(YAMLFlow.text(of: values[item], quoting: quoting, place: place).utf8))
    }
  }
}
