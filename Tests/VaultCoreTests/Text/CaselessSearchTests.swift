import Testing
import VaultTestSupport

@testable import VaultCore

struct CaselessSearchTests {
  private func isFound(_ needle: String, in text: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { CaselessSearch(Array(needle.utf8)).isFound(in: $0) }
  }

  @Test(arguments: [
    ("x", "X", true), ("tamarind", "the TaMaRiNd!", true), ("tamarind", "tamarin", false), ("", "text", false),
    ("a_b", "A_B", true), ("a_b", "a\u{7F}b", false), ("7up", "7UP", true), ("7up", "\u{17}up", false),
    ("word", "", false), ("[", "{", false),
  ])
  func findsLettersOfEitherCaseAndNothingElse(_ needle: String, _ text: String, _ expected: Bool) {
    for padding in 0..<40 {
      let around = Array(repeating: UInt8(ascii: "."), count: padding)
      #expect(isFound(needle, in: Array(text.utf8)) == expected)
      #expect(isFound(needle, in: around + Array(text.utf8)) == expected)
      #expect(isFound(needle, in: around + Array(text.utf8) + around) == expected)
    }
  }

  @Test func agreesWithTheObviousWay() {
    var random = SeededGenerator(seed: 7)
    let alphabet = Array("abAB@`[{1_\n".utf8) + [0xC3]
    for _ in 0..<4_000 {
      let needle = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        Array("ab@`[{1_".utf8).randomElement(using: &random) ?? 0
      }
      let text = (0..<Int.random(in: 0...70, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? 0 }
      let lowered = text.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
      let expected = lowered.indices.contains { lowered[$0...].starts(with: needle) }
      #expect(isFound(String(decoding: needle, as: UTF8.self), in: text) == expected, "\(needle) in \(text)")
      text.withUnsafeBufferPointer { text in
        let first = lowered.indices.first { lowered[$0...].starts(with: needle) }
        #expect(CaselessSearch(needle).place(in: text, from: 0) == first)
        guard let first else { return }
        let second = lowered.indices.dropFirst(first + 1).first { lowered[$0...].starts(with: needle) }
        #expect(CaselessSearch(needle).place(in: text, from: first + 1) == second)
      }
    }
  }

  @Test func theFirstByteBeyondASCIIIsFound() {
    for length in 0..<50 {
      var text = [UInt8](repeating: 0x7F, count: length)
      #expect(text.withUnsafeBufferPointer { $0.firstBeyondASCII(from: 0) } == nil)
      for place in 0..<length {
        text[place] = 0x80
        for start in 0...length {
          let found = text.withUnsafeBufferPointer { $0.firstBeyondASCII(from: start) }
          #expect(found == (start <= place ? place : nil))
        }
        text[place] = 0x7F
      }
    }
  }
}
