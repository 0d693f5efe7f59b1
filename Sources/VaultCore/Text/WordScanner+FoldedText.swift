extension WordScanner {
  /// Appends the text with its letters folded as those of words are, all else as it stands: what substrings are looked
  /// for in. `offsets`, where wanted, gets for each byte appended the place of its scalar in `text`.
  mutating func appendFolded(
    _ text: UnsafeBufferPointer<UInt8>, to folded: inout [UInt8], offsets: UnsafeMutablePointer<[Int]>? = nil
  ) {
    folded.reserveCapacity(folded.count + text.count)
    var i = 0
    while i < text.count {
      if text[i] < 0x80 {
        let start = i
        while i < text.count, text[i] < 0x80 { i += 1 }
        Self.appendLowered(UnsafeBufferPointer(rebasing: text[start..<i]), to: &folded)
        offsets?.pointee.append(contentsOf: start..<i)
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

  /// Appends what letters beyond ASCII fold to, with `reach` bytes on either side, each such piece behind 0xFF, which no
  /// text holds: where a text of at most `reach` bytes is found that the bytes themselves, in either case, do not show.
  mutating func appendFoldedBeyondASCII(
    _ text: UnsafeBufferPointer<UInt8>, reach: Int, to folded: inout [UInt8]
  ) {
    var next = text.firstBeyondASCII(from: 0)
    while let first = next {
      var last = first
      // Up to where there is room for what belongs to this piece and for what belongs to the next one.
      while let place = next, place - last <= 2 * reach + 1 {
        last = place
        next = text.firstBeyondASCII(from: place + 1)
      }
      folded.append(0xFF)
      let piece = max(0, first - reach)..<min(last + 1 + reach, text.count)
      appendFolded(UnsafeBufferPointer(rebasing: text[piece]), to: &folded)
    }
  }

  /// ASCII, most of most notes: copied in one go and lowered in place, which takes a fraction of appending its bytes.
  private static func appendLowered(_ ascii: UnsafeBufferPointer<UInt8>, to folded: inout [UInt8]) {
    let start = folded.count
    folded.append(contentsOf: ascii)
    folded.withUnsafeMutableBufferPointer { folded in
      for i in start..<folded.count { folded[i] = folded[i].asciiLowered }
    }
  }
}
