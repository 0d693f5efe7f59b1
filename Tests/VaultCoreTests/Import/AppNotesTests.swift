import Testing

@testable import VaultCore

/// The objects of note apps, and to-dos among them.
@Suite struct AppNotesTests {
  private func read(_ json: String, _ dates: ImportedDates? = nil) -> JSONNotes {
    JSONNotes(Array(json.utf8), dates: dates)
  }

  @Test func keysOfTheAppsBecomeOurs() throws {
    let json = #"""
      {"title": "T", "aiSummary": "S", "aiActionItems": ["a", "b"], "aiCategory": "idea", "isPinned": true,
       "createdAt": 763000000.5, "lastReferencedAt": 763000000}
      """#
    let read = read(json)
    let note = try #require(read.notes.first)
    #expect(read.diagnostics == [] && read.dates == [.apple])
    #expect(note.summary == "S" && note.actionItems == ["a", "b"] && note.category == "idea" && note.pinned)
    #expect(note.created == .instant(1_741_307_200_500))
    #expect(note.referenced == .instant(1_741_307_200_000))
    #expect(note.properties == [])
    let text = String(decoding: try note.fileText(stem: "T", zone: { _ in 0 }), as: UTF8.self)
    #expect(
      text
        == "---\ncreated: 2025-03-07T00:26:40Z\nsummary: S\naction_items: [a, b]\ncategory: idea\npin: true\n---\n")
  }

  @Test(
    arguments: [
      (#"{"title": "T", "createdAt": 763000000.5}"#, nil, 763_000_000_500, ImportedDates.unix),
      (#"{"title": "T", "createdAt": 763000000.5}"#, .apple, 1_741_307_200_500, .apple),
      (#"{"title": "T", "isPinned": false, "createdAt": 763000000.5}"#, .unix, 763_000_000_500, .unix),
      (#"{"title": "T", "isPinned": false, "createdAt": "763000000"}"#, nil, 1_741_307_200_000, .apple),
      (#"{"title": "T", "isPinned": false, "createdAt": 1000}"#, nil, 978_308_200_000, .apple),
    ] as [(String, ImportedDates?, Int64, ImportedDates)])
  func numbersInDates(_ json: String, _ dates: ImportedDates?, _ milliseconds: Int64, _ taken: ImportedDates) {
    let read = read(json, dates)
    #expect(read.notes.map(\.created) == [.instant(milliseconds)])
    #expect(read.dates == [taken])
  }

  @Test func textsInDatesSayWhatTheyAre() {
    let read = read(#"{"title": "T", "isPinned": true, "createdAt": "2026-01-02T03:04:05Z"}"#)
    #expect(read.notes.map(\.created) == [NoteDate("2026-01-02T03:04:05Z")])
    #expect(read.dates == [])
  }

  @Test(arguments: [
    (#"{"title": "Call", "isDone": false}"#, "- [ ] Call"),
    (#"{"title": "Call", "isDone": true, "completedAt": 763000000}"#, "- [x] Call ✅ 2025-03-07"),
    (#"{"name": "Milk", "dueDate": 763000000.5, "priority": "high"}"#, "- [ ] Milk ⏫ 📅 2025-03-07"),
    (#"{"title": "A\nB", "dueDate": null, "category": "Shopping"}"#, "- [ ] A B @shopping"),
    (#"{"title": "A", "isDone": false, "category": "general", "tags": ["x y"]}"#, "- [ ] A #x-y"),
    (#"{"title": "Pay 📅 tomorrow", "isDone": false}"#, "- [ ] Pay 📅 tomorrow"),
    (#"{"title": "A", "isDone": false, "createdAt": "2026-01-02"}"#, "- [ ] A ➕ 2026-01-02"),
  ])
  func toDosBecomeLines(_ json: String, _ line: String) throws {
    let read = read(json)
    #expect(read.notes == [] && read.diagnostics == [])
    let task = try #require(read.tasks.first).task
    #expect(task.item(.emoji, ParsingOptions(), zone: { _ in 0 }).item == line)
  }

  @Test func whatALineHasNoPlaceForIsTold() {
    let read = read(#"[{"isDone": true}, {"title": "A", "dueDate": "soon", "notes": "long", "list": []}]"#)
    #expect(read.tasks.map(\.number) == [2])
    #expect(read.diagnostics.map(\.severity) == [.error, .warning, .warning])
    #expect(read.diagnostics.last?.message.contains("\"notes\"") == true)
  }

  /// What vault exported is a note whatever its properties are.
  @Test func anExportIsNoToDo() {
    let read = read(#"{"title": "A", "body": "b", "dueDate": 1, "properties": {"isDone": true}}"#)
    #expect(read.notes.count == 1 && read.tasks.isEmpty)
  }
}
