import Foundation
import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct ImportedNoteTests {
  private let zone: ZoneOffset = { _ in 7200 }

  private func text(_ note: ImportedNote, stem: String = "Name") throws -> String {
    String(decoding: try note.fileText(stem: stem, zone: zone), as: UTF8.self)
  }

  @Test func aNoteWithoutPropertiesIsItsBody() throws {
    for body in ["", "text", "text\r\n", "# Name\n", "--- x\n", "---\nno end\n"] {
      #expect(try text(ImportedNote(title: "Name", body: Array(body.utf8))) == body)
    }
  }

  @Test func frontMatterNeverEndsItsLinesAsLongAgo() throws {
    let note = ImportedNote(title: "Other", body: Array("a\rb\r".utf8))
    #expect(try text(note) == "---\ntitle: Other\n---\na\rb\r")
  }

  @Test(arguments: [
    "---\na: b\n---\n", "---\n---\ntext", "+++\na = 1\n+++\n", "\u{FEFF}text", "---\r\na: b\r\n---\r\n",
  ])
  func aBodyThatLooksLikeFrontMatterStaysTheBody(_ body: String) throws {
    let text = try ImportedNote(title: "Name", body: Array(body.utf8)).fileText(stem: "Name", zone: zone)
    let read = text.withUnsafeBufferPointer { FrontMatterParser.parse($0) }
    #expect(Array(text[read.range.upperBound...]) == Array(body.utf8))
    #expect(read.properties == [])
  }

  @Test func theTitleIsWrittenOnlyWhereNothingElseGivesIt() throws {
    #expect(try text(ImportedNote(title: "Head", body: Array("# Head\n".utf8))) == "# Head\n")
    #expect(try text(ImportedNote(title: "Name", body: Array("# Head\n".utf8))) == "---\ntitle: Name\n---\n# Head\n")
    #expect(try text(ImportedNote(title: "A: b", body: [])) == "---\ntitle: \"A: b\"\n---\n")
    #expect(try text(ImportedNote(title: nil, body: [0x78])) == "x")
  }

  @Test func tagsOfTheTextAreNotWrittenAgain() throws {
    var note = ImportedNote(title: "Name", body: Array("#one and #Two/x\r\n".utf8))
    note.tags = ["ONE", "three", "Two"]
    #expect(try text(note) == "---\r\ntags: [three, Two]\r\n---\r\n#one and #Two/x\r\n")
  }

  @Test func theKeysStandInTheirOrder() throws {
    var note = ImportedNote(title: "T", body: Array("b".utf8))
    (note.id, note.tags, note.aliases, note.category, note.source) = ("7", ["a"], ["x"], "goal", "web")
    (note.pinned, note.favorite, note.summary, note.actionItems) = (true, true, "s", ["do: it"])
    (note.created, note.updated) = (.dateTime(1_767_225_600_000), .instant(1_767_225_600_123))
    note.properties = [ImportedNote.Entry(key: "mood", value: .text("true"))]
    let frontMatter = note.frontMatter(stem: "Name", zone: zone)
    #expect(
      frontMatter.map(\.key) == [
        "id", "title", "aliases", "tags", "created", "updated", "summary", "action_items", "category", "source", "pin",
        "favorite", "mood",
      ])
    let bytes = try note.fileText(stem: "Name", zone: zone)
    var parser = NoteParser()
    let read = bytes.withUnsafeBufferPointer { parser.parse($0, path: NotePath("Name.md"), modified: 0).note }
    #expect(read.diagnostics == [])
    #expect(read.id == "7" && read.title == "T" && read.actionItems == ["do: it"] && read.pinned && read.favorite)
    #expect(read.created == note.created && read.updated == .instant(1_767_225_600_000))
    #expect(read.frontMatter["mood"]?.value == .text("true"))
  }

  @Test func whatCannotBeWrittenIsAnError() {
    var note = ImportedNote(title: "Name", body: [])
    note.properties = [ImportedNote.Entry(key: "a", value: .text(String(repeating: "x", count: 70_000)))]
    #expect(throws: UnwritableNoteError.self) { try note.fileText(stem: "Name", zone: zone) }
    var deep = PropertyValue.text("x")
    for _ in 0..<60 { deep = .list([deep]) }
    note.properties = [ImportedNote.Entry(key: "a", value: deep)]
    #expect(throws: UnwritableNoteError.self) { try note.fileText(stem: "Name", zone: zone) }
  }

  // There and back

  private func value(_ text: String?) -> PropertyValue { text.map { .text($0) } ?? .null }

  /// A note as the command line exports it.
  private func exported(_ note: Note, _ bytes: [UInt8]) -> [UInt8] {
    let place = SourceLocation(line: 1, column: 1)
    func list(_ texts: [String]) -> PropertyValue { .list(texts.map { .text($0) }) }
    let members: [(String, PropertyValue)] = [
      ("path", .text(note.path.text)), ("title", .text(note.title)), ("id", value(note.id)), ("tags", list(note.tags)),
      ("aliases", list(note.aliases)), ("category", .text(note.category ?? Note.defaultCategory)),
      ("source", .text(note.source ?? Note.defaultSource)), ("pinned", .checkbox(note.pinned)),
      ("favorite", .checkbox(note.favorite)), ("created", .text(note.created.iso8601(in: zone))),
      ("updated", .text(note.updated.iso8601(in: zone))), ("summary", value(note.summary)),
      ("actionItems", list(note.actionItems)), ("properties", .map(note.frontMatter.properties)), ("words", .null),
      ("snippet", .text(note.snippet)), ("body", .text(String(decoding: bytes[note.bodyRange], as: UTF8.self))),
    ]
    var json: [UInt8] = [UInt8(ascii: "[")]
    members.map { Property(key: $0.0, value: $0.1, location: place) }.appendJSON(to: &json)
    return json + [UInt8(ascii: "]")]
  }

  private func check(_ files: [Corpus.File]) throws {
    var parser = NoteParser()
    var (same, refused) = (0, 0)
    for file in files where String(validating: file.bytes, as: UTF8.self) != nil {
      let path = NotePath(file.path)
      let modified: Int64 = 1_772_000_000_000
      let note = file.bytes.withUnsafeBufferPointer { parser.parse($0, path: path, modified: modified).note }
      let json = exported(note, file.bytes)
      let read = JSONNotes(json)
      let (notes, diagnostics) = (read.notes, read.diagnostics)
      #expect(!diagnostics.contains { $0.severity == .error }, "\(file.path)")
      let imported = try #require(notes.first)
      #expect(imported.path == file.path)
      #expect(imported.body == Array(file.bytes[note.bodyRange]))
      let text: [UInt8]
      do throws(UnwritableNoteError) {
        text = try imported.fileText(stem: path.stem, zone: zone)
      } catch {
        refused += 1
        continue
      }
      let time = imported.modified?.instant(in: zone) ?? 0
      let again = text.withUnsafeBufferPointer { parser.parse($0, path: path, modified: time).note }
      let second = exported(again, text)
      #expect(
        second == json,
        "\(file.path)\n\(String(decoding: json, as: UTF8.self))\n\(String(decoding: second, as: UTF8.self))")
      same += 1
    }
    #expect(same > 20 && refused * 100 < same, "\(same) the same, \(refused) refused")
  }

  @Test func theSampleVaultExportedAndImportedIsTheSame() throws {
    try check(try Corpus.sampleNotes())
  }

  @Test(.enabled(if: RepositoryPlaces.corpusVault("obsidian-hub") != nil, "the corpus is not there"))
  func realNotesExportedAndImportedAreTheSame() throws {
    let folder = try #require(Corpus.folder).appendingPathComponent("obsidian-hub")
    // Hidden folders hold no notes.
    let paths = try Corpus.notes(in: folder).filter { !"/\($0)".contains("/.") }
    try check(try stride(from: 0, to: paths.count, by: 11).map { try Corpus.read(paths[$0], in: folder) })
  }
}
