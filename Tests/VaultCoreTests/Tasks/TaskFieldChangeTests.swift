import Testing

@testable import VaultCore

@Suite struct TaskFieldChangeTests {
  private func value(_ kind: TaskFieldKind, _ text: String) throws -> String? {
    var change = TaskFieldChange()
    try change.set(kind, text: text)
    return change.fields[kind] ?? nil
  }

  @Test(arguments: [
    ("every other week", "every 2 weeks"), ("every  week", "every week"),
    ("every 3 days when done", "every 3 days when done"),
  ])
  func rulesAreWrittenAsThePluginReadsThem(_ typed: String, _ written: String) throws {
    #expect(try value(.recurrence, typed) == written)
  }

  @Test func idsAreJoinedByCommas() throws {
    #expect(try value(.dependsOn, "a, b ,c") == "a,b,c")
    for text in ["x y", "a,,b", "a b,c", ""] {
      #expect(throws: TaskValueError.self) { try value(.dependsOn, text) }
    }
  }

  @Test(arguments: ["a\nb", "a\r\nb", "a\rb"])
  func aDescriptionIsOneLine(_ text: String) {
    let note = TaskNote(Array("- [ ] x\n".utf8), path: NotePath("a.md"), options: ParsingOptions())
    var change = TaskFieldChange()
    change.description = text
    #expect(throws: TaskEditError.severalLines) {
      try change.applied(to: note.tasks[0], in: note, format: .emoji)
    }
  }
}
