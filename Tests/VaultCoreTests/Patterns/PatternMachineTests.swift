import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct PatternMachineTests {
  private static func matches(_ machine: inout PatternMachine, _ text: String) throws -> Bool {
    let bytes = Array(text.utf8)
    return try bytes.withUnsafeBufferPointer { (bytes) throws in try machine.matches(bytes) }
  }

  private static func ranges(_ literal: String, _ text: String) throws -> [String] {
    let machine = PatternMachine(try JavaScriptPattern(literal: literal))
    let bytes = Array(text.utf8)
    let ranges = bytes.withUnsafeBufferPointer { machine.ranges(in: $0) }
    return ranges.map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  /// The slow way and the fast one give the same answer, on the same machine one after the other.
  @Test(arguments: JavaScriptPatternTests.table)
  func agreesWithThePlainRun(_ literal: String, _ matching: String, _ other: String) throws {
    let pattern = try JavaScriptPattern(literal: literal)
    var machine = PatternMachine(pattern)
    for text in [matching, other, matching, other + matching, matching + other, "", "a\nb", "é ß 日本"] {
      let isFound = try Self.matches(&machine, text)
      #expect(isFound == pattern.matches(text), "\(literal) on \(text)")
    }
  }

  @Test func agreesOnRandomPatterns() throws {
    var random = SeededGenerator(seed: 11)
    let pieces = [
      "a", "b", ".", "\\w", "\\d", "[ab]", "[^a]", "^", "$", "\\b", "\\B", "a*", "b+", "(a|b)", "(ab)?", "é", "x{2}",
      " ",
      "(?=a)", "(?<!b)",
    ]
    let letters = ["a", "b", "x", "é", " ", "1", "_", "\n", "日"]
    var found = 0
    for _ in 0..<600 {
      let source = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      let flags = Int.random(in: 0..<3, using: &random) == 0 ? "im" : ""
      guard let pattern = try? JavaScriptPattern(source, flags: flags) else { continue }
      var machine = PatternMachine(pattern)
      for _ in 0..<8 {
        let text = (0..<Int.random(in: 0...9, using: &random)).map { _ in
          letters.randomElement(using: &random) ?? ""
        }.joined()
        let expected = pattern.matches(text)
        let isFound = try Self.matches(&machine, text)
        #expect(isFound == expected, "/\(source)/\(flags) on \(text.debugDescription)")
        if expected { found += 1 }
      }
    }
    #expect(found > 300)
  }

  @Test(arguments: [
    ("/a+/", "aab ab", ["aa", "a"]), ("/b|bc/", "abcb", ["bc", "b"]), ("/x*/", "axxb", ["xx"]), ("/^a/", "aa", ["a"]),
    ("/ü./", "üb übü", ["üb", "üb"]), ("/日本/", "日本語日本", ["日本", "日本"]), ("/(?<=a)b/", "bab", ["b"]), ("/q/", "abc", []),
  ])
  func showsWhereItMatches(_ literal: String, _ text: String, _ expected: [String]) throws {
    #expect(try Self.ranges(literal, text) == expected)
  }

  @Test func malformedBytesAreOneScalarEach() throws {
    var machine = PatternMachine(try JavaScriptPattern(literal: "/b/"))
    let bytes: [UInt8] = [0xFF, 0xE3, 0x81, 0x62, 0xC3]
    let isFound = try bytes.withUnsafeBufferPointer { (bytes) throws in try machine.matches(bytes) }
    #expect(isFound)
    #expect(bytes.withUnsafeBufferPointer { machine.ranges(in: $0) } == [3..<4])
  }

  /// Texts that lead to ever new states: what is remembered stays small, and the answer right.
  @Test func manyStatesAreForgotten() throws {
    let pattern = try JavaScriptPattern("(a|b)*a(a|b){14}c")
    var machine = PatternMachine(pattern)
    var random = SeededGenerator(seed: 3)
    let letters = (0..<40_000).map { _ in Bool.random(using: &random) ? "a" : "b" }.joined()
    let isFound = try Self.matches(&machine, letters)
    #expect(!isFound)
    let isFoundLater = try Self.matches(&machine, letters + "a" + String(repeating: "b", count: 14) + "c")
    #expect(isFoundLater)
  }

  @Test func tooMuchWorkIsRefused() throws {
    var machine = PatternMachine(try JavaScriptPattern("(a|b)*a(a|b){900}c"), mostWork: 1_000_000)
    var random = SeededGenerator(seed: 4)
    let letters = (0..<40_000).map { _ in Bool.random(using: &random) ? "a" : "b" }.joined()
    #expect(throws: PatternProblem.self) { try Self.matches(&machine, letters) }
  }
}
