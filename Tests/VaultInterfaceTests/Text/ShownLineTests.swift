import Testing

@testable import VaultInterface

@Suite struct ShownLineTests {
  @Test(arguments: [
    ("# Bread", "Bread"), ("###### Bread", "Bread"), ("####### Bread", "####### Bread"), ("#bread", "#bread"),
    ("> said", "said"), (">said", "said"), ("> - [ ] said", "said"), ("- [x]y", "[x]y"), ("- # said", "said"),
    ("# - said", "- said"), ("  - [x] done", "done"),
    ("12. twelfth", "12. twelfth"), ("1984. The year", "1984. The year"), ("[1] note", "[1] note"),
    ("1.5 times", "1.5 times"), ("-5 degrees", "-5 degrees"), ("[x](y)", "[x](y)"), ("plain", "plain"), ("", ""),
    ("- ", ""),
    ("* a * b", "a * b"), ("é x", "é x"), ("#", ""), ("**bold**", "**bold**"),
  ])
  func marksAreLeftOut(line: String, shown: String) { #expect(ShownLine(line).text == shown) }

  /// A line of any length takes no longer.
  @Test func aLineOfNothingButMarks() {
    let line = String(repeating: ">", count: 3_000_000)
    #expect(ShownLine(line, [2_999_999..<3_000_000]).ranges == [2_999_935..<2_999_936])
  }

  @Test func rangesMoveAlong() {
    let line = ShownLine("## ü bread", [0..<2, 3..<5, 6..<11])
    #expect(line.text == "ü bread" && line.ranges == [0..<2, 3..<8])
  }

  @Test(arguments: [
    ("Bread is good", "Bread", "Bread is good"), ("Bread Flour and water", "Bread", "Flour and water"),
    ("Bread > said", "Bread", "> said"),
    ("Bread, again", "Bread", "Bread, again"), ("Bread", "Bread", ""), ("Breadth", "Bread", "Breadth"), ("x", "", "x"),
    ("Other", "Bread", "Other"),
  ])
  func theTitleIsNotRepeated(snippet: String, title: String, shown: String) {
    #expect(ShownLine.beginning(snippet, below: title) == shown)
  }
}
