import Testing

@testable import VaultInterface

@Suite struct ShownLineTests {
  @Test(arguments: [
    ("# Bread", "Bread"), ("###### Bread", "Bread"), ("####### Bread", "####### Bread"), ("#bread", "#bread"),
    ("> said", "said"), (">said", "said"), ("> - [ ] said", "said"), ("  - [x] done", "done"),
    ("12. twelfth", "twelfth"),
    ("1.5 times", "1.5 times"), ("-5 degrees", "-5 degrees"), ("[x](y)", "[x](y)"), ("plain", "plain"), ("", ""),
    ("- ", ""),
    ("* a * b", "a * b"), ("**bold**", "**bold**"),
  ])
  func marksAreLeftOut(line: String, shown: String) { #expect(ShownLine(line).text == shown) }

  @Test func rangesMoveAlong() {
    let line = ShownLine("## ü bread", [0..<2, 3..<5, 6..<11])
    #expect(line.text == "ü bread" && line.ranges == [0..<2, 3..<8])
  }

  @Test(arguments: [
    ("Bread is good", "Bread", "is good"), ("Bread", "Bread", ""), ("Breadth", "Bread", "Breadth"), ("x", "", "x"),
    ("Other", "Bread", "Other"),
  ])
  func theTitleIsNotRepeated(snippet: String, title: String, shown: String) {
    #expect(ShownLine.beginning(snippet, below: title) == shown)
  }
}
