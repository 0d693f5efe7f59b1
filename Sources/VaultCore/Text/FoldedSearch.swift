/// Looks for folded text in text that is not, of which it folds no more than it must.
struct FoldedSearch {
  /// Folded.
  let needle: [UInt8]
  private let search: ByteSearch
  /// Nil when the needle is not all ASCII.
  private let caseless: CaselessSearch?

  init(_ needle: [UInt8]) {
    self.needle = needle
    search = ByteSearch(needle)
    caseless = needle.allSatisfy { $0 < 0x80 } ? CaselessSearch(needle) : nil
  }

  /// `folded` is memory to be used again.
  func isFound(
    in text: UnsafeBufferPointer<UInt8>, _ scanner: inout WordScanner, folded: inout [UInt8]
  ) -> Bool {
    folded.removeAll(keepingCapacity: true)
    if let caseless {
      if caseless.isFound(in: text) { return true }
      scanner.appendFoldedBeyondASCII(text, reach: needle.count, to: &folded)
    } else {
      scanner.appendFolded(text, to: &folded)
    }
    return folded.withUnsafeBytes { search.first(in: $0) != nil }
  }

  /// In text that is folded, or of which every letter counts.
  func isFound(asItStandsIn text: UnsafeRawBufferPointer) -> Bool { search.first(in: text) != nil }

  /// Calls `body` with each line that holds it, without its line ending, until it says no.
  func forEachLine<Problem: Error>(
    in text: UnsafeBufferPointer<UInt8>, _ scanner: inout WordScanner, folded: inout [UInt8],
    _ body: (UnsafeBufferPointer<UInt8>) throws(Problem) -> Bool
  ) throws(Problem) {
    guard let caseless, text.firstBeyondASCII(from: 0) == nil else {
      var lines = LineReading(text)
      while let line = lines.next() {
        if isFound(in: line, &scanner, folded: &folded), try !body(line) { return }
      }
      return
    }
    guard !needle.contains(where: Self.endsLine) else { return }
    var at = 0
    while let place = caseless.place(in: text, from: at) {
      var start = place
      while start > at, !Self.endsLine(text[start - 1]) { start -= 1 }
      var end = place + needle.count
      while end < text.count, !Self.endsLine(text[end]) { end += 1 }
      guard try body(UnsafeBufferPointer(rebasing: text[start..<end])) else { return }
      at = min(end + 1, text.count)
    }
  }

  private static func endsLine(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
