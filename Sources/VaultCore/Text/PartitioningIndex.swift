extension RandomAccessCollection {
  /// The first place whose element, and so every one behind it, fulfils the condition; `endIndex` where none does. The
  /// elements that do not fulfil it all have to come first.
  @inlinable package func partitioningIndex(where isBehind: (Element) throws -> Bool) rethrows -> Index {
    var low = startIndex
    var count = distance(from: startIndex, to: endIndex)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if try isBehind(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
