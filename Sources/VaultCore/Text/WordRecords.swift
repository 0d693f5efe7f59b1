extension [WordScanner.Record] {
  /// The place among these of the word that begins at an offset of the folded words.
  func index(at offset: Int) -> Int? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].offset < offset { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low].offset == offset ? low : nil
  }
}
