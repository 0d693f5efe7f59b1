import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// The index with texts of editors over it answers as the files would if the texts were saved.
struct OverlaidSnapshotTests {
  private static let isLong = ProcessInfo.processInfo.environment["VAULT_SOAK"] != nil
  private static let seeds = Array(0..<UInt64(isLong ? 400 : 14))

  @Test(arguments: seeds) func randomEditsAreAnsweredAsSaved(_ seed: UInt64) throws {
    var random = RandomNotes(seed: 7_000 + seed)
    var files: [String: [UInt8]] = ["file 2.png": [1], ".vault/config.yaml": []]
    if seed % 4 == 1 { files[".vault/config.yaml"] = Array("max_file_size: 300\n".utf8) }
    if seed % 4 == 2 { files[".vault/config.yaml"] = Array("tasks:\n  filter: \"#task\"\n".utf8) }
    var texts: [String: [UInt8]] = [:]
    for _ in 0..<12 + random.below(8) {
      guard let path = random.path() else { break }
      let text = random.text()
      files[path] = text
      if random.below(4) == 0 { texts[path] = random.edited(text) }
    }
    for _ in 0..<1 + random.below(3) {
      if let path = random.path() { texts[path] = random.text() }
    }
    try OverlaidVault(files, texts).expectAnswersAsSaved(queries: 14, names: 24, seed: seed)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var files: [String: String]
    var texts: [String: String]

    init(_ name: String, _ files: [String: String], _ texts: [String: String]) {
      (testDescription, self.files, self.texts) = (name, files, texts)
    }
  }

  static let cases = [
    Case(
      "an alias comes and another goes",
      ["a.md": "---\naliases: [old]\n---\nalpha", "b.md": "[[old]] [[new]] old and new", "c.md": "[[new]]"],
      ["a.md": "---\naliases: [new]\n---\nalpha"]),
    Case(
      "an alias that a file name of another note takes over",
      ["a.md": "---\naliases: [nick]\n---\n", "b.md": "[[nick]] text"], ["nick.md": "# Nick\nback to [[a]]"]),
    Case(
      "a new note nearer to the root is what a link means",
      ["x/y/plan.md": "# Far", "b.md": "[[plan]] and [[x/y/plan]]"], ["plan.md": "near", "x/plan.md": "between"]),
    Case(
      "a link to nothing finds its note", ["b.md": "[[later]] [t](later.md)", "c.md": "x"],
      ["later.md": "now here #new"]),
    Case(
      "a tag's only note loses it, and another spells it first",
      ["a.md": "#Work #gone x", "b.md": "#work y", "c.md": "#WORK/deep z"],
      ["a.md": "no tag here", "0.md": "#wORK first", "c.md": "#work/Deep"]),
    Case(
      "twins come and go",
      ["a.md": "- [ ] Same\n- [ ] Same\n- [ ] Other 📅 2026-03-03\n", "b.md": "- [ ] Same\n"],
      ["a.md": "- [ ] Same\n- [ ] Other 📅 2026-03-03\n- [ ] Other 📅 2026-03-04\n- [ ] Other 📅 2026-03-04\n"]),
    Case(
      "an id moves to another note, and what waits for it is free",
      [
        "a.md": "- [ ] first 🆔 one\n- [ ] waits ⛔ one,two\n", "b.md": "- [x] done 🆔 two\n", "c.md": "- [ ] z ⛔ three\n",
      ],
      ["a.md": "- [x] first 🆔 one\n- [ ] waits ⛔ one,two\n", "b.md": "- [ ] done 🆔 two\n- [ ] three 🆔 three\n"]),
    Case(
      "a heading is renamed", ["a.md": "# Old title\ntext", "b.md": "[[a#Old title]] Old title, New title"],
      ["a.md": "# New title\ntext"]),
    Case(
      "front matter breaks and is mended",
      ["a.md": "---\ntitle: Fine\ntags: [x]\n---\nalpha [[b]]", "b.md": "---\ntitle: [broken\n---\nbeta"],
      ["a.md": "---\ntitle: [Fine\ntags: x]]\n---\nalpha [[b]]", "b.md": "---\ntitle: Whole\n---\nbeta"]),
    Case(
      "a byte order mark and other line ends",
      ["a.md": "---\ntitle: One\n---\n# H\n- [ ] Do it\nword", "b.md": "[[One]] word"],
      ["a.md": "\u{FEFF}---\r\ntitle: Two\r\n---\r\n# H\r\n- [ ] Do it\r\nword\r\n"]),
    Case(
      "a text becomes empty, and an empty one a note", ["a.md": "all of it #t [[b]]\n- [ ] task", "b.md": ""],
      ["a.md": "", "b.md": "all of it #t [[a]]\n- [ ] task"]),
    Case(
      "words that only the texts have, and words that they had",
      ["a.md": "sunflower meadow", "b.md": "meadow meadow lark", "c.md": "lark"],
      ["a.md": "sunflowers moonlight", "d.md": "moonlit meadowlark"]),
    Case(
      "names that differ in case", ["Note.md": "x [[note]]", "b.md": "[[NOTE]] [[a/note]]"], ["a/NOTE.md": "y [[b]]"]),
  ]

