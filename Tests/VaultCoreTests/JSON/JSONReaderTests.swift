import Foundation
import Testing
import VaultCore
import VaultTestSupport

@Suite struct JSONReaderTests {
  private func read(_ text: String) throws -> JSONValue { try JSONReader.read(Array(text.utf8)) }

  @Test func readsEveryKind() throws {
    let value = try read(#" {"a": [1, -2.50e+3, 0], "b": {"c": null}, "d": "x", "e": true, "f": false, "a": []} "#)
    #expect(value["a"] == .list([]))
    #expect(value["b"]?["c"] == .null)
    #expect(value["d"] == .text("x") && value["e"] == .bool(true) && value["f"] == .bool(false))
    #expect(value["g"] == nil && value["d"]?["x"] == nil)
    #expect(
      try read("[1, -2.50e+3, 123456789012345678901234567890]")
        == .list([.number("1"), .number("-2.50e+3"), .number("123456789012345678901234567890")]))
    #expect(try read("1E5") == .number("1E5"))
  }

  @Test(
    arguments: [
      (#""a\"\\\/\b\f\n\r\té""#, "a\"\\/\u{8}\u{C}\n\r\té"), (#""\u00e9\uD83D\uDE00""#, "é😀"),
      (#""\uD83Dx""#, "\u{FFFD}x"), (#""\uDE00""#, "\u{FFFD}"), (#""\uD83D\u0041""#, "\u{FFFD}A"), (#""""#, ""),
      (#""e\u0301""#, "e\u{301}"), (#""\u0000""#, "\0"), ("\u{FEFF}\"x\"", "x"),
    ])
  func texts(_ json: String, _ text: String) throws {
    guard case .text(let found) = try read(json) else {
      Issue.record("no text")
      return
    }
    #expect(Array(found.utf8) == Array(text.utf8))
  }

  @Test(
    arguments: [
      ("", 1, 1), ("[1,]", 1, 4), ("{\"a\" 1}", 1, 6), ("{a: 1}", 1, 2), ("[1 2]", 1, 4), ("\n\n [x]", 3, 3),
      ("01", 1, 1),
      ("+1", 1, 1), ("1.", 1, 1), (".5", 1, 1), ("1e", 1, 1), ("1E", 1, 1), ("\"\\u+041\"", 1, 2), ("-", 1, 1),
      ("\"abc", 1, 1), ("\"a\nb\"", 1, 3),
      ("\"\\x\"", 1, 2),
      ("\"\\u12\"", 1, 2), ("1 2", 1, 3), ("[", 1, 2), ("nul", 1, 1), ("{\"a\":1", 1, 7), ("\"\\", 1, 3),
    ])
  func whatIsNoJSONIsAnErrorWithItsPlace(_ text: String, _ line: Int, _ column: Int) throws {
    let error = try #require(throws: JSONError.self) { try read(text) }
    #expect(error.location == SourceLocation(line: line, column: column), "\(error)")
  }

  @Test func deepNestingIsAnError() {
    let deep = JSONReader.deepest
    #expect(throws: Never.self) { try read(String(repeating: "[", count: deep) + String(repeating: "]", count: deep)) }
    #expect(throws: JSONError.self) { try read(String(repeating: "[", count: 1_000_000)) }
    #expect(throws: JSONError.self) { try read(String(repeating: "{\"a\":", count: 100_000)) }
  }

  @Test func bytesThatAreNoTextAreAnError() {
    #expect(throws: JSONError.self) { try JSONReader.read([0x22, 0xFF, 0x22]) }
  }

  @Test func agreesWithFoundationOnWhatIsJSON() throws {
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"a\"", "\"", "1", "-", ".", "e", "0", "true", "null", " ", "\\", "\\n", "\\u0041",
      "é", "\t",
    ]
    var random = SeededGenerator(seed: 71)
    var valid = 0
    for _ in 0..<8_000 {
      let text = (0..<(1 + random.below(7))).map { _ in random.pick(pieces) }.joined()
      let ours = Result { try read(text) }
      let theirs = Result { try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed) }
      if case .success = ours { valid += 1 }
      switch (ours, theirs) {
      case (.success, .success), (.failure, .failure): break
      default: Issue.record("\(text.debugDescription): \(ours), \(theirs)")
      }
    }
    #expect(valid > 100)
  }
}
