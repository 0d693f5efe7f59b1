import Testing

@testable import VaultCore

@Suite struct TaskEditCheckTests {
  private static let path = NotePath("a.md")

  private func check(_ text: String, _ edits: [TextEdit]) throws -> TaskEditCheck {
    let before = TaskNote(Array(text.utf8), path: Self.path, options: ParsingOptions())
    let after = TaskNote(try edits.applied(to: before.bytes), path: Self.path, options: ParsingOptions())
    return TaskEditCheck(before: before, after: after, edits: edits)
  }

  @Test func whatIsInsertedComesBeforeWhatIsReplacedThere() throws {
    let text = Array("- [ ] a\n- [ ] b\n".utf8)
    // Given the other way round than they stand.
    let edits = [
      TextEdit(8..<15, in: text, with: "- [ ] new b"), TextEdit(insertingAt: 8, Array("- [ ] one more\n".utf8)),
    ]
    let check = try check("- [ ] a\n- [ ] b\n", edits)
    #expect(check.placeOfInsertion(1) == 8)
    #expect(check.placeOfInsertion(0) == 8 + "- [ ] one more\n".utf8.count)
    #expect(check.place(8) == 8 + "- [ ] one more\n".utf8.count)
  }

  @Test func insertionsAtOnePlaceFollowEachOtherAsGiven() throws {
    let edits = ["- [ ] a\n", "- [ ] bb\n", "- [ ] ccc\n"].map { TextEdit(insertingAt: 0, Array($0.utf8)) }
    let check = try check("- [ ] x\n", edits)
    #expect((0..<3).map { check.placeOfInsertion($0) } == [0, 8, 17])
    #expect(check.place(0) == 27)
  }

  @Test func aLineThatWasNotToChangeIsTold() throws {
    let text = "- [ ] a\n- [ ] b\n- [ ] c\n- [ ] d\n"
    let bytes = Array(text.utf8)
    let edits = [
      TextEdit(24..<32, in: bytes, with: ""), TextEdit(14..<15, in: bytes, with: "B"),
      TextEdit(insertingAt: 16, Array("- [ ] new\n".utf8)),
    ]
    let check = try check(text, edits)
    #expect(check.changedLine(exceptTasksAt: [8]) == nil)
    #expect(check.changedLine(exceptTasksAt: []) == 2)
    #expect(check.changedLine(exceptTasksAt: [0, 16]) == 2)
  }

  /// With every task of a long note completed, each is found again where it is.
  @Test func manyTasksAreFoundWhereTheyAre() throws {
    let count = 5_000
    let text = (0..<count).map { "- [ ] same \($0 % 3 == 0 ? "🔁 every day 📅 2026-01-01" : "")\n" }.joined()
    let note = TaskNote(Array(text.utf8), path: Self.path, options: ParsingOptions())
    let change = TaskStatusChange(
      statuses: StatusRegistry(), today: CivilDate(year: 2026, month: 3, day: 12)!, format: .emoji)
    // From the last to the first, so that the order is not the file's.
    let changes = try note.tasks.reversed().map { (task: $0, change: try change.entering("x", $0, in: note)) }
    let edits = changes.flatMap(\.change.edits)
    let after = TaskNote(try edits.applied(to: note.bytes), path: Self.path, options: ParsingOptions())
    let check = TaskEditCheck(before: note, after: after, edits: edits)
    #expect(check.changedLine(exceptTasksAt: Set(changes.map(\.task.line.lowerBound))) == nil)
    #expect(changes.count { $0.change.created != nil } == (count + 2) / 3)
    var first = 0
    for (task, change) in changes {
      let own = after.task(at: check.place(task.line.lowerBound))
      #expect(own?.item.status.type == .done)
      if let created = change.created {
        let next = after.task(at: check.placeOfInsertion(first + created.edit) + created.offset)
        #expect(next?.item.due?.date == CivilDate(year: 2026, month: 1, day: 2))
      }
      first += change.edits.count
    }
  }
}
