/// The units of a changed text that stand for units of the base: by their text, else by what they are called, else by more than half
/// of their words.
struct UnitMatching {
  /// For each unit of the changed text its unit in the base; no unit of the base occurs twice.
  private(set) var inBase: [Int?]
  /// For each unit of the base its unit in the changed text.
  private(set) var inChanged: [Int?]

  init(base: [MergeUnit], in baseBody: MergeBody, changed: [MergeUnit], in body: MergeBody) {
    inBase = Array(repeating: nil, count: changed.count)
    inChanged = Array(repeating: nil, count: base.count)
    match(base, changed, inOrder: true, { $0.text }, { $0.text })
    match(base, changed, inOrder: false, baseBody.key, body.key)
    matchByWords(base, changed, baseBody.words, body.words)
  }

  /// True when the units that both texts have stand in the same order.
  var isInOrder: Bool {
    let places = inBase.compactMap { $0 }
    return zip(places, places.dropFirst()).allSatisfy { $0 < $1 }
  }

  private mutating func pair(_ base: Int, _ changed: Int) {
    inBase[changed] = base
    inChanged[base] = changed
  }

  private struct Name: Hashable {
    var kind: MergeUnit.Kind
    var name: [UInt8]
  }

  /// `inOrder`: of several that are called the same the first is the first, the second the second. Without it, none of them
  /// is any.
  private mutating func match(
    _ base: [MergeUnit], _ changed: [MergeUnit], inOrder: Bool, _ baseName: (MergeUnit) -> [UInt8]?,
    _ changedName: (MergeUnit) -> [UInt8]?
  ) {
    func places(_ units: [MergeUnit], _ isTaken: [Int?], _ name: (MergeUnit) -> [UInt8]?) -> [Name: [Int]] {
      var places: [Name: [Int]] = [:]
      for (index, unit) in units.enumerated() where isTaken[index] == nil {
        if let name = name(unit) { places[Name(kind: unit.kind, name: name), default: []].append(index) }
      }
      return places
    }
    let (old, new) = (places(base, inChanged, baseName), places(changed, inBase, changedName))
    for (name, olds) in old {
      guard let news = new[name], inOrder || olds.count == 1 && news.count == 1 else { continue }
      for (old, new) in zip(olds, news) { pair(old, new) }
    }
  }

  /// How many pairs of units are compared by their words at most.
  private static let mostPairs = 4_000

  /// Looks between two pairs that are known at the units of both texts that have none.
  private mutating func matchByWords(
    _ base: [MergeUnit], _ changed: [MergeUnit], _ baseWords: (MergeUnit) -> [ArraySlice<UInt8>],
    _ changedWords: (MergeUnit) -> [ArraySlice<UInt8>]
  ) {
    var left = Self.mostPairs
    var start = (base: 0, changed: 0)
    func lookBetween(_ end: (base: Int, changed: Int)) {
      guard end.base > start.base, end.changed > start.changed else { return }
      let olds = (start.base..<end.base).filter { inChanged[$0] == nil }
      let news = (start.changed..<end.changed).filter { inBase[$0] == nil }
      let (count, isTooMany) = olds.count.multipliedReportingOverflow(by: news.count)
      guard count > 0, !isTooMany, count <= left else { return }
      left -= count
      let words = Dictionary(uniqueKeysWithValues: news.map { ($0, WordBag(changedWords(changed[$0]))) })
      for old in olds where base[old].kind != .opaque {
        let bag = WordBag(baseWords(base[old]))
        let likes = news.filter { inBase[$0] == nil && changed[$0].kind == base[old].kind }
          .map { (place: $0, likeness: words[$0]?.likeness(to: bag) ?? 0) }
        guard let best = likes.max(by: { $0.likeness < $1.likeness }), best.likeness > 0.5 else { continue }
        pair(old, best.place)
      }
    }
    for (new, old) in inBase.enumerated() {
      guard let old, old >= start.base else { continue }
      lookBetween((old, new))
      start = (old + 1, new + 1)
    }
    lookBetween((base.count, changed.count))
  }
}
