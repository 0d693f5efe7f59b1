extension WordScanner {
  /// Appends the text with its letters folded as those of words are, all else as it stands: what substrings are looked
  /// for in. `offsets`, where wanted, gets for each byte appended the place of its scalar in `text`.
  mutating func appendFolded(
    _ text: UnsafeBufferPointer<UInt8>, to folded: inout [UInt8], offsets: UnsafeMutablePointer<[Int]>? = nil
  ) {
    folded.reserveCapacity(folded.count + text.count)
    var i = 0
    while i < text.count {
      let byte = text[i]
      if byte < 0x80 {
        folded.append(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte)
        offsets?.pointee.append(i)
        i += 1
        continue
      }
      let before = folded.count
      let (value, length) = decodeScalar(text, at: i)
      let scalar = folding.fold(value)
      switch scalar.scalarClass {
      case .ignored: break
      case .word where scalar.isExpansion: folded += folding.expansion(of: value)
      case .word: appendScalar(scalar.scalar, to: &folded)
      case .separator, .symbol, .unspaced: appendScalar(value, to: &folded)
      }
      if let offsets { for _ in before..<folded.count { offsets.pointee.append(i) } }
      i += length
    }
  }
}
