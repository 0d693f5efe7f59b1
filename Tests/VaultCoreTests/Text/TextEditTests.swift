import Testing
import VaultCore
import VaultTestSupport

struct TextEditTests {
  private let text = Array("one two three".utf8)

  private func edit(_ range: Range<Int>, _ new: String) -> TextEdit { TextEdit(range, in: text, with: new) }

  @Test func appliesAllInAnyOrderAndBack() throws {
    let edits = [edit(8..<13, "3"), edit(0..<3, "ONE"), TextEdit(insertingAt: 4, Array("and ".utf8))]
    let new = try edits.applied(to: text)
    #expect(String(decoding: new, as: UTF8.self) == "ONE and two 3")
    #expect(try edits.inverted(for: text).applied(to: new) == text)
  }

  @Test func insertionsAtOnePlaceKeepTheirOrder() throws {
    let edits = [
      edit(4..<7, "2"), TextEdit(insertingAt: 4, Array("a".utf8)), TextEdit(insertingAt: 4, Array("b".utf8)),
    ]
    #expect(String(decoding: try edits.applied(to: text), as: UTF8.self) == "one ab2 three")
  }

  @Test func aChangedTextIsRefused() {
    #expect(throws: TextEditError.changed(at: 4)) {
      try [edit(0..<3, "x"), edit(4..<7, "y")].applied(to: Array("one TWO three".utf8))
    }
    #expect(throws: TextEditError.changed(at: 8)) { try [edit(8..<13, "")].applied(to: Array("one two".utf8)) }
  }

  @Test func editsOfTheSameBytesAreRefused() {
    #expect(throws: TextEditError.overlapping(at: 2)) {
      try [edit(0..<3, "x"), edit(2..<5, "y")].applied(to: text)
    }
  }

  @Test func textsAreTurnedIntoOthersByTheLinesThatDiffer() throws {
    func edits(_ old: String, _ new: String) throws -> [[String]] {
      let (old, new) = (Array(old.utf8), Array(new.utf8))
      let edits = [TextEdit](from: old, to: new)
      #expect(try edits.applied(to: old) == new)
      return edits.map { [$0.expected, $0.replacement].map { String(decoding: $0, as: UTF8.self) } }
    }
    #expect(try edits("a\nb\nc\n", "a\nB\nc\n") == [["b\n", "B\n"]])
    #expect(try edits("a\nb", "a\nb\nc") == [["b", "b\nc"]])
    #expect(try edits("a\nb\n", "a\nb\nc\n") == [["", "c\n"]])
    #expect(try edits("a\nb\nc\nd\n", "b\nc\nx\n") == [["a\n", ""], ["d\n", "x\n"]])
    #expect(try edits("", "a") == [["", "a"]])
    #expect(try edits("a\r\n", "") == [["a\r\n", ""]])
    #expect(try edits("same", "same") == [])
    var random = SeededGenerator(seed: 9)
    func text() -> String { (0..<random.below(12)).map { _ in random.pick(["a", "b\n", "c\r\n", "\n"]) }.joined() }
    for _ in 0..<300 { _ = try edits(text(), text()) }
  }

  @Test func randomEditsAreUndone() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      let bytes = (0..<random.below(60)).map { _ in UInt8(random.below(256)) }
      var edits: [TextEdit] = []
      var start = 0
      while start < bytes.count {
        let lower = start + random.below(6)
        let upper = lower + random.below(4)
        guard upper <= bytes.count else { break }
        edits.append(
          TextEdit(lower..<upper, in: bytes, with: (0..<random.below(5)).map { _ in UInt8(random.below(256)) }))
        start = upper + 1
      }
      edits.shuffle(using: &random)
      let new = try edits.applied(to: bytes)
      #expect(try edits.inverted(for: bytes).applied(to: new) == bytes)
    }
  }
}
