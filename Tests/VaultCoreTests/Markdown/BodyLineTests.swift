import Testing
import VaultTestSupport

@testable import VaultCore

/// `kind depth text` of each line of a body.
struct LineCase: Sendable, CustomTestStringConvertible {
  var source: String
  var lines: [String]

  init(_ source: String, _ lines: String...) {
    self.source = source
    self.lines = lines
  }

  var testDescription: String { source.debugDescription }
}

@Suite struct BodyLineTests {
  private static let lists = [
    LineCase("- a", "bullet 1 a"),
    LineCase("* a\n", "bullet 1 a"),
    LineCase("+ a\n", "bullet 1 a"),
    LineCase("1. a\n2. b\n", "ordered(1) 1 a", "ordered(2) 1 b"),
    LineCase("7) a\n9) b\n", "ordered(7) 1 a", "ordered(9) 1 b"),
    LineCase("003. a\n", "ordered(3) 1 a"),
    LineCase("123456789. a\n", "ordered(123456789) 1 a"),
    LineCase("1234567890. a\n", "text 0 1234567890. a"),
    LineCase("- a\n  - b\n    - c\n- d\n", "bullet 1 a", "bullet 2 b", "bullet 3 c", "bullet 1 d"),
    LineCase("- a\n\t- b\n\t\t- c\n", "bullet 1 a", "bullet 2 b", "bullet 3 c"),
    LineCase("1. a\n   - b\n", "ordered(1) 1 a", "bullet 2 b"),
    LineCase("- - a\n", "bullet 2 a"),
    LineCase("- 5. a\n", "ordered(5) 2 a"),
    LineCase("-\n- b\n", "bullet 1 ", "bullet 1 b"),
    LineCase("-\n  a\n", "bullet 1 ", "text 1 a"),
    LineCase("-   \n", "bullet 1 "),
    LineCase("- a\n  more\n", "bullet 1 a", "text 1 more"),
    LineCase("- a\nlazy\n", "bullet 1 a", "text 1 lazy"),
    LineCase("- a\n\n  second\n", "bullet 1 a", "blank 0 ", "text 1 second"),
    LineCase("-a\n", "text 0 -a"),
    LineCase("-\ta\n", "bullet 1 a"),
    LineCase("- a\n\tb\n", "bullet 1 a", "text 1 b"),
    LineCase("\u{200B}- a\n", "text 0 \u{200B}- a"),
    LineCase("\u{200B}- [ ] a\n", "text 0 \u{200B}- [ ] a"),
    LineCase("text\n- a\n", "text 0 text", "bullet 1 a"),
    LineCase("text\n2. a\n", "text 0 text", "text 0 2. a"),
    LineCase("- # a\n", "h1 1 a"),
  ]

  private static let tasks = [
    LineCase("- [ ] a\n", "task[ ] 1 a"),
    LineCase("* [x] a\n", "task[x] 1 a"),
    LineCase("+ [X] a\n", "task[X] 1 a"),
    LineCase("1. [/] a\n", "task[/] 1 a"),
    LineCase("2) [-] a\n", "task[-] 1 a"),
    LineCase("- [>] a\n", "task[>] 1 a"),
    LineCase("- [é] a\n", "task[é] 1 a"),
    LineCase("- [🎉] a\n", "task[🎉] 1 a"),
    LineCase("- [ ] 1. text\n", "task[ ] 1 1. text"),
    LineCase("- [ ] - text\n", "task[ ] 1 - text"),
    LineCase("-   [ ]    a b  \n", "task[ ] 1 a b  "),
    LineCase("- [ ]\ta\n", "task[ ] 1 a"),
    LineCase("-\t[ ] a\n", "task[ ] 1 a"),
    LineCase("- [ ]\n", "task[ ] 1 "),
    LineCase("- [ ]", "task[ ] 1 "),
    LineCase("- [ ]   \n", "task[ ] 1 "),
    LineCase("- [[] a\n", "task[[] 1 a"),
    LineCase("- [] a\n", "bullet 1 [] a"),
    LineCase("- [x]a\n", "bullet 1 [x]a"),
    LineCase("- [x](a)\n", "bullet 1 [x](a)"),
    LineCase("- [xy] a\n", "bullet 1 [xy] a"),
    LineCase("- [e\u{301}] a\n", "bullet 1 [e\u{301}] a"),
    LineCase("- []] a\n", "bullet 1 []] a"),
    LineCase("- [ a\n", "bullet 1 [ a"),
    LineCase("-[ ] a\n", "text 0 -[ ] a"),
    LineCase("[ ] a\n", "text 0 [ ] a"),
    LineCase("- \\[ ] a\n", "bullet 1 \\[ ] a"),
    LineCase("- a\n  [ ] b\n", "bullet 1 a", "text 1 [ ] b"),
    LineCase("-\n  [ ] b\n", "bullet 1 ", "text 1 [ ] b"),
    LineCase("- [ ] a\n  - [ ] b\n    1. [ ] c\n", "task[ ] 1 a", "task[ ] 2 b", "task[ ] 3 c"),
    LineCase("- - [ ] a\n", "task[ ] 2 a"),
    LineCase("- [ ] a\r\n- [x] b\r\n", "task[ ] 1 a", "task[x] 1 b"),
    LineCase("- [ ] a\r- [x] b\r", "task[ ] 1 a", "task[x] 1 b"),
    LineCase("> - [ ] a\n", "task[ ] 2 a"),
    LineCase(">- [ ] a\n>   more\n", "task[ ] 2 a", "text 2 more"),
    LineCase("> > - [ ] a\n", "task[ ] 3 a"),
    LineCase("- > - [ ] a\n", "task[ ] 3 a"),
    LineCase("> [!todo] Title\n> - [ ] a\n>   - [x] b\n", "quote 1 [!todo] Title", "task[ ] 2 a", "task[x] 3 b"),
    LineCase("- [ ] a\n      - [ ] code-like\n", "task[ ] 1 a", "text 1 - [ ] code-like"),
  ]

