import Testing
import VaultCore

@Suite struct TaskSuccessionTests {
  private func tasks(_ text: String) -> [TaskItem] {
    TaskNote(Array(text.utf8), path: NotePath("a.md"), options: ParsingOptions()).tasks.map(\.item)
  }

  /// `was → is: events`, by line, from one text to another.
  private func events(_ before: String, _ after: String) -> [String] {
    let (old, new) = (tasks(before), tasks(after))
    let succession = TaskSuccession(from: old, to: new)
    let kept = new.indices.map { place in
      guard let former = succession.former[place] else { return "\(new[place].line) added" }
      let events = TaskEvent.all(from: old[former], to: new[place]).map(\.name)
      return "\(old[former].line)→\(new[place].line) \(events.joined(separator: ", "))"
    }
    return kept + old.indices.filter { succession.later[$0] == nil }.map { "\(old[$0].line) removed" }
  }

  @Test func theSameIsTheSame() {
    let text = "- [ ] one\n- [ ] two\n- [ ] one\n"
    #expect(events(text, text) == ["1→1 ", "2→2 ", "3→3 "])
    #expect(events(text, "# New\n\n- [ ] two\n- [ ] one\n- [ ] one\n") == ["2→3 ", "1→4 ", "3→5 "])
  }

  @Test func whatBecomesOfTasks() {
    #expect(events("- [ ] a b c\n", "- [x] a b c ✅ 2026-03-01\n") == ["1→1 completed"])
    #expect(events("- [x] a b c ✅ 2026-03-01\n", "- [ ] a b c\n") == ["1→1 reopened"])
    #expect(events("- [ ] a b c\n", "- [-] a b c\n") == ["1→1 cancelled"])
    #expect(events("- [ ] a b c d\n", "- [ ] a b x d\n") == ["1→1 reworded"])
    #expect(events("- [ ] a b c d\n", "- [ ] a x y z\n") == ["1 added", "1 removed"])
    #expect(events("- [ ] a 📅 2026-03-01\n", "- [ ] a 📅 2026-03-04\n") == ["1→1 postponed"])
    #expect(events("- [ ] a ⏳ 2026-03-04\n", "- [ ] a ⏳ 2026-03-01\n") == ["1→1 brought-forward"])
    #expect(events("- [ ] call Wei now\n", "- [x] call Wei today 📅 2026-03-01\n") == ["1→1 reworded, completed"])
  }

  /// The next occurrence is a task of its own, and the one that was done keeps its day.
  @Test func recurrence() {
    #expect(
      events(
        "- [ ] water 🔁 every day 📅 2026-03-01\n",
        "- [ ] water 🔁 every day 📅 2026-03-02\n- [x] water 🔁 every day 📅 2026-03-01 ✅ 2026-03-01\n")
        == ["1 added", "1→2 completed"])
  }

  @Test func idsComeFirst() {
    #expect(
      events("- [ ] one 🆔 x\n- [ ] two ^b\n", "- [ ] two 🆔 x\n- [ ] other ^b\n") == ["1→1 reworded", "2→2 reworded"])
  }
}
