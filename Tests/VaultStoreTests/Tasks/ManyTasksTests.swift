import Testing
import VaultCore

@testable import VaultStore

/// Many tasks of one note in one change.
@Suite struct ManyTasksTests {
  @Test func blocksAreMovedInTheOrderInWhichTheyAreNamed() throws {
    let test = try ChangedVault([
      "a.md": "- [ ] one\n  - [ ] below\n- [ ] two\n\n  text\n1. [ ] three\n\n> - [ ] quoted\n> - [ ] stays\n",
      "b.md": "# B\n\n- [ ] there\n",
    ])
    var tasks: [ChangedTask] = []
    let after = try test.differences {
      let outcome = try $0.editor.moveTasks(
        ["a.md:8", "a.md:6", "a.md:2", "a.md:1", "a.md:3"], to: "b", under: nil, $1)
      tasks = outcome.tasks
      return outcome.change
    }
    #expect(
      after == [
        "a.md": "\n> - [ ] stays\n",
        "b.md": "# B\n\n- [ ] there\n- [ ] quoted\n1. [ ] three\n- [ ] one\n  - [ ] below\n- [ ] two\n\n  text\n",
      ])
    #expect(tasks.map(\.view.task.description) == ["quoted", "three", "one", "two"])
    #expect(tasks.map(\.view.task.line) == [4, 5, 6, 8])
  }

  @Test func manyAlikeAreMovedAndTakenOut() throws {
    let count = 600
    let text = String(repeating: "- [ ] same\n", count: count)
    let test = try ChangedVault(["a.md": text, "b.md": "# B\n"])
    let names = (1...count).filter { !$0.isMultiple(of: 3) }.map { "a.md:\($0)" }
    let moved = try test.differences { try $0.editor.moveTasks(names, to: "b", under: nil, $1).change }
    #expect(moved["a.md"] == String(repeating: "- [ ] same\n", count: count / 3))
    #expect(moved["b.md"] == "# B\n" + String(repeating: "- [ ] same\n", count: names.count))
    let removed = try test.differences {
      try $0.editor.removeTasks((1...200).map { "a.md:\($0)" }, nested: false, $1).change
    }
    #expect(removed == ["a.md": ""])
  }

  @Test func aTaskGoesWithTheOneAboveItWhicheverIsNamedFirst() throws {
    let text = "- [ ] a\n  - [ ] b\n    - [ ] c\n- [ ] d\n"
    for names in [["a.md:1", "a.md:3"], ["a.md:3", "a.md:1"], ["a.md:2", "a.md:1", "a.md:3"]] {
      let test = try ChangedVault(["a.md": text])
      var tasks: [ChangedTask] = []
      let after = try test.differences {
        let outcome = try $0.editor.removeTasks(names, nested: true, $1)
        tasks = outcome.tasks
        return outcome.change
      }
      #expect(after == ["a.md": "- [ ] d\n"])
      #expect(tasks.map(\.view.task.description) == ["a"])
    }
  }
}
