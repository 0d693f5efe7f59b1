/// A set of small numbers: one bit each. Notes are known by such a number within one answer.
package struct IDSet: Sendable, Hashable {
  private var words: [UInt64]

  /// An empty set; `capacity` is the largest number expected.
  package init(capacity: Int = 0) {
    words = [UInt64](repeating: 0, count: capacity / 64 + 1)
  }

  package init(_ range: Range<Int>) {
    words = [UInt64](repeating: .max, count: range.upperBound >> 6 + 1)
    for word in 0..<(range.lowerBound >> 6) { words[word] = 0 }
    words[range.lowerBound >> 6] &= .max << UInt64(range.lowerBound & 63)
    words[range.upperBound >> 6] &= ~(.max << UInt64(range.upperBound & 63))
  }

  package init(_ ids: some Sequence<Int>) {
    self.init()
    for id in ids { insert(id) }
  }

  package mutating func insert(_ id: Int) {
    let word = id >> 6
    if word >= words.count { words.append(contentsOf: repeatElement(0, count: word + 1 - words.count)) }
    words[word] |= 1 << UInt64(id & 63)
  }

  package func contains(_ id: Int) -> Bool {
    let word = id >> 6
    return word < words.count && words[word] & (1 << UInt64(id & 63)) != 0
  }

  package var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }
  package var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  package mutating func formUnion(_ other: IDSet) {
    if other.words.count > words.count {
      words.append(contentsOf: repeatElement(0, count: other.words.count - words.count))
    }
    for i in other.words.indices { words[i] |= other.words[i] }
  }

  package mutating func formIntersection(_ other: IDSet) {
    for i in words.indices { words[i] &= i < other.words.count ? other.words[i] : 0 }
  }

  package mutating func subtract(_ other: IDSet) {
    for i in 0..<min(words.count, other.words.count) { words[i] &= ~other.words[i] }
  }

  /// In ascending order.
  package func forEach(_ body: (Int) throws -> Void) rethrows {
    for (index, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        try body(index << 6 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
  }

  package var ids: [Int] {
    var ids: [Int] = []
    ids.reserveCapacity(count)
    forEach { ids.append($0) }
    return ids
  }
}
