extension [WordScanner.Record] {
  /// The place among these of the word that begins at an offset of the folded words.
  func index(at offset: Int) -> Int? {
    let place = partitioningIndex { $0.offset >= offset }
    return place < count && self[place].offset == offset ? place : nil
  }
}
