import Testing

@testable import VaultCore

@Suite struct PatternRequirementTests {
  private static func text(_ requirement: PatternRequirement) -> String {
    switch requirement {
    case .anything: "*"
    case .literal(let scalars): scalars.compactMap { Unicode.Scalar($0).map(String.init) }.joined()
    case .all(let parts): "(" + parts.map(text).joined(separator: " & ") + ")"
    case .any(let parts): "(" + parts.map(text).joined(separator: " | ") + ")"
    }
  }

  @Test(arguments: [
    ("abc", "abc"), ("gc\\s+pause", "(gc & pause)"), ("\\bcat\\b", "cat"), ("a|bc", "(a | bc)"), ("a|b*", "*"),
    ("x*abc", "abc"), ("(ab)+c", "(ab & c)"), ("a{3}b", "aaab"), ("a{1,2}b", "(a & b)"),
    ("(foo|bar)baz", "((foo | bar) & baz)"),
    ("[ab]c", "c"), ("a.c", "(a & c)"), ("(?=x)y", "y"), ("", "*"), ("a\\.b", "a.b"), ("[a]b", "ab"),
  ])
  func isWhatEveryMatchHolds(_ source: String, _ expected: String) throws {
    #expect(Self.text(try JavaScriptPattern(source).requirement) == expected)
  }

  @Test func lettersBeyondASCIITellNothingWithoutRegardToCase() throws {
    #expect(Self.text(try JavaScriptPattern("köln", flags: "i").requirement) == "(k & ln)")
    #expect(Self.text(try JavaScriptPattern("köln").requirement) == "köln")
  }
}
