import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct NoteParserTests {
  private func day(_ text: String) throws -> CivilDate { try #require(CivilDate(text)) }

  // MARK: Titles and names

  @Test(arguments: [
    ("---\ntitle: From YAML\n---\n# Head\n", "From YAML"), ("# Head\n", "Head"), ("Head\n===\n", "Head"),
    ("## Two\n", "Note"), ("", "Note"),
    ("> # Called\n", "Note"),
    ("```\n# no\n```\n", "Note"), ("---\ntitle: \"\"\n---\n# Head\n", "Head"), ("---\ntitle:\n---\n# Head\n", "Head"),
    ("---\ntitle: 2026\n---\n", "2026"), ("---\nTITLE: Any case\n---\n", "Any case"),
    ("---\ntitle: [a, b]\n---\n# Head\n", "Head"),
    ("\u{FEFF}---\r\ntitle: x y\r\n---\r\n", "x y"),
    ("+++\ntitle = \"T\"\n+++\n# Head\n", "T"),
    ("---\n{\"title\": \"J\"}\n---\n", "J"), ("---\ntitle: [\n---\n# Head\n", "Head"),
    ("%%\n# hidden\n%%\n# Seen\n", "Seen"),
  ])
  func title(_ source: String, _ title: String) {
    #expect(ReadNote(source).note.title == title)
  }

  @Test(arguments: [
    ("a/b/Name.md", "Name"), ("2026-01-03 Day.markdown", "2026-01-03 Day"), (".md", ".md"), ("a.b.md", "a.b"),
  ])
  func titleOfAFile(_ path: String, _ title: String) {
    #expect(ReadNote("", path: path).note.title == title)
  }

  @Test(
    arguments: [
      ("aliases: [A, B c]", ["A", "B c"]), ("alias: One", ["One"]), ("aliases: One two", ["One two"]),
      ("aliases: [1, true]", ["1", "true"]),
      ("aliases: []", []), ("aliases:", []), ("aliases: {a: b}", []), ("Aliases:\n  - x\n  - ''", ["x"]),
      ("aliases:\nalias: y", ["y"]),
    ] as [(String, [String])])
  func aliases(_ yaml: String, _ aliases: [String]) {
    #expect(ReadNote("---\n\(yaml)\n---\n").note.aliases == aliases)
  }

  // MARK: Tags

  @Test(
    arguments: [
      ("tags: [a, b/c]", ["a", "b/c"], []), ("tags:\n  - a\n  - A\n  - '#b'", ["a", "b"], ["tags-hash"]),
      ("tags: one", ["one"], []),
      ("tags: '#one'", ["one"], ["tags-hash"]), ("tags: a, b c", ["a", "b", "c"], ["tags-text"]),
      ("tag: a", ["a"], ["tags-key"]),
      ("tags: [a]\ntag: b", ["a", "b"], ["tags-key"]), ("tags: [a b]", [], ["tags-invalid"]),
      ("tags: [2026]", [], ["tags-invalid"]),
      ("tags: [1a, true]", ["1a", "true"], []), ("tags: {a: b}", [], ["property-type"]), ("tags:", [], []),
      ("tags: []", [], []),
      ("other: '#x'", [], []), ("tags: [日本, é]", ["日本", "é"], []), ("tags: [a.b]", [], ["tags-invalid"]),
      ("tags: [[a]]", [], ["property-type"]), ("tags: ''", [], []), ("tags: ['']", [], []),
    ] as [(String, [String], [String])])
  func frontMatterTags(_ yaml: String, _ tags: [String], _ codes: [String]) {
    let read = ReadNote("---\n\(yaml)\n---\n")
    #expect(read.note.tags == tags)
    #expect(read.codes == codes)
  }

  @Test func tagsAreListedOnceAsFirstSeen() {
    let note = ReadNote("---\ntags: [One, two]\n---\n#ONE #Three\n#three #é #É\n").note
    #expect(note.tags == ["One", "two", "Three", "é"])
    #expect(note.tagOccurrences.map(\.tag) == ["ONE", "Three", "three", "é", "É"])
    #expect(note.tagOccurrences.map(\.location.line) == [4, 4, 5, 5, 5])
    #expect(note.tagOccurrences.map(\.location.column) == [1, 6, 1, 8, 12])
  }

  // MARK: Properties

  @Test func propertiesWithAMeaning() {
    let note = ReadNote(
      "---\nid: x-1\ncategory: work\nsource: voice\nsummary: S\npin: yes\nfavorite: true\naction_items: [a, b]\n---\n"
    ).note
    #expect(note.id == "x-1" && note.category == "work" && note.source == "voice" && note.summary == "S")
    #expect(note.pinned && note.favorite && note.actionItems == ["a", "b"])
    let empty = ReadNote("").note
    #expect(empty.id == nil && empty.category == nil && empty.source == nil && empty.summary == nil)
    #expect(!empty.pinned && !empty.favorite && empty.actionItems.isEmpty)
    #expect(ReadNote("---\npinned: true\n---\n").note.pinned)
    #expect(!ReadNote("---\npin: false\n---\n").note.pinned)
  }

  @Test(arguments: [
    ("pin: [a]", 1), ("favorite: often", 1), ("category: [a]", 1), ("source: {a: b}", 1), ("aliases: {a: b}", 1),
    ("action_items: {a: 1}", 1),
    ("summary: [x]", 1), ("pin:", 0), ("category:", 0), ("unknown: {a: [1, {b: c}]}", 0), ("category: 5", 0),
  ])
  func illTypedProperties(_ yaml: String, _ count: Int) {
    let read = ReadNote("---\nfirst: 1\n\(yaml)\n---\n")
    #expect(read.codes == Array(repeating: "property-type", count: count))
    let column = (yaml.firstIndex(of: " ").map { yaml.distance(from: yaml.startIndex, to: $0) } ?? 0) + 2
    #expect(read.note.diagnostics.allSatisfy { $0.location == SourceLocation(line: 3, column: column) })
    #expect(read.note.frontMatter.properties.count == 2, "an ill-typed property is kept as it is")
  }

  @Test func warningsStandAtTheValue() {
    let read = ReadNote(
      "\u{FEFF}---\ntags:\n  - good\n  - a b\nné: x\naliases: [é, 1, null, {a: b}]\ncreated:\n  soon\nTAGS: [é, c d]\n---\n"
    )
    let places = read.note.diagnostics.map { "\($0.location.line):\($0.location.column) \($0.code.rawValue)" }
    #expect(
      places == [
        "4:5 tags-invalid", "6:24 property-type", "8:3 date-unreadable", "9:1 property-key-case",
      ])
    #expect(read.note.aliases == ["é", "1"] && read.note.tags == ["good"])
    let toml = ReadNote("+++\ntitle = \"t\"\ntags = [\"a\",\n  \"b c\"]\n+++\n")
    #expect(toml.note.diagnostics.map(\.location) == [SourceLocation(line: 4, column: 3)])
  }

  @Test func aByteOrderMarkIsNoColumn() {
    let note = ReadNote("\u{FEFF}a #tag [[link]]\n").note
    #expect(note.tagOccurrences.map(\.location) == [SourceLocation(line: 1, column: 3)])
    #expect(note.links.map(\.location) == [SourceLocation(line: 1, column: 8)])
  }

  @Test(arguments: [
    ("Status: a\nstatus: b", ["property-key-case"]), ("é: a\nÉ: b", []), ("a: 1\nb: 2", []),
    ("a: 1\na: 2", ["front-matter-duplicate-key"]),
    ("a: {b: 1, B: 2}", []), ("source: 5\nsummary: true", []),
    ("aliases: [[a]]\naction_items: [1, ~]", ["property-type"]), ("aliases:\n  -\ntags: [a, ]", []),
  ])
  func warningsAboutKeysAndItems(_ yaml: String, _ codes: [String]) {
    #expect(ReadNote("---\n\(yaml)\n---\n").codes == codes)
  }

  // MARK: Dates

  @Test func dates() throws {
    let day = NoteDate.date(try day("2026-01-03"))
    for key in ["created", "date", "created_at", "createdAt", "Created"] {
      #expect(ReadNote("---\n\(key): 2026-01-03\n---\n", path: "2025-05-05.md").note.created == day)
    }
    for key in ["updated", "modified", "lastmod", "updated_at", "updatedAt"] {
      #expect(ReadNote("---\n\(key): 2026-01-03\n---\n").note.updated == day)
    }
    let both = ReadNote("---\ndate: 2026-02-02\ncreated: 2026-01-03\nmodified: 2026-02-02\nupdated: 2026-01-03\n---\n")
      .note
    #expect(both.created == day && both.updated == day)
    #expect(ReadNote("", path: "d/2026-01-03 Walk.md").note.created == day)
    #expect(
      ReadNote("", path: "2026-01-03/Walk.md", modified: 7).note.created == .instant(7),
      "the folder's name is not the file's")
    #expect(ReadNote("", modified: 7).note.updated == .instant(7))
    #expect(ReadNote("", path: "2026-01-03.md", modified: 7).note.updated == .instant(7))
    #expect(ReadNote("---\ncreated: 1767398400\n---\n").note.created == .instant(1_767_398_400_000))
  }

  /// What a template fills in is no mistake of its note.
  @Test(arguments: ["{{date}}", "\"{{date:YYYY-MM-DD}}\"", "<% tp.date.now() %>", "{{ date }}"])
  func aPlaceholderIsNoDateAndNoMistake(_ text: String) throws {
    let read = ReadNote("---\ncreated: \(text)\n---\n", path: "2025-05-05.md")
    #expect(read.codes == [])
    #expect(read.note.created == .date(try day("2025-05-05")))
  }

  @Test func anUnreadableDateIsReportedAndTheNextOneTaken() throws {
    let read = ReadNote("---\ncreated: soon\ndate: 2026-01-03\n---\n", path: "2025-05-05.md")
    #expect(read.note.created == .date(try day("2026-01-03")))
    #expect(read.codes == ["date-unreadable"])
    #expect(
      ReadNote("---\ncreated: 2026-02-30\n---\n", path: "2025-05-05.md").note.created == .date(try day("2025-05-05")))
  }

  // MARK: Other front matter

  @Test func brokenFrontMatterIsAWarningAndTheRestIsRead() {
    let read = ReadNote("---\ntitle: [a\nb: c\n---\n# Head #t\n- [ ] x\n")
    #expect(read.note.title == "Head #t" && read.note.tags == ["t"] && read.note.tasks.count == 1)
    #expect(read.note.diagnostics.count == 1 && read.note.diagnostics[0].location.line >= 2)
    #expect(ReadNote("---\n- a\n- b\n---\ntext\n").note.diagnostics.count == 1)
    #expect(ReadNote("---\n---\n# x\n").note.diagnostics.isEmpty)
    #expect(ReadNote("---\na: 1\nno end\n").note.bodyRange.lowerBound == 0)
  }

  @Test func tomlAndJSON() throws {
    let toml = ReadNote("+++\ntitle = \"T\"\ntags = [\"a\", \"b\"]\ndate = 2026-01-03\n+++\n- [ ] x\n").note
    #expect(toml.title == "T" && toml.tags == ["a", "b"] && toml.frontMatter.format == .toml && toml.tasks.count == 1)
    #expect(toml.created == .date(try day("2026-01-03")))
    let json = ReadNote("---\n{\"tags\": [\"a\"], \"pin\": true, \"created\": \"2026-01-03\"}\n---\nx\n").note
    #expect(json.tags == ["a"] && json.pinned)
    #expect(json.created == .date(try day("2026-01-03")))
  }

  @Test func invalidUTF8IsReadWithReplacementAndReported() {
    let read = ReadNote(
      bytes: Array("# caf".utf8) + [0xE9, 0x0A] + Array("\n- [ ] b".utf8) + [0xFF] + Array(" #t\n".utf8))
    #expect(read.codes == ["not-utf8"])
    #expect(read.note.diagnostics[0].location == SourceLocation(line: 1, column: 6))
    #expect(read.note.title == "caf\u{FFFD}" && read.note.tasks.map(\.description) == ["b\u{FFFD} #t"])
    #expect(ReadNote("a\u{FFFD}b").codes.isEmpty, "a replacement character is text")
    #expect(
      ReadNote(bytes: [0x61, 0x0D, 0x62, 0xC3]).note.diagnostics.map(\.location) == [SourceLocation(line: 2, column: 2)]
    )
  }

  @Test func wordsAndSnippet() {
    let note = ReadNote("---\ntitle: not counted\n---\n# One two\n\n  three\tfour\r\nfive\n").note
    #expect(note.words == 5)
    #expect(note.snippet == "One two three four five")
    #expect(ReadNote("x\n## A ##\n#tag #b\n####### c\n#\n").note.snippet == "x A ## #tag #b ####### c")
    #expect(ReadNote(String(repeating: "a", count: 500)).note.snippet.count == 200)
    #expect(ReadNote(String(repeating: "日", count: 500)).note.snippet == String(repeating: "日", count: 200))
    #expect(ReadNote(String(repeating: "🎉é", count: 500)).note.snippet == String(repeating: "🎉é", count: 100))
    #expect(ReadNote("").note.snippet == "" && ReadNote("").note.words == 0)
  }

  @Test func noPhraseSpansTwoValues() throws {
    let text = ReadNote("---\naliases: [red fox, brown bear]\ntags: [a, b]\n---\n# One\n# Two\n").text
    var scanner = WordScanner()
    func occurs(_ phrase: String, _ field: SearchableText.Field) throws -> Bool {
      let pattern = try #require(WordPattern(Query.TextMatch(phrase, .phrase), field: field, scanner: &scanner))
      return pattern.counts(in: text) != nil
    }
    #expect(try occurs("red fox", .alias))
    #expect(try occurs("brown bear", .alias))
    #expect(try !occurs("fox brown", .alias))
    #expect(try !occurs("a b", .tag))
    #expect(try !occurs("One Two", .heading))
    #expect(try occurs("One Two", .body))
  }
}
