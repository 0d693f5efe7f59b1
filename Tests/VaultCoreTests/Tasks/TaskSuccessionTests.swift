import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct TaskSuccessionTests {
  private func tasks(_ text: String) -> [TaskItem] {
    TaskNote(Array(text.utf8), path: NotePath("a.md"), options: ParsingOptions()).tasks.map(\.item)
  }

  /// The later line of each task of the first text; `-` for one that is gone.
  private func lines(_ old: String, _ new: String) -> String {
    let before = tasks(old)
    let succession = TaskSuccession(from: before, to: tasks(new))
    return before.map { succession[$0.handle].map { String($0.line) } ?? "-" }.joined(separator: " ")
  }

  @Test(arguments: [
    // A single one is followed whatever becomes of its status and dates, but not of its words.
    ("- [ ] a\n- [ ] b\n", "- [ ] b\n\n- [x] a 📅 2026-01-01\n", "3 1"), ("- [ ] a\n", "- [ ] a!\n", "-"),
    ("- [ ] a\n", "# H\n- [ ] a\n", "-"),
    // Lines that changed places.
    ("- [ ] a 📅 2026-01-01\n- [ ] a 📅 2026-01-02\n", "- [ ] a 📅 2026-01-02\n- [x] a 📅 2026-01-01\n", "2 1"),
    // One of several alike was done, and recurred.
    ("- [ ] a\n- [ ] a\n- [/] a\n", "- [ ] a\n- [x] a\n- [/] a\n", "1 2 3"),
    ("- [ ] a ⏫\n- [ ] a\n", "- [ ] a ⏫\n- [ ] a 🔽\n- [x] a\n", "1 3"),
    // Its date was changed where it stands; or one went and another came.
    ("- [ ] a 📅 2026-01-01\n- [ ] a\n", "- [ ] a 📅 2026-02-01\n- [ ] a\n", "1 2"),
    ("- [ ] a 📅 2026-01-01\n- [ ] a\n", "- [ ] a\n- [ ] a 📅 2026-02-01\n", "- 1"),
    // Identical lines, one of which went or came.
    ("- [ ] a\n- [ ] a\n", "- [ ] a\n", "- -"), ("- [ ] a\n- [ ] a\n", "- [ ] a\n- [ ] a\n- [ ] a\n", "- -"),
    ("- [ ] a\n- [ ] b\n- [ ] a\n", "- [ ] b\n- [ ] a\n", "- 1 2"),
    ("- [ ] a\n- [ ] b\n- [ ] a\n", "- [ ] a\n- [ ] b\n", "1 2 -"),
    ("- [ ] b\n- [ ] a\n- [ ] c\n", "- [ ] b\n- [ ] a\n- [ ] c\n- [ ] a\n", "1 2 3"),
    ("- [ ] a\n- [ ] b\n- [ ] a\n", "- [ ] a\n", "- - -"),
    // What is nested goes by its parent.
    ("- [ ] p 📅 2026-01-01\n  - [ ] c\n- [ ] p\n  - [ ] c\n", "- [ ] p\n  - [ ] c\n", "- - 1 2"),
    ("- [ ] p\n  - [ ] c\n", "- [ ] p\n  - [ ] c\n- [ ] p\n  - [ ] c\n", "- -"),
    ("- [ ] p\n  - [ ] c\n- [ ] q\n", "- [ ] p\n  - [ ] c\n- [ ] q\n- [ ] p\n  - [ ] c\n", "1 2 3"),
    ("- [ ] p\n  - [ ] c\n", "- [ ] q\n  - [ ] c\n", "- -"),
    // Blocks that changed places, parents just alike.
    (
      "- [ ] p\n  - [ ] c 📅 2026-01-01\n- [ ] p\n  - [ ] c\n", "- [ ] p\n  - [ ] c\n- [ ] p\n  - [ ] c 📅 2026-01-01\n",
      "3 4 1 2"
    ),
    ("- [ ] p\n  - [ ] c\n- [ ] q\n- [ ] p\n", "- [ ] p\n- [ ] p\n  - [ ] c\n- [ ] q\n", "2 3 4 1"),
    ("- [ ] p\n  - [ ] c\n- [ ] p\n  - [ ] c\n", "- [ ] p\n  - [x] c\n- [ ] p\n  - [ ] c\n", "1 2 3 4"),
    ("", "- [ ] a\n", ""), ("- [ ] a\n", "", "-"),
  ])
  func eachIsFoundOrGone(_ old: String, _ new: String, _ expected: String) {
    #expect(lines(old, new) == expected)
  }

  /// No two become one, and what did not change is never lost.
  @Test func anyTwoReadings() {
    var random = SeededGenerator(seed: 20_261_122)
    for _ in 0..<2_000 {
      func line() -> String {
        let indent = Int.random(in: 0...2, using: &random)
        let symbol = [" ", "x", "/"].randomElement(using: &random) ?? " "
        let date = ["", " 📅 2026-01-01", " 📅 2026-01-02"].randomElement(using: &random) ?? ""
        return String(repeating: "  ", count: indent)
          + "- [\(symbol)] \(["a", "b"].randomElement(using: &random) ?? "a")\(date)"
      }
      let old = (0..<Int.random(in: 0...6, using: &random)).map { _ in line() }
      var new = old
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        if new.isEmpty || Bool.random(using: &random) {
          new.insert(line(), at: Int.random(in: 0...new.count, using: &random))
        } else {
          new.remove(at: Int.random(in: 0..<new.count, using: &random))
        }
      }
      let (before, after) = (tasks(old.joined(separator: "\n")), tasks(new.joined(separator: "\n")))
      let succession = TaskSuccession(from: before, to: after)
      let found = before.compactMap { succession[$0.handle] }
      #expect(Set(found.map(\.line)).count == found.count, "\(old) \(new)")
      for task in before {
        guard let now = succession[task.handle] else { continue }
        #expect(now.description == task.description && now.heading == task.heading)
      }
      let same = TaskSuccession(from: before, to: before)
      #expect(before.allSatisfy { same[$0.handle] == $0 }, "\(old)")
    }
  }
}