  private static let quotes = [
    LineCase("> a\n> b\n", "quote 1 a", "quote 1 b"),
    LineCase(">a\n", "quote 1 a"),
    LineCase("> a\nlazy\n", "quote 1 a", "quote 1 lazy"),
    LineCase("> a\n>\n> b\n", "quote 1 a", "quote 1 ", "quote 1 b"),
    LineCase("> > a\n> b\n", "quote 2 a", "quote 2 b"),
    LineCase("> a\n\nb\n", "quote 1 a", "blank 0 ", "text 0 b"),
    LineCase(">\n", "quote 1 "),
    LineCase("> # a\n", "h1 1 a"),
    LineCase("> - a\n> - b\n", "bullet 2 a", "bullet 2 b"),
    LineCase("- > a\n  > b\n", "quote 2 a", "quote 2 b"),
    LineCase("    > a\n", "code 0 > a"),
    LineCase("> ```js\n> - [ ] x\n> ```\n", "code(js) 1 ", "code(js) 1 - [ ] x", "code(js) 1 "),
    LineCase(">     code\n", "code 1 code"),
    LineCase("> <div>\n> - [ ] a\n", "html 1 <div>", "html 1 - [ ] a"),
  ]

  private static let code = [
    LineCase("```\n- [ ] a\n```\n", "code 0 ", "code 0 - [ ] a", "code 0 "),
    LineCase("~~~ swift extra\na\n~~~\n", "code(swift) 0 ", "code(swift) 0 a", "code(swift) 0 "),
    LineCase("```\n- [ ] a\n\n# b", "code 0 ", "code 0 - [ ] a", "code 0 ", "code 0 # b"),
    LineCase("````\n```\n````\n", "code 0 ", "code 0 ```", "code 0 "),
    LineCase("````\na\n```", "code 0 ", "code 0 a", "code 0 ```"),
    LineCase("```\na\n~~~", "code 0 ", "code 0 a", "code 0 ~~~"),
    LineCase("```\n    ```\n", "code 0 ", "code 0     ```"),
    LineCase("  ```\n   a\n  b\n  ```\n", "code 0 ", "code 0  a", "code 0 b", "code 0 "),
    LineCase("    - [ ] a\n    b\n", "code 0 - [ ] a", "code 0 b"),
    LineCase("\t- [ ] a\n", "code 0 - [ ] a"),
    LineCase("    a\n\n    b\n", "code 0 a", "code 0 ", "code 0 b"),
    LineCase("    a\n\n  \n# b\n", "code 0 a", "blank 0 ", "blank 0 ", "h1 0 b"),
    LineCase(">     a\n>\n> b\n", "code 1 a", "quote 1 ", "quote 1 b"),
    LineCase("text\n    - [ ] a\n", "text 0 text", "text 0 - [ ] a"),
    LineCase("- a\n\n      - [ ] code\n", "bullet 1 a", "blank 0 ", "code 1 - [ ] code"),
    LineCase("-     code\n", "code 1 code"),
    LineCase("- ```\n  - [ ] a\n  ```\n", "code 1 ", "code 1 - [ ] a", "code 1 "),
    LineCase("```\na", "code 0 ", "code 0 a"),
    LineCase("```", "code 0 "),
    LineCase("```\n", "code 0 "),
    LineCase("```foo```\n", "text 0 ```foo```"),
    LineCase(
      "<div>\n- [ ] a\n</div>\n\n- [ ] b\n", "html 0 <div>", "html 0 - [ ] a", "html 0 </div>", "blank 0 ",
      "task[ ] 1 b"),
    LineCase(
      "<!-- a\n\n- [ ] b\n-->\n- [ ] c\n", "html 0 <!-- a", "html 0 ", "html 0 - [ ] b", "html 0 -->", "task[ ] 1 c"),
  ]

