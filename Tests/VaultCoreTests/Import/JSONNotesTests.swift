import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct JSONNotesTests {
  private func read(_ json: String) -> (notes: [ImportedNote], diagnostics: [Diagnostic]) {
    let read = JSONNotes(Array(json.utf8))
    return (read.notes, read.diagnostics)
  }

  /// The only note, of which nothing was left out.
  private func note(_ json: String) throws -> ImportedNote {
    let (notes, diagnostics) = read(json)
    #expect(diagnostics == [])
    return try #require(notes.count == 1 ? notes.first : nil)
  }

  @Test func readsTheItemsOfTheNotesApp() throws {
    let note = try note(
      ##"[{"id": 12, "name": "Shop", "details": "milk\r\n", "isFav": true, "isSynced": false, "tags": ["#food", "two words"], "createdAt": 1767225600}]"##
    )
    #expect(note.id == "12" && note.title == "Shop" && note.favorite && !note.pinned)
    #expect(note.body == Array("milk\r\n".utf8))
    #expect(note.tags == ["food", "two-words"])
    #expect(note.created == .instant(1_767_225_600_000) && note.updated == nil)
    #expect(note.properties == [] && !note.isExport)
  }

  @Test func readsTheNoteItem() throws {
    let note = try note(
      #"{"notes": [{"title": "T", "body": "b", "summary": "s", "action_items": ["a"], "category": "idea", "source": "voice", "pinned": true, "created": "2026-01-02", "updated": "2026-01-03T10:00:00+01:00", "aliases": "Tee", "mood": {"level": 3, "since": "2026-01-01"}, "words": 1}]}"#
    )
    #expect(note.summary == "s" && note.actionItems == ["a"] && note.category == "idea" && note.source == "voice")
    #expect(note.pinned && note.aliases == ["Tee"])
    #expect(note.created == NoteDate("2026-01-02") && note.updated == .instant(1_767_430_800_000))
    #expect(note.properties.map(\.key) == ["mood"])
    let text = String(decoding: try note.fileText(stem: "T", zone: { _ in 3600 }), as: UTF8.self)
    #expect(
      text == """
        ---
        aliases: [Tee]
        created: 2026-01-02
        updated: 2026-01-03T10:00:00+01:00
        summary: s
        action_items: [a]
        category: idea
        source: voice
        pin: true
        mood: {level: 3, since: 2026-01-01}
        ---
        b
        """)
  }

  @Test func whatIsWrongIsToldAndTheRestTaken() {
    let (notes, diagnostics) = read(
      #"[1, {"title": "A", "tags": ["ok", "1", {}], "created": "soon", "pinned": "maybe"}, {}, {"title": "B", "body": [1]}, {"body": "x", "path": "../x.md"}, {"path": "a.txt", "title": "C"}]"#
    )
    #expect(notes.map(\.title) == ["A", nil, "C"])
    #expect(notes.map(\.path) == [nil, nil, nil])
    #expect(notes.first?.tags == ["ok"])
    let messages = diagnostics.map(\.message)
    #expect(messages.count == 9)
    #expect(messages.first == "note 1 is a number, not an object; it is left out")
    #expect(messages.contains { $0.hasPrefix("note 2 (\"A\") has no date that can be read as \"created\"") })
    #expect(messages.contains { $0.hasPrefix("note 4 (\"B\") has a list as \"body\"") })
    #expect(diagnostics.count { $0.severity == .error } == 3)
  }

  @Test(arguments: ["", "x", "1", "\"a\"", "[", "[{]", "null", "\u{0}"])
  func whatIsNoListOfNotesIsAnError(_ json: String) {
    let (notes, diagnostics) = read(json)
    #expect(notes == [])
    #expect(diagnostics.map(\.code) == [.importFailed])
  }

  @Test func aTextOfTagsIsSeveral() throws {
    #expect(try note(##"[{"title": "T", "tags": "a, #b  c"}]"##).tags == ["a", "b", "c"])
  }

  @Test func aDateThatCannotBeReadBecomesAProperty() throws {
    let (notes, diagnostics) = read(#"[{"title": "T", "createdAt": -1}]"#)
    #expect(notes.first?.properties == [ImportedNote.Entry(key: "createdAt", value: PropertyValue(plain: "-1"))])
    #expect(diagnostics.count == 1 && diagnostics.first?.message.contains("\"createdAt\"") == true)
  }

  @Test func halfACharacterIsTold() throws {
    let (notes, diagnostics) = read("[{\"title\": \"T\",\n\"body\": \"a\\ud800b\\udc00 \\ud83d\\ude00\"}]")
    #expect(notes.first?.body == Array("a\u{FFFD}b\u{FFFD} \u{1F600}".utf8))
    #expect(diagnostics.map(\.location) == [SourceLocation(line: 2, column: 11)])
    #expect(diagnostics.first?.message.hasPrefix("\"body\" has half of a character") == true)
  }

  @Test func manyHalvesAreCounted() {
    let items = Array(repeating: #"{"title": "\ud800\ud800"}"#, count: 25).joined(separator: ",")
    let (notes, diagnostics) = read("[\(items)]")
    #expect(notes.count == 25 && diagnostics.count == 21)
    #expect(diagnostics.last?.message == "the same is so in 5 texts behind it")
  }

  @Test(arguments: [
    ("CON.md", "_CON.md"), ("a/nul/b.md", "a/_nul/b.md"), (#"a\..\b.md"#, "a-..-b.md"), (#"\\.md"#, "Untitled.md"),
  ])
  func pathsThatLeadElsewhereOnWindowsAreMadeSafe(_ path: String, _ safe: String) throws {
    let escaped = path.replacing("\\", with: "\\\\")
    let (notes, diagnostics) = read("[{\"path\": \"\(escaped)\", \"body\": \"\"}]")
    #expect(notes.first?.path == safe)
    #expect(diagnostics.count == 1)
  }

  @Test func pathsThatOnlySomeSystemsRefuseAreKept() throws {
    #expect(try note(#"[{"path": "Logs/12:30 #1.md", "body": ""}]"#).path == "Logs/12:30 #1.md")
  }

  @Test func randomJSONNeverTraps() {
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"title\"", "\"body\"", "\"tags\"", "\"createdAt\"", "\"properties\"", "\"path\"",
      "\"a\"", "1",
      "1e400", "-0", "true", "null", "\"2026-01-01\"", "\"\\uD800\"", "[]", "{}", "\"---\\n---\\n\"",
    ]
    var random = SeededGenerator(seed: 81)
    var read = 0
    for _ in 0..<6_000 {
      var json = ""
      for _ in 0...random.below(6) { json += random.pick(pieces) + ":" + random.pick(pieces) + "," }
      let (notes, _) = self.read("[{" + json.dropLast() + "}]")
      for note in notes {
        read += 1
        do throws(UnwritableNoteError) {
          let text = try note.fileText(stem: "n", zone: { _ in 0 })
          #expect(Array(text.suffix(note.body.count)) == note.body)
        } catch {
          #expect(!note.properties.isEmpty || note.id != nil || note.title != nil)
        }
      }
    }
    #expect(read > 20)
  }
}
