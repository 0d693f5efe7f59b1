import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

@Suite struct CheckTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// `level path:line:column code`, of the codes that begin so.
  private func findings(_ prefix: String = "") throws -> [String] {
    func found(noIndex: Bool) throws -> [String] {
      try VaultUnderTest(folder).vault(noIndex: noIndex).read { try $0.findings() }.findings.map(\.diagnosed)
        .filter { $0.code.hasPrefix(prefix) }.map(\.text)
    }
    let answer = try found(noIndex: false)
    #expect(try found(noIndex: true) == answer)
    return answer
  }

  @Test func idsAndAliasesThatSeveralNotesHave() throws {
    try folder.write("---\nid: one\naliases: [Uno, Due]\n---\n", to: "a.md")
    try folder.write("---\ntitle: x\nid: one\nalias: due\n---\n", to: "b.md")
    try folder.write("---\nid: '{{id}}'\naliases: ['{{title}}']\n---\n", to: "t/c.md")
    try folder.write("---\nid: '{{id}}'\naliases: ['{{title}}']\n---\n", to: "t/d.md")
    #expect(
      try findings() == [
        "error a.md:2:5 id-duplicate", "warning a.md:3:16 alias-duplicate", "error b.md:3:5 id-duplicate",
        "warning b.md:4:8 alias-duplicate",
      ])
  }

  @Test func filesThatNothingNames() throws {
    try folder.write(
      "---\ncover: img/cover.png\n---\n![[embedded.png]] [t](linked.pdf)\n\n<img src=\"img/html%20one.png\">\n",
      to: "a.md")
    try folder.write("{\"nodes\":[{\"file\":\"img/canvas.png\"}]}", to: "board.canvas")
    for name in ["embedded.png", "linked.pdf", "img/cover.png", "img/html one.png", "img/canvas.png", "img/unused.png"]
    {
      try folder.write("", to: name)
    }
    for name in ["LICENSE", "run.sh", "data.csv"] { try folder.write("", to: name) }
    #expect(try findings() == ["warning img/unused.png attachment-orphan"])
  }

  @Test func linksThatLeadSomewhereElseThanToANote() throws {
    try folder.write("", to: "LICENSE")
    try folder.write("", to: ".github/x.md")
    try folder.write("", to: "sub/n.md")
    try folder.write(
      """
      [a](LICENSE) [b](sub/) [c](.github/x.md) [d](/sub) [[{{title}}]] [e](<% tp.file %>)

      %% [[in a comment]] %% `[[in code]]` [[gone]] [x](../outside.md)

      """, to: "a.md")
    #expect(try findings() == ["error a.md:3:38 link-dangling", "error a.md:3:47 link-dangling"])
  }

  @Test func case_() throws {
    try folder.write("", to: "Img/Picture.PNG")
    try folder.write("# One\n", to: "Sub/Note.md")
    try folder.write(
      "[a](sub/note.md) [b](Sub/Note.md) [[note]] ![](img/picture.png) ![[img/picture.png]] [c](Note.md)\n", to: "a.md")
    #expect(try findings("link") == ["warning a.md:1:1 link-case", "warning a.md:1:44 link-case"])
  }

  @Test func levelsAndIgnoredNotes() throws {
    try folder.write(
      "check:\n  levels: {link-dangling: info, 'tags-*': off}\n  ignore: ['path:Old/', 'tag:(']\n",
      to: ".vault/config.yaml")
    try folder.write("---\ntags: a b\n---\n[[gone]]\n", to: "a.md")
    try folder.write("[[gone]]\n", to: "Old/b.md")
    #expect(
      try findings() == [
        "error .vault/config.yaml:1:1 config-bad-value", "info a.md:4:1 link-dangling",
      ])
  }

  @Test func filesAreIgnoredByTheirPaths() throws {
    try folder.write("check: {ignore: ['path:Media/']}\n", to: ".vault/config.yaml")
    for name in ["Media/a.png", "Other/b.png"] { try folder.write("", to: name) }
    #expect(try findings() == ["warning Other/b.png attachment-orphan"])
  }

  @Test func silencedLines() throws {
    try folder.write(
      """
      ---
      date: soon # vault-check: off date-unreadable
      created: later
      ---
      [[gone]] <!-- vault-check: off link-dangling -->
      [[gone]] %% vault-check: off tags-text %%
      [[gone]] %% vault-check: off %%

      """, to: "a.md")
    #expect(try findings() == ["error a.md:3:10 date-unreadable", "error a.md:6:1 link-dangling"])
  }

  @Test func schema() throws {
    try folder.write(
      """
      check:
        schema:
          - notes: 'path:Projects/'
            required: [status]
            properties: {status: {values: [open, done]}, due: {type: date}, tags: {each: {pattern: '^p/'}}}
            other: false
          - notes: 'tag:('

      """, to: ".vault/config.yaml")
    try folder.write("---\nstatus: Open\ndue: soon\ntags: [p/a, b]\nrest: 1\n---\n", to: "Projects/a.md")
    try folder.write("text\n", to: "Projects/b.md")
    try folder.write("+++\nstatus = 1\n+++\n", to: "Projects/toml.md")
    try folder.write("---\nstatus: Open\n---\n", to: "c.md")
    #expect(
      try findings() == [
        "error .vault/config.yaml:1:1 config-bad-value", "error Projects/a.md:2:9 property-value",
        "error Projects/a.md:3:6 property-type", "error Projects/a.md:4:13 property-value",
        "error Projects/a.md:5:1 property-unknown", "error Projects/b.md:1:1 property-missing",
      ])
  }

  // MARK: The baseline

  private func check(_ request: CheckRequest = CheckRequest()) throws -> CheckReport {
    try VaultUnderTest(folder).vault().read { try $0.check(request) }
  }

  @Test func aBaselineKnowsFindingsThatMoved() throws {
    try folder.write("[[gone]]\n[[gone]]\n[[other]]\n", to: "a.md")
    let first = try check()
    #expect(first.new.count == 3 && Set(first.items.map(\.mark)).count == 3)
    let file = folder.absolute("known.json")
    try AtomicFile.replace(file, first.baseline.text, mode: 0o644)
    let known = try #require(try Baseline.read(file))
    #expect(known.entries == first.baseline.entries)
    #expect(try check(CheckRequest(baseline: known)).new == [])
    try folder.write("More.\n\n  [[gone]]\n[[gone]]\n[[new]]\n", to: "a.md")
    let second = try check(CheckRequest(baseline: known))
    #expect(second.new.map(\.diagnosed.text) == ["error a.md:5:1 link-dangling"])
    #expect(second.gone == 1)
    try folder.write("[[gone]]\n[[gone]]\n[[gone]]\n", to: "a.md")
    #expect(try check(CheckRequest(baseline: known)).new.count == 1, "one more of the same is new")
  }

  @Test func anotherFindingOnAKnownLineIsNew() throws {
    try folder.write("check: {schema: [{notes: 'path:P/', required: [a, b]}]}\n", to: ".vault/config.yaml")
    try folder.write("---\nb: 1\n---\n", to: "P/n.md")
    try folder.write("[[x]] [[y]]\n", to: "l.md")
    try folder.write("", to: "y.md")
    let known = try check().baseline
    try folder.write("---\na: 1\n---\n", to: "P/n.md")
    try FileManager.default.moveItem(atPath: folder.absolute("y.md"), toPath: folder.absolute("x.md"))
    let report = try check(CheckRequest(baseline: known))
    #expect(report.new.count == 2 && report.gone == 2)
  }

  @Test func whatIsNoBaselineIsNotWrittenOver() throws {
    try folder.write("[[gone]]\n", to: "a.md")
    let baseline = try check().baseline
    #expect(throws: BaselineError.self) { try baseline.write(to: folder.absolute("a.md")) }
    try folder.write("", to: "empty.json")
    try folder.write("{\"version\":1,\"fin", to: "cut.json")
    symlink("cut.json", folder.absolute("link.json"))
    chmod(folder.absolute("cut.json"), 0o600)
    for name in ["new.json", "empty.json", "link.json"] {
      try baseline.write(to: folder.absolute(name))
      #expect(try Baseline.read(folder.absolute(name))?.entries == baseline.entries)
    }
    var status = stat()
    #expect(lstat(folder.absolute("link.json"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(stat(folder.absolute("cut.json"), &status) == 0 && status.st_mode & 0o777 == 0o600)
    mkfifo(folder.absolute("pipe"), 0o600)
    #expect(throws: (any Error).self) { try baseline.write(to: folder.absolute("pipe")) }
  }

  /// What is made of a line is made once for all findings on it.
  @Test func manyFindingsOnOneLine() throws {
    try folder.write(String(repeating: "é[[gone]] ", count: 500) + "\n", to: "a.md")
    let report = try check()
    #expect(report.items.map(\.scalarColumn) == (0..<500).map { 2 + 10 * $0 })
    #expect(Set(report.items.map(\.mark)).count == 500)
  }

  @Test func damagedBaselines() throws {
    try folder.write("[[gone]]\n", to: "a.md")
    let whole = try check().baseline.text
    let file = folder.absolute("known.json")
    #expect(try Baseline.read(file) == nil)
    for length in [0, 1, whole.count / 2, whole.count - 3] {
      #expect(throws: BaselineError.self) { try Baseline(reading: Array(whole.prefix(length)), from: file) }
    }
    for text in [
      "{\"version\":2,\"findings\":[]}", "[]", "{\"version\":1,\"findings\":[{\"code\":\"a\"}]}", "{\"version\":1}",
    ] {
      #expect(throws: BaselineError.self) { try Baseline(reading: Array(text.utf8), from: file) }
    }
  }
}

extension Finding {
  /// The code, and `level path:line:column code`.
  var diagnosed: (code: String, text: String) {
    let place = diagnostic.place.map { ":\($0.line):\($0.column)" } ?? ""
    let code = diagnostic.code.rawValue
    return (code, "\(diagnostic.severity.rawValue) \(path?.text ?? "")\(place) \(code)")
  }
}
