import VaultCore

/// How often the patterns of a query occur in each note that it may find, by the notes' numbers: in a vault where nearly
/// every note matches, a few dozen bytes for each.
struct CountedNotes: Equatable {
  let patternCount: Int
  /// Ascending.
  private(set) var ids: [Int32] = []
  /// `patternCount` for each note.
  private var counts: [PatternCounts] = []
  /// One for each note, or none at all where nobody asks how near patterns stand.
  private var proximity: [Proximity?] = []

  init(patternCount: Int) {
    self.patternCount = patternCount
  }

  var count: Int { ids.count }

  /// Notes are to be added by ascending number.
  mutating func append(_ id: Int, _ patterns: some Collection<PatternCounts>, proximity near: Proximity? = nil) {
    precondition(patterns.count == patternCount, "counts of other patterns")
    precondition(id > ids.last.map(Int.init) ?? 0, "notes out of order")
    if near != nil, proximity.isEmpty { proximity = Array(repeating: nil, count: ids.count) }
    ids.append(Int32(id))
    counts.append(contentsOf: patterns)
    if near != nil || !proximity.isEmpty { proximity.append(near) }
  }

  /// Adds the notes of another count of the same patterns, whose numbers go on after these by adding `offset`.
  mutating func append(_ other: CountedNotes, offset: Int) {
    for (place, id) in other.ids.enumerated() {
      append(
        Int(id) + offset, other.counts[(place * patternCount)..<((place + 1) * patternCount)],
        proximity: other.proximity.isEmpty ? nil : other.proximity[place])
    }
  }

  /// Those of some notes alone.
  func among(_ notes: IDSet) -> CountedNotes {
    var some = CountedNotes(patternCount: patternCount)
    for (place, id) in ids.enumerated() where notes.contains(Int(id)) {
      some.append(
        Int(id), counts[(place * patternCount)..<((place + 1) * patternCount)],
        proximity: proximity.isEmpty ? nil : proximity[place])
    }
    return some
  }

  /// Returns nil for a note that nothing was counted in.
  subscript(id: Int) -> NoteCounts? {
    guard let place = place(of: id) else { return nil }
    return NoteCounts(
      patterns: Array(counts[(place * patternCount)..<((place + 1) * patternCount)]),
      proximity: proximity.isEmpty ? nil : proximity[place])
  }

  /// The notes that have one of the patterns in a field.
  func notes(foundIn field: SearchableText.Field) -> [Int] {
    ids.indices.lazy.filter { place in
      counts[(place * patternCount)..<((place + 1) * patternCount)].contains { $0.begun[field.rawValue] > 0 }
    }.map { Int(ids[$0]) }
  }

  /// The first pattern's counts in a note.
  func first(of id: Int) -> PatternCounts? { place(of: id).map { counts[$0 * patternCount] } }

  /// The notes of both, where there is but one pattern; `both` says what counts for those that both have.
  func merged(
    with other: CountedNotes, _ both: (_ own: PatternCounts, _ other: PatternCounts) -> PatternCounts
  ) -> CountedNotes {
    precondition(patternCount == 1 && other.patternCount == 1, "more than one pattern")
    if count == 0 { return other }
    if other.count == 0 { return self }
    var merged = CountedNotes(patternCount: 1)
    merged.ids.reserveCapacity(max(count, other.count))
    merged.counts.reserveCapacity(max(count, other.count))
    var (a, b) = (0, 0)
    while a < count || b < other.count {
      if b == other.count || a < count && ids[a] < other.ids[b] {
        merged.append(Int(ids[a]), CollectionOfOne(counts[a]))
        a += 1
      } else if a == count || other.ids[b] < ids[a] {
        merged.append(Int(other.ids[b]), CollectionOfOne(other.counts[b]))
        b += 1
      } else {
        merged.append(Int(ids[a]), CollectionOfOne(both(counts[a], other.counts[b])))
        a += 1
        b += 1
      }
    }
    return merged
  }

  private func place(of id: Int) -> Int? {
    let place = ids.partitioningIndex { Int($0) >= id }
    return place < ids.count && Int(ids[place]) == id ? place : nil
  }
}
