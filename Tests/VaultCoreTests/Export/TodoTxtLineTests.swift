import Foundation
import Testing
import VaultTestSupport

@testable import VaultCore

@Suite("Lines of todo.txt")
struct TodoTxtLineTests {
  @Test func everythingHasItsPlace() throws {
    let line = TodoTxtLine(
      "(A) 2026-01-05 Call  the bakery +flour @phone about @bread due:2026-03-15 t:2026-03-01 rec:+1w id:a1 dep:b,c key:value h:1"
    )
    #expect(!line.isDone && line.priority == "A" && line.completed == nil)
    #expect(line.created == CivilDate("2026-01-05") && line.due == CivilDate("2026-03-15"))
    #expect(line.threshold == CivilDate("2026-03-01") && line.recurrence == Recurrence("every week"))
    #expect(line.id == "a1" && line.dependsOn == ["b", "c"] && line.context == "phone")
    #expect(line.text == "Call the bakery +flour about @bread key:value h:1")
  }

  /// What is read, and written again.
  @Test(arguments: [
    ("x 2026-03-02 2026-03-01 Bake pri:B", "x 2026-03-02 2026-03-01 Bake pri:B"),
    ("x (B) 2026-03-02 Bake", "x 2026-03-02 Bake pri:B"),
    ("x Bake created:2026-03-01", "x Bake created:2026-03-01"),
    ("Bake created:2026-03-01", "2026-03-01 Bake"),
    ("x 2026-03-02 Sell status:cancelled", "x 2026-03-02 Sell status:cancelled"),
    ("Bake status:in-progress", "Bake status:in-progress"),
    // Nothing of it is a mark.
    ("xylophone", "xylophone"), ("X is done", "X is done"), ("x", "x"), ("(a) b", "(a) b"), ("(AA) b", "(AA) b"),
    ("2026-02-30 b", "2026-02-30 b"), ("due:soon", "due:soon"), ("due:2026-02-30 b", "due:2026-02-30 b"),
    ("rec:often b", "rec:often b"), ("id:a/b c", "id:a/b c"), ("dep:a,,b c", "dep:a,,b c"), ("a pri:B", "a pri:B"),
    ("status:done a", "status:done a"), ("a status:todo", "a status:todo"), ("status:todo a", "a"),
    ("x status:in-progress a", "x status:in-progress a"),
    ("+1 @2 mail@example.org", "+1 @2 mail@example.org"), ("https://example.org:80/x", "https://example.org:80/x"),
    // The last one counts.
    ("a due:2026-01-01 due:2026-01-02", "a due:2026-01-01 due:2026-01-02"),
    ("a due:2026-01-01 b", "a b due:2026-01-01"),
    // Contexts stay in their order.
    ("@a b @c", "b @a @c"), ("b @c @a d", "b @c @a d"), ("b @c d @a", "b d @c @a"),
    // A code span is text.
    ("a `due:2026-01-01 +b @c` d", "a `due:2026-01-01 +b @c` d"),
    ("a ``x ` @y`` @z", "a ``x ` @y`` @z"), ("<!-- @a --> @b c", "<!-- @a --> c @b"),
    ("", ""), ("(A)", "(A)"), ("2026-01-01", "2026-01-01"), ("\u{FEFF}a", "\u{FEFF}a"), ("a\u{A0}b\tc", "a b c"),
  ])
  func readAndWritten(_ line: String, _ expected: String) {
    #expect(TodoTxtLine(line).description == expected)
    #expect(TodoTxtLine(expected) == TodoTxtLine(line), "writes what reads as the same")
  }

  /// A text that looks like marks is kept apart from them.
  @Test(arguments: [
    "x marks the spot", "(A) is a letter", "2026-01-01 was a Thursday", "x 2026-01-01 a", "(B) 2026-01-01",
  ])
  func textIsNotTakenForMarks(_ text: String) {
    for isDone in [false, true] {
      for dates in 0...2 {
        for priority: Unicode.Scalar? in [nil, "C"] {
          var line = TodoTxtLine()
          line.isDone = isDone
          line.priority = priority
          line.text = text
          if dates > 0 { line.created = CivilDate("2025-12-31") }
          if dates > 1, isDone { line.completed = CivilDate("2026-01-01") }
          #expect(TodoTxtLine(line.description) == line, "\(line)")
        }
      }
    }
  }

  @Test func everyLineIsStable() {
    let words = [
      "x", "(A)", "(B)", "2026-01-01", "2026-01-02", "due:2026-01-03", "t:2026-01-04", "rec:1w", "rec:+2m", "id:a",
      "dep:a,b",
      "created:2026-01-05", "scheduled:2026-01-06", "pri:C", "status:todo", "status:done", "status:cancelled",
      "status:on-hold", "@home", "@work", "@1", "+p", "#p", "`", "``", "<!--", "-->", "a", "é",
    ]
    var random = SeededGenerator(seed: 4)
    for _ in 0..<(ProcessInfo.processInfo.environment["VAULT_SOAK"] == nil ? 20_000 : 1_000_000) {
      let line = (0..<Int.random(in: 0...8, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
        .joined(separator: " ")
      let read = TodoTxtLine(line)
      let again = TodoTxtLine(read.description)
      guard again == read else {
        Issue.record("\(line) is written as \(read), which reads as \(again)")
        return
      }
    }
  }
}