  @Test(arguments: cases) func hardCasesAreAnsweredAsSaved(_ given: Case) throws {
    for seed in 0..<2 as Range<UInt64> {
      try OverlaidVault(given.files, given.texts).expectAnswersAsSaved(queries: 25, names: 20, seed: seed)
    }
  }

  /// A word list and numbers of notes that are gone come with an index that was brought up to date many times.
  @Test func anOldIndexAnswersAsWell() throws {
    let vault = try OverlaidVault(
      ["a.md": "sunflower one", "b.md": "meadow two [[a]]", "c.md": "three #t\n- [ ] task"],
      ["b.md": "moonflower meadow [[c]] #t\n- [ ] task", "e.md": "sunflower [[a]]"])
    func search(_ text: String) throws -> [String] {
      try vault.vault().read { reader throws in
        try VaultAnswers.search(reader, vault.test.query(text), SearchOptions(suggests: true))
      }
    }
    for number in 0..<4 {
      #expect(try search("~flower").first?.hasPrefix("total \(number == 0 ? 3 : 4) ") == true)
      try vault.folder.write("flower number \(number)", to: "a.md")
      try vault.folder.write("sunflower d \(number)", to: "d.md")
    }
    try vault.expectAnswersAsSaved(queries: 30, names: 12, seed: 3)
  }

  /// What another process is shown of the disk must not mean another task here.
  @Test func theHandleOfATaskThatTheTextHasNotMeansNoOther() throws {
    let vault = try OverlaidVault(["a.md": "- [ ] gone\n- [ ] stays\n"], ["a.md": "- [ ] stays\n- [ ] new\n"])
    let shown = try vault.test.vault().read { try $0.tasks(Query(), scope: .all).tasks }
    let gone = try #require(shown.first { $0.task.description == "gone" })
    let stays = try #require(shown.first { $0.task.description == "stays" })
    try vault.vault().read { reader throws in
      #expect(try reader.place(ofTask: stays.shortHandle).line == 1)
      #expect(throws: TaskChangedError.self) { try reader.place(ofTask: gone.task.handle) }
      #expect(throws: TaskChangedError.self) { try reader.place(ofTask: gone.shortHandle) }
    }
  }

  /// All begin with the same three characters, so that four of each are shown.
  @Test func handlesAreMergedInOrder() {
    func handle(_ text: String) -> String { text + String(repeating: "0", count: TaskHandle.length - text.utf8.count) }
    var table = TaskHandleTable()
    for text in ["aaa1", "aaa3", "b"] { table.append(handle(text).utf8) }
    let merged = table.merged(with: ["aaa2", "aaa3", "c", "0"].map(handle))
    #expect(merged.count == 6)
    #expect(["aaa1", "aaa2", "aaa3"].map { merged.shortest(handle($0)) } == ["aaa1", "aaa2", "aaa3"])
    #expect(["b", "c", "0"].map { merged.shortest(handle($0)) } == ["b00", "c00", "000"])
    #expect(table.merged(with: []).count == 3)
  }

  @Test func wordListsAreMergedInOrder() {
    func list(_ words: [String]) -> WordList {
      WordList(nextID: 5, words: Array((" " + words.map { $0 + " " }.joined()).utf8))
    }
    let merged = list(["a", "ab", "abc", "d"]).merged(with: list(["aa", "abc", "b", "é"]))
    #expect(merged.words == list(["a", "aa", "ab", "abc", "b", "d", "é"]).words)
    #expect(list([]).merged(with: list(["x"])).words == list(["x"]).words)
    #expect(list(["x"]).merged(with: list([])).words == list(["x"]).words)
  }
}
