import Testing
import VaultCore
import VaultTestSupport

@Suite struct FrontMatterEditRefusalTests {
  private func refusal(_ bytes: [UInt8], _ change: FrontMatterChange) -> FrontMatterEditError? {
    let outcome = FrontMatterEditInvariants.outcome(of: change, in: bytes)
    #expect(outcome.violations.isEmpty)
    return outcome.refusal
  }

  private func refusal(_ text: String, _ change: FrontMatterChange) -> FrontMatterEditError? {
    refusal(Array(text.utf8), change)
  }

  static let change = FrontMatterChange.set(key: "a", .text("new"))

  @Test func whatCannotBeReadIsLeftAlone() throws {
    #expect(refusal(Array("---\na: 1\n---\nb\n".utf8) + [0xFF], Self.change) == .notUTF8(line: 5))
    #expect(refusal("+++\na = 1\n+++\n", Self.change) == .toml)
    for text in ["---\na: [1\n---\n", "---\na: 1\n\tb: 2\n---\n", "---\n- x\n---\n", "---\ntext\n---\n"] {
      guard case .unreadable(let problem) = refusal(text, Self.change) else {
        Issue.record("\(text) was not refused")
        continue
      }
      #expect(problem.location.line >= 2)
    }
    let error = try #require(refusal("---\nb: x\na: \"1\n---\n", Self.change))
    #expect(error.description.hasPrefix("line 3, column 4: Invalid YAML: the quote that opens here is never closed"))
  }

  @Test(arguments: [
    ("---\na: &x 1\nb: *x\n---\n", "a"), ("---\nb: &x 1\na: *x\n---\n", "a"),
    ("---\nb: &x [1]\na: [2, *x]\n---\n", "a"), ("---\na:\n  - &x 1\n  - *x\n---\n", "a"),
    ("---\nb: &x {c: 1}\na:\n  - *x\n---\n", "a"),
  ])
  func whatOthersHangOnStays(text: String, key: String) {
    for change in [Self.change, .unset(key: key), .append(key: key, ["x"])] {
      guard case .shared(key, _) = refusal(text, change) else {
        Issue.record("\(change) of \(text) was not refused")
        continue
      }
    }
    #expect(refusal(text, .set(key: "c", .text("x"))) == nil)
  }

  @Test func oddLayoutsAreLeftAlone() {
    #expect(refusal("---\n<<: {x: 1}\na: 1\n---\n", Self.change) == .mergeKey(line: 2))
    #expect(refusal("---\n? a\n: 1\n---\n", Self.change) == .unusualLayout(line: 2))
    #expect(refusal("---\nb: 1\n... # end\n---\n", Self.change) == .unusualLayout(line: 3))
    #expect(refusal("---\nA: 1\nb: 2\na: 3\n---\n", Self.change) == .duplicateKey("a", line: 2, otherLine: 4))
    guard case .unreadable = refusal("---\na: 1\na: 3\n---\n", Self.change) else {
      Issue.record("a key that stands there twice was changed")
      return
    }
  }

  @Test func whatWouldHarmIsNotDone() {
    // What is a comment now would become the text's third line.
    let text = "---\nb: |\n  x\na: 1\n  # note\n---\n"
    #expect(refusal(text, .unset(key: "a")) == .wouldHarm(key: "a", line: 4))
    #expect(refusal("---\nb: 1\n---\n", .set(key: "a", .number(7, text: "007"))) == .unwritable(key: "a"))
    #expect(refusal("---\nb: 1\n---\n", .rename(key: "b", to: "\u{F8FF}")) == .unwritable(key: "\u{F8FF}"))
    // The parser drops a byte order mark at a text's start, whatever stands around it.
    #expect(refusal("---\nb: 1\n---\n", .set(key: "a", .text("\u{FEFF}x"))) == .unwritable(key: "a"))
  }

  @Test func theLimitsHoldAfterwardsToo() {
    let long = String(repeating: "x", count: 70_000)
    guard case .overLimit("a", let problem) = refusal("---\nb: 1\n---\n", .set(key: "a", .text(long))) else {
      Issue.record("a block over the limit was written")
      return
    }
    #expect(problem.code == "front-matter-too-large")
    #expect(refusal("---\nb: \(long)\n---\n", Self.change) != nil)
    var deep = PropertyValue.text("x")
    for _ in 0..<40 { deep = .list([deep]) }
    #expect(refusal("text", .set(key: "a", deep)) != nil)
  }

  @Test func everyReasonNamesPlaceAndRemedy() {
    let problem = Diagnostic("front-matter-invalid", at: SourceLocation(line: 3, column: 2), "Invalid YAML")
    let errors: [FrontMatterEditError] = [
      .notUTF8(line: 3), .toml, .unreadable(problem), .duplicateKey("a", line: 2, otherLine: 3), .mergeKey(line: 3),
      .unusualLayout(line: 3), .shared(key: "a", line: 3), .keyExists(key: "a", line: 3),
      .notAList(key: "a", line: 3), .wouldHarm(key: "a", line: 3),
    ]
    for error in errors {
      #expect(error.description.hasPrefix(error == .toml ? "line 1" : "line 3"))
      #expect(error.description.contains("; "))
    }
  }
}
