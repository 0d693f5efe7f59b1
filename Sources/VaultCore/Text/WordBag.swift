/// How often each word stands in a text.
struct WordBag {
  private var counts: [ArraySlice<UInt8>: Int] = [:]
  private var total = 0

  init(_ words: [ArraySlice<UInt8>]) {
    for word in words { counts[word, default: 0] += 1 }
    total = words.count
  }

  /// The share of the words of the longer text that are in the other, from 0 to 1.
  func likeness(to other: WordBag) -> Double {
    guard total > 0, other.total > 0 else { return 0 }
    let common = counts.reduce(0) { $0 + min($1.value, other.counts[$1.key] ?? 0) }
    return Double(common) / Double(max(total, other.total))
  }
}