  private static let headings = [
    LineCase("# a\n###### b ##\n####### c\n", "h1 0 a", "h6 0 b", "text 0 ####### c"),
    LineCase("#\n", "h1 0 "),
    LineCase("# a #b\n", "h1 0 a #b"),
    LineCase("#a\n", "text 0 #a"),
    LineCase("   ## a\n", "h2 0 a"),
    LineCase("a\n===\n", "h1 0 a", "h1 0 "),
    LineCase("a\nb\n---\n", "h2 0 a", "h2 0 b", "h2 0 "),
    LineCase("a\n---", "h2 0 a", "h2 0 "),
    LineCase("a\n-\n", "h2 0 a", "h2 0 "),
    LineCase("a\n---  \nb\n", "h2 0 a", "h2 0 ", "text 0 b"),
    LineCase("a\n\n---\n", "text 0 a", "blank 0 ", "rule 0 ---"),
    LineCase("a\n***\n", "text 0 a", "rule 0 ***"),
    LineCase("- a\n  ---\n", "h2 1 a", "h2 1 "),
    LineCase("- a\n---\n", "bullet 1 a", "rule 0 ---"),
    LineCase("> a\n> ===\n", "h1 1 a", "h1 1 "),
    LineCase("> a\n===\n", "quote 1 a", "quote 1 ==="),
    LineCase("- a\n  ===\n\n  b\n", "h1 1 a", "h1 1 ", "blank 0 ", "text 1 b"),
    LineCase("_ _ _\n* * *\n", "rule 0 _ _ _", "rule 0 * * *"),
    LineCase("- ***\n", "rule 1 ***"),
    LineCase("a\r\n===\r\nb\r\n", "h1 0 a", "h1 0 ", "text 0 b"),
  ]

  private static let definitions = [
    LineCase("[a]: b\n", "definition 0 [a]: b"),
    LineCase("[a]: <b c> 'd'\n", "definition 0 [a]: <b c> 'd'"),
    LineCase("[a]:\nb\n'c\nd'\n", "definition 0 [a]:", "definition 0 b", "definition 0 'c", "definition 0 d'"),
    LineCase("[a]: b\n[c]: d\ntext\n", "definition 0 [a]: b", "definition 0 [c]: d", "text 0 text"),
    LineCase("text\n[a]: b\n", "text 0 text", "text 0 [a]: b"),
    LineCase(
      "[a]: b\n\ntext\n\n[c]: d\n", "definition 0 [a]: b", "blank 0 ", "text 0 text", "blank 0 ", "definition 0 [c]: d"),
    LineCase("[a]: b c\n", "text 0 [a]: b c"),
    LineCase("[a]:\n", "text 0 [a]:"),
    LineCase("[]: b\n", "text 0 []: b"),
    LineCase("> [a]: b\n", "definition 1 [a]: b"),
    LineCase("- [a]: b\n", "definition 1 [a]: b"),
    LineCase("- x\n\n  [a]: b\n", "bullet 1 x", "blank 0 ", "definition 1 [a]: b"),
    LineCase("[a]: b\n# c\n", "definition 0 [a]: b", "h1 0 c"),
    LineCase("[a]: b\n===\n", "definition 0 [a]: b", "text 0 ==="),
    LineCase("    [a]: b\n", "code 0 [a]: b"),
    LineCase("```\n[a]: b\n```\n", "code 0 ", "code 0 [a]: b", "code 0 "),
    LineCase("[a]: b\n\"title\"\n", "definition 0 [a]: b", "definition 0 \"title\""),
    LineCase("[a]: b\n\"title\" x\n", "definition 0 [a]: b", "text 0 \"title\" x"),
  ]

