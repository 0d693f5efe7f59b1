import Testing

@testable import VaultCore

@Suite struct TaskBlocksTests {
  @Test func whatIsNestedIsBelow() {
    let text = "- [ ] a\n  - [ ] b\n    - [ ] c\n- [ ] d\n  - [ ] e\n- [ ] f\n"
    let tasks = TaskNote(Array(text.utf8), path: NotePath("a.md"), options: ParsingOptions()).tasks
    func below(_ chosen: Int...) -> [Int] {
      let blocks = TaskBlocks(chosen.map { tasks[$0] })
      return tasks.indices.filter { blocks.holdBelowAnother(tasks[$0]) }
    }
    #expect(below() == [])
    #expect(below(5) == [])
    #expect(below(0) == [1, 2])
    #expect(below(1) == [2])
    #expect(below(4, 2, 1, 0) == [1, 2])
    #expect(below(2, 1) == [2])
    #expect(below(3, 0) == [1, 2, 4])
  }
}
