import Testing
import VaultCore
import VaultTestSupport

struct TextEditNarrowingTests {
  /// `start-end text` for each edit.
  private func edits(_ old: String, _ new: String) throws -> [String] {
    let (before, after) = (Array(old.utf8), Array(new.utf8))
    let edits = [TextEdit](narrowlyFrom: before, to: after)
    #expect(try edits.applied(to: before) == after)
    return edits.map {
      "\($0.range.lowerBound)-\($0.range.upperBound) \(String(decoding: $0.replacement, as: UTF8.self))"
    }
  }

  @Test(arguments: [
    ("a x b\nc\nd x e\n", "a y b\nc\nd y e\n", ["2-3 y", "10-11 y"]), ("é\n", "è\n", ["0-2 è"]),
    ("a\r\n", "b\r\n", ["0-1 b"]),
    ("a\r\n", "a\n", ["1-3 \n"]), ("a\n", "a\nb\n", ["2-2 b\n"]), ("a\nb\n", "a\n", ["2-4 "]), ("same", "same", []),
    ("", "x", ["0-0 x"]),
    ("aaa\n", "aa\n", ["2-3 "]), ("x\ny\n", "1x\n2y\n", ["0-0 1", "2-2 2"]),
  ])
  func onlyWhatDiffersIsChanged(_ old: String, _ new: String, _ found: [String]) throws {
    #expect(try edits(old, new) == found)
  }

  @Test func whateverTheTextsTheNewOneComesOut() throws {
    var random = SeededGenerator(seed: 5)
    let pieces = ["a", "é", "😀", "\r\n", "\n", "\r", "b", " "]
    for _ in 0..<2_000 {
      func text() -> String {
        (0..<Int.random(in: 0...8, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      }
      let (old, new) = (text(), text())
      let edits = [TextEdit](narrowlyFrom: Array(old.utf8), to: Array(new.utf8))
      #expect(
        try edits.applied(to: Array(old.utf8)) == Array(new.utf8), "\(old.debugDescription) \(new.debugDescription)")
      for edit in edits { #expect(String(validating: edit.replacement, as: UTF8.self) != nil) }
    }
  }
}