  private static let tables = [
    LineCase("| a | b |\n|---|---|\n| c | d |\n", "table 0 | a | b |", "table 0 |---|---|", "table 0 | c | d |"),
    LineCase("a | b\n:-: | -\nc\n", "table 0 a | b", "table 0 :-: | -", "table 0 c"),
    LineCase("|a|\n|-|\n\nb\n", "table 0 |a|", "table 0 |-|", "blank 0 ", "text 0 b"),
    LineCase("| a | b |\n|---|\n", "text 0 | a | b |", "text 0 |---|"),
    LineCase("intro\n| a |\n|---|\n", "text 0 intro", "table 0 | a |", "table 0 |---|"),
    LineCase("> | a |\n> |---|\n> | b |\n", "table 1 | a |", "table 1 |---|", "table 1 | b |"),
    LineCase("| a \\| b |\n|---|\n", "table 0 | a \\| b |", "table 0 |---|"),
    LineCase("```\n| a |\n|---|\n```\n", "code 0 ", "code 0 | a |", "code 0 |---|", "code 0 "),
  ]

  private static let comments = [
    LineCase("a %%b%% c\n", "text 0 a %%b%% c"),
    LineCase("%%a%%\n", "text 0 %%a%%"),
    LineCase("%%\n- [ ] a\n%%\n- [ ] b\n", "comment 0 %%", "comment 1 a", "comment 1 %%", "task[ ] 1 b"),
    LineCase("%%\n# a\n", "comment 0 %%", "comment 0 a"),
    LineCase("%% a\n\nb %% c\nd\n", "comment 0 %% a", "comment 0 ", "comment 0 b %% c", "text 0 d"),
    LineCase("```\n%%\n```\n- [ ] a\n", "code 0 ", "code 0 %%", "code 0 ", "task[ ] 1 a"),
    LineCase("100%%\nx\n", "text 0 100%%", "text 0 x"),
  ]

  private static let endings = [
    LineCase(""),
    LineCase("\n", "blank 0 "),
    LineCase("\r\n\r\n", "blank 0 ", "blank 0 "),
    LineCase("  \n\t\n", "blank 0 ", "blank 0 "),
    LineCase("a\r\rb", "text 0 a", "blank 0 ", "text 0 b"),
    LineCase("a\n\r\nb", "text 0 a", "blank 0 ", "text 0 b"),
    LineCase("a\r\n", "text 0 a"),
    LineCase("\u{FEFF}# a\n", "h1 0 a"),
    LineCase("\u{FEFF}- [ ] a\n", "task[ ] 1 a"),
    LineCase("\u{FEFF}", ""),
    LineCase("\0\n", "text 0 \0"),
    LineCase("---\nk: 1\n---\n# a\n", "h1 0 a"),
    LineCase("---\nk: 1\n---", ""),
    LineCase("\u{FEFF}---\r\nk: 1\r\n...\r\n- [ ] a\r\n", "task[ ] 1 a"),
    LineCase("---\n- [ ] a\n", "rule 0 ---", "task[ ] 1 a"),
    LineCase("a\u{2028}b\u{85}c\n", "text 0 a\u{2028}b\u{85}c"),
  ].map { $0.lines == [""] ? LineCase($0.source) : $0 }

