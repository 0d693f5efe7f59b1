/// Looks for folded text in text that is not, of which it folds no more than it must.
struct FoldedSearch {
  /// Folded.
  let needle: [UInt8]
  private let search: ByteSearch
  /// Nil where the needle is not all ASCII.
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
}
