/// Two changes of one list of plain values in the front matter: what either side added is added, what either took away is
/// away, ours first.
struct FrontMatterListMerge {
  private typealias Place = (layout: FrontMatterLayout, entry: FrontMatterLayout.Entry)

  private let base: [PropertyValue]
  private let ours: (layout: FrontMatterLayout, entry: FrontMatterLayout.Entry)
  private let theirs: (layout: FrontMatterLayout, entry: FrontMatterLayout.Entry)
  private let values: (ours: [PropertyValue], theirs: [PropertyValue])

  /// Nil where one of the values is no list of scalars; nothing after the colon is an empty one.
  init?(
    base: (FrontMatterLayout, FrontMatterLayout.Entry)?, ours: (FrontMatterLayout, FrontMatterLayout.Entry),
    theirs: (FrontMatterLayout, FrontMatterLayout.Entry)
  ) {
    guard let old = base.map({ Self.values(of: $0.1) }) ?? [], let mine = Self.values(of: ours.1),
      let others = Self.values(of: theirs.1)
    else { return nil }
    self.base = old
    self.ours = ours
    self.theirs = theirs
    values = (mine, others)
  }

  private static func values(of entry: FrontMatterLayout.Entry) -> [PropertyValue]? {
    switch entry.value {
    case .null: return []
    case .list(let values):
      let isPlain = values.allSatisfy { if case .list = $0 { false } else if case .map = $0 { false } else { true } }
      return isPlain ? values : nil
    case .text, .number, .checkbox, .date, .dateTime, .map: return nil
    }
  }

  /// The key's lines, given those that it has in the texts; nil where the values' form does not allow it.
  func merged(lines: ThreeSides<Range<Int>>, in texts: ThreeSides<MergeText>) -> [UInt8]? {
    // The list that stays in its form: one with values, else one with lines of their own.
    let isTheirs = values.ours.isEmpty || isFlow(ours) && !isFlow(theirs) && !values.theirs.isEmpty
    let (frame, other) = isTheirs ? (theirs, ours) : (ours, theirs)
    let (kept, changed) = isTheirs ? (values.theirs, values.ours) : (values.ours, values.theirs)
    let (text, range) = isTheirs ? (texts.theirs, lines.theirs) : (texts.ours, lines.ours)
    let removed = Set(base).subtracting(changed)
    let known = Set(base).union(kept)
    let places = Set(kept.indices.filter { removed.contains(kept[$0]) })
    guard let added = written(changed.indices.filter { !known.contains(changed[$0]) }, in: other) else { return nil }
    let bytes = frame.layout.bytes
    guard let result = Self.edited(frame, adding: added, removing: places) else { return nil }
    let start = text.lines[range.lowerBound].lowerBound
    let behind =
      bytes.count - (range.upperBound < text.lines.count ? text.lines[range.upperBound].lowerBound : bytes.count)
    guard start <= result.count - behind else { return nil }
    return Array(result[start..<result.count - behind])
  }

  private func isFlow(_ place: Place) -> Bool {
    do { if case .flow = try FrontMatterEdit(place.layout).items(of: place.entry) { return true } } catch {
      // What has no items that can be told is in no brackets either.
    }
    return false
  }

  /// The text of some items as it stands there; nil where one has more than a line.
  private func written(_ items: [Int], in place: Place) -> [[UInt8]]? {
    guard !items.isEmpty else { return [] }
    let ranges: [SourceRange]
    do {
      switch try FrontMatterEdit(place.layout).items(of: place.entry) {
      case .flow(let flow): ranges = flow.items.map(\.range)
      case .block(let items): ranges = items.map(\.range)
      }
    } catch {
      // Then the key stays open.
      return nil
    }
    let texts = items.map { item in
      place.layout.bytes[ranges[item]].trimming { $0.isASCIIWhitespace }
    }
    return texts.contains { $0.contains(0x0A) || $0.isEmpty } ? nil : texts.map { Array($0) }
  }

  /// The front matter with more values behind those of a list and without some of these. Nil where its form does not allow
  /// that.
  private static func edited(_ place: Place, adding texts: [[UInt8]], removing removed: Set<Int>) -> [UInt8]? {
    do {
      var edit = FrontMatterEdit(place.layout)
      if !texts.isEmpty { try edit.insert(texts, intoListOf: place.entry) }
      let more = try edit.edits.applied(to: place.layout.bytes)
      guard !removed.isEmpty else { return more }
      let layout = try FrontMatterLayout(more)
      guard let index = try layout.index(of: place.entry.key) else { return nil }
      edit = FrontMatterEdit(layout)
      switch try edit.items(of: layout.entries[index]) {
      case .flow(let flow): edit.remove(removed, from: flow)
      case .block(let items): for item in removed.sorted() { edit.replace(items[item].lines, with: []) }
      }
      return try edit.edits.applied(to: more)
    } catch {
      // Then the key stays open.
      return nil
    }
  }
}