  @Test(arguments: lists + tasks + quotes)
  func nested(_ example: LineCase) { #expect(ReadNote(example.source).shape == example.lines) }

  @Test(arguments: code + headings + definitions)
  func blocks(_ example: LineCase) { #expect(ReadNote(example.source).shape == example.lines) }

  @Test(arguments: tables + comments + endings)
  func additions(_ example: LineCase) { #expect(ReadNote(example.source).shape == example.lines) }

  /// Whatever is true of LF is true of CRLF and of a lone CR.
  @Test(arguments: lists + tasks + quotes + code + headings + definitions + tables + comments)
  func lineEndings(_ example: LineCase) {
    guard !example.source.utf8.contains(0x0D) else { return }
    for ending in ["\r\n", "\r"] {
      let source = example.source.replacing("\n", with: ending)
      #expect(ReadNote(source).shape == example.lines, "\(source.debugDescription)")
    }
  }

  @Test func numbersAndRangesAreTheFiles() {
    let read = ReadNote("\u{FEFF}---\r\ntitle: x\r\n---\r\n\r\n# a\r\nb")
    #expect(read.lines.map(\.number) == [4, 5, 6])
    #expect(read.lines.map(\.range) == [23..<25, 25..<30, 30..<31])
  }

  @Test func headingPaths() {
    let read = ReadNote("a\n# One\nb\n### Deep\n- c\n## Two\n\nSetext\n===\ne\n> # Called\n> f\n\ng\n")
    let paths = Dictionary(read.lines.map { ($0.number, $0.heading) }, uniquingKeysWith: { first, _ in first })
    #expect(paths[1] == [])
    #expect(paths[2] == [])
    #expect(paths[3] == ["One"])
    #expect(paths[4] == ["One"])
    #expect(paths[5] == ["One", "Deep"])
    #expect(paths[6] == ["One"])
    #expect(paths[7] == ["One", "Two"])
    #expect(paths[8] == [])
    #expect(paths[9] == [], "a heading does not enclose its own underline")
    #expect(paths[10] == ["Setext"])
    #expect(paths[12] == ["Setext"], "a callout's heading encloses nothing")
    #expect(paths[14] == ["Setext"])
    #expect(read.note.headings.map(\.text) == ["One", "Deep", "Two", "Setext", "Called"])
    #expect(read.note.headings.map(\.line) == [2, 4, 6, 8, 11])
  }

  /// Masking, which keeps cmark's time in bounds on a large body, changes nothing that is read.
  @Test(arguments: lists + tasks + quotes + code + headings + definitions + tables)
  func largeBodies(_ example: LineCase) {
    let long = example.source + (example.source.hasSuffix("\n") ? "" : "\n")
    let isOpen = ["code", "html"].contains { ReadNote(long + "\n\n# z\n").shape.last?.hasPrefix($0) ?? false }
    guard !isOpen else { return }
    for filler in ["x*", "> "] {
      let read = ReadNote(long + "\n# z\n\n" + String(repeating: filler, count: 6_000) + "z\n")
      #expect(Array(read.shape.prefix(example.lines.count)) == example.lines)
    }
  }

  @Test(arguments: [
    ("```a b```\n\n- [ ] c\n", "task[ ] 1 c"), ("<!-- a\n\n- [ ] b -->\n", "html 0 - [ ] b -->"),
    ("<![CDATA[\n- [ ] b\n]]>\n", "html 0 - [ ] b"), ("[a]: <b c>\n", "definition 0 [a]: <b c>"),
    ("[a[b]: c\n", "text 0 [a[b]: c"), ("<a b=<c>\n- [ ] x\n", "task[ ] 1 x"),
    ("<script>a*b[0]</script>\n- [ ] c\n", "task[ ] 1 c"),
    (String(repeating: "- ", count: 150) + "\n", "rule 0 " + String(repeating: "- ", count: 150)),
    ("<!DOCTYPE x\n- [ ] b\n>\n", "html 0 - [ ] b"), ("``` a `b`\n- [ ] c\n", "task[ ] 1 c"),
    ("text\n" + String(repeating: "-", count: 150) + " \n- [ ] a\n", "h2 0 "),
    ("\n" + String(repeating: "*", count: 150) + " \n", "rule 0 " + String(repeating: "*", count: 150) + " "),
  ])
  func largeBodiesKeepTheirBlocks(_ source: String, _ line: String) {
    #expect(ReadNote(source).shape.contains(line))
    #expect(ReadNote(source + "\n" + String(repeating: "x*_[", count: 5_000)).shape.contains(line))
  }
}

@Suite struct BodyLineFilesTests {
  @Test func theLinesOfTheSampleVaultJoinedAreItsBodies() throws {
    let notes = try Corpus.sampleNotes()
    #expect(notes.count > 30)
    var parser = NoteParser()
    for note in notes {
      let violations = note.bytes.withUnsafeBufferPointer { NoteInvariants.violations(of: $0, parser: &parser) }
      #expect(violations.isEmpty, "\(note.path): \(violations)")
    }
  }

  @Test(.enabled(if: Corpus.folder != nil, "there is no corpus beside the repository"))
  func theLinesOfTheCorpusJoinedAreItsBodies() throws {
    let folder = try #require(Corpus.folder)
    var parser = NoteParser()
    var wrong: [String] = []
    let paths = try Corpus.notes(in: folder)
    for path in paths {
      let note = try Corpus.read(path, in: folder)
      let violations = note.bytes.withUnsafeBufferPointer { NoteInvariants.violations(of: $0, parser: &parser) }
      if !violations.isEmpty { wrong.append("\(path): \(violations)") }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(10))")
  }
}
