import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct ExactEditTests {
  private func result(_ edits: [ExactEdit], in text: String, from start: Int = 0) throws -> String {
    let bytes = Array(text.utf8)
    let all = try ExactEdit.edits(edits, in: bytes, start..<bytes.count)
    return String(decoding: try all.applied(to: bytes), as: UTF8.self)
  }

  @Test func replacesEachPiece() throws {
    let text = "one two three\nfour\n"
    #expect(try result([ExactEdit("two", "2"), ExactEdit("four\n", "")], in: text) == "one 2 three\n")
    #expect(try result([ExactEdit("four", "4"), ExactEdit("one", "1")], in: text) == "1 two three\n4\n")
    #expect(try result([ExactEdit("e\nf", "e\n\nf")], in: text) == "one two three\n\nfour\n")
    #expect(try result([ExactEdit("two", "two")], in: text) == text)
    // Next to each other is not over each other.
    #expect(try result([ExactEdit("one ", ""), ExactEdit("two", "2")], in: text) == "2 three\nfour\n")
  }

  @Test func lineEndsAreTheTexts() throws {
    #expect(try result([ExactEdit("a\nb", "a\nx\nb")], in: "a\r\nb\r\n") == "a\r\nx\r\nb\r\n")
    #expect(try result([ExactEdit("a\r\nb", "a\r\nx")], in: "a\nb\n") == "a\nx\n")
    #expect(try result([ExactEdit("b\n", "")], in: "a\r\nb\r\nc") == "a\r\nc")
    #expect(try result([ExactEdit("\nb", "\nB")], in: "a\r\nb") == "a\r\nB")
    #expect(try result([ExactEdit("a\nb", "x\ny")], in: "a\rb\r") == "x\ry\r")
    // Of a mixed text each line keeps its own.
    #expect(try result([ExactEdit("b\nc", "B\nC")], in: "a\nb\r\nc\n") == "a\nB\nC\n")
  }

  @Test func onlyWhatStandsOnceIsMeant() {
    func error(_ edits: [ExactEdit], in text: String, from start: Int = 0) -> ExactEditError? {
      do {
        _ = try result(edits, in: text, from: start)
        return nil
      } catch { return error as? ExactEditError }
    }
    #expect(error([ExactEdit("", "x")], in: "a") == .empty(1))
    #expect(error([ExactEdit("b", "x")], in: "a") == .notOnce(1, count: 0))
    #expect(error([ExactEdit("a", "x"), ExactEdit("b", "")], in: "abcb") == .notOnce(2, count: 2))
    // Twice where it stands over itself, too.
    #expect(error([ExactEdit("aa", "x")], in: "aaa") == .notOnce(1, count: 2))
    #expect(error([ExactEdit("bcd", "x"), ExactEdit("abc", "y")], in: "abcd") == .overlapping(1, 2))
    #expect(error([ExactEdit("abc", "x"), ExactEdit("abc", "y")], in: "abcd") == .overlapping(1, 2))
    #expect(error([ExactEdit("title", "x")], in: "title: a\nbody", from: 9) == .notOnce(1, count: 0))
    // Letters that are equal to people and not in bytes are two.
    #expect(error([ExactEdit("e\u{301}", "x")], in: "é") == .notOnce(1, count: 0))
  }

  @Test func findsWhatASlowSearchFinds() throws {
    var random = SeededGenerator(seed: TestSeed(fixed: 7).value)
    for _ in 0..<5_000 {
      let text = (0..<Int.random(in: 1..<30, using: &random)).map { _ in "aab\n".randomElement(using: &random) ?? "a" }
      let old = (0..<Int.random(in: 1..<5, using: &random)).map { _ in "aab\n".randomElement(using: &random) ?? "a" }
      let places = text.indices.filter { text[$0...].starts(with: old) }
      do {
        let found = try ExactEdit.edits(
          [ExactEdit(String(old), "X")], in: Array(String(text).utf8), 0..<String(text).utf8.count)
        #expect(places.count == 1 && found.map(\.range.lowerBound) == places)
      } catch { #expect(error == .notOnce(1, count: min(places.count, 2))) }
    }
  }

  @Test func aPieceThatNearlyFitsEverywhereTakesNoLongerThanAnother() throws {
    let text = Array(repeating: UInt8(ascii: "a"), count: 1_000_000)
    let old = String(repeating: "a", count: 200_000) + "b"
    #expect(throws: ExactEditError.self) { try ExactEdit.edits([ExactEdit(old, "")], in: text, 0..<text.count) }
  }
}
