import Testing
import VaultTestSupport

@testable import VaultCore

struct FoldedSearchTests {
  private func lines(_ needle: String, in text: String, most: Int = .max) -> [String] {
    var scanner = WordScanner()
    var folded: [UInt8] = []
    var found: [String] = []
    Array(text.utf8).withUnsafeBufferPointer { text in
      FoldedSearch(Array(needle.utf8)).forEachLine(in: text, &scanner, folded: &folded) {
        found.append(String(decoding: $0, as: UTF8.self))
        return found.count < most
      }
    }
    return found
  }

  @Test func linesThatHoldIt() {
    #expect(lines("one", in: "One two\r\nthree\n\nphones and one\rnone") == ["One two", "phones and one", "none"])
    #expect(lines("one", in: "One two\nphones\nnone", most: 2) == ["One two", "phones"])
    #expect(lines("one", in: "") == [] && lines("one", in: "\n\n") == [])
    #expect(lines("o\nt", in: "o\nt") == [])
    #expect(lines("eta", in: "\u{E9}ta\nBe\u{301}ta\neta\nt\u{E9}a") == ["\u{E9}ta", "Be\u{301}ta", "eta"])
  }

  /// What is folded only near letters beyond ASCII is found as in text that is folded whole.
  @Test func agreesWithFoldingAll() {
    var random = SeededGenerator(seed: 19)
    var scanner = WordScanner()
    let pieces = [
      "a", "b", "B", "'", "-", " ", "\n", "\r\n", "e", "\u{E9}", "\u{301}", "\u{AD}", "\u{AD}\u{AD}\u{AD}\u{AD}",
      "\u{FB01}", "\u{DF}", "\u{130}", "\u{212A}", "\u{FF42}", "\u{65E5}", "\u{1F389}", "plain text between ",
    ]
    var count = 0
    for _ in 0..<20_000 {
      let text = (0..<random.below(24)).map { _ in random.pick(pieces) }.joined()
      let needle = (0..<(1 + random.below(5))).map { _ in random.pick(["a", "b", "'", "-", "e", "ss", "fi", "k", "i"]) }
      let sought = Array(needle.joined().utf8)
      let bytes = Array(text.utf8)
      let expected = bytes.split { $0 == 0x0A || $0 == 0x0D }.filter { line in
        var folded: [UInt8] = []
        Array(line).withUnsafeBufferPointer { scanner.appendFolded($0, to: &folded) }
        return folded.indices.contains { folded[$0...].starts(with: sought) }
      }.map { String(decoding: $0, as: UTF8.self) }
      count += expected.count
      #expect(lines(needle.joined(), in: text) == expected, "\(needle) in \(text.debugDescription)")
      var folded: [UInt8] = []
      let isFound = bytes.withUnsafeBufferPointer { bytes in
        FoldedSearch(sought).isFound(in: bytes, &scanner, folded: &folded)
      }
      #expect(isFound == !expected.isEmpty, "\(needle) in \(text.debugDescription)")
    }
    #expect(count > 1_000)
  }
}
