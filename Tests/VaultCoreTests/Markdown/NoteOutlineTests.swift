import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct NoteOutlineTests {
  /// A line for each part, indented by what holds it: its kind, its lines, its title.
  private func shape(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    let parts = bytes.withUnsafeBufferPointer { NoteOutline($0) }.parts
    var ends: [Int] = []
    return parts.enumerated().map { index, part in
      while let end = ends.last, end <= index { ends.removeLast() }
      defer { ends.append(part.end) }
      let title = part.title.map { " " + String(decoding: bytes[$0], as: UTF8.self) } ?? ""
      let lines =
        part.lines.count == 1 ? "\(part.lines.lowerBound)" : "\(part.lines.lowerBound)-\(part.lines.upperBound)"
      return String(repeating: "  ", count: ends.count) + "\(part.kind.word) \(lines)\(title)"
    }
  }

  @Test func sectionsHoldWhatFollowsToTheNextOfTheirLevel() {
    #expect(
      shape("intro\n\n# A ##\ntext\n\n### B\nb\n\n\n## C\nSetext\nof two\n===\nend\n\n") == [
        "paragraph 1", "section1 3-10 A", "  paragraph 4", "  section3 6-7 B", "    paragraph 7", "  section2 10 C",
        "section1 11-14 Setext\nof two", "  paragraph 14",
      ])
  }

  @Test func headingsInQuotesAndListsBeginNone() {
    #expect(
      shape("# A\n> # B\n> text\n\n- # C\n  text\n\nlast") == [
        "section1 1-8 A", "  quote 2-3", "    paragraph 2", "    paragraph 3", "  list 5-6", "    item 5-6",
        "      paragraph 5", "      paragraph 6", "  paragraph 8",
      ])
  }

  @Test func listsAreNested() {
    #expect(
      shape("- a\n\n  more\n  1. [x] b\n     c\n- [ ] d\n\n\n* - e\n") == [
        "list 1-6", "  item 1-5", "    paragraph 1", "    paragraph 3", "    list 4-5", "      task 4-5",
        "        paragraph 4-5", "  task 6", "    paragraph 6", "list 9", "  item 9", "    list 9", "      item 9",
        "        paragraph 9",
      ])
  }

  @Test func blocks() {
    #expect(
      shape(
        "text\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```swift\n\ncode\n```\n\n    indented\n\n    more\n\n"
          + "<!--\nhtml\n-->\n\n---\n\n[a]: x\n[b]: y\n"
      ) == [
        "paragraph 1", "table 2-4", "code 6-9", "code 11-13", "html 15-17", "paragraph 21-22",
      ])
  }

  @Test func quotesAndCallouts() {
    #expect(
      shape("> a\n>\n> - b\n>\n> > c\n\n> [!note]- A *title*\n> text\n> > [!x]\n") == [
        "quote 1-5", "  paragraph 1", "  list 3", "    item 3", "      paragraph 3", "  quote 5", "    paragraph 5",
        "callout 7-9 [!note]- A *title*", "  paragraph 7-8", "  callout 9 [!x]", "    paragraph 9",
      ])
  }

  @Test func commentsHideWhatIsInThem() {
    #expect(
      shape("# A\n%%\n# B\n\n- c\n%%\nd\n\n- e\n%% f\n- g\n\nh %%\n- i\n") == [
        "section1 1-14 A", "  comment 2-6", "  list 7-9", "    item 7", "      paragraph 7", "    item 9",
        "      paragraph 9", "  comment 10-13", "  list 14", "    item 14", "      paragraph 14",
      ])
  }

  @Test func commentsInAListAreParts() {
    #expect(
      shape("- a\n  %% b\n  c %%\n- d\n") == [
        "list 1-4", "  item 1-3", "    paragraph 1", "    comment 2-3", "  item 4", "    paragraph 4",
      ])
  }

  @Test func whatIsNeverClosedGoesToTheEnd() {
    #expect(shape("# A\n```\n# B\n\n\n") == ["section1 1-3 A", "  code 2-3"])
    #expect(shape("# A\n\n%%\n# B\n\n\n") == ["section1 1-4 A", "  comment 3-4"])
    #expect(shape("> ```\n> a\n\nb") == ["quote 1-2", "  code 1-2", "paragraph 4"])
  }

  @Test func frontMatterIsAPart() {
    #expect(shape("---\na: 1\n---\n\n# A\n") == ["front 1-3", "section1 5 A"])
    #expect(shape("---\na: 1\n---") == ["front 1-3"])
    #expect(shape("+++\r\n+++\r\nx") == ["front 1-2", "paragraph 3"])
    #expect(shape("").isEmpty)
    #expect(shape("\u{FEFF}").isEmpty)
    #expect(shape("\n \n\t\n").isEmpty)
  }

  @Test(arguments: ["\n", "\r\n", "\r"]) func rangesLeaveOutMarksOfOrderAndLineEndings(_ ending: String) {
    let text = "\u{FEFF}# 👩‍👩‍👧 A\(ending)\(ending)- e\u{301}  \(ending)\(ending)"
    let bytes = Array(text.utf8)
    let parts = bytes.withUnsafeBufferPointer { NoteOutline($0) }.parts
    func source(_ range: SourceRange?) -> String? { range.map { String(decoding: bytes[$0], as: UTF8.self) } }
    #expect(parts.map(\.kind) == [.section(level: 1), .list, .item(isTask: false), .paragraph])
    #expect(parts.first?.range.lowerBound == 3)
    #expect(source(parts.first?.title) == "👩‍👩‍👧 A")
    #expect(source(parts.first?.range) == "# 👩‍👩‍👧 A\(ending)\(ending)- e\u{301}  ")
    #expect(parts.dropFirst().allSatisfy { source($0.range) == "- e\u{301}  " && $0.lines == 3...3 })
  }

  @Test func pathsLeadInwards() {
    let bytes = Array("a\n\n# B\n- c\n\n- d\n\n# E\n".utf8)
    let outline = bytes.withUnsafeBufferPointer { NoteOutline($0) }
    func path(_ offset: Int) -> [String] { outline.path(at: offset).map { outline.parts[$0].kind.word } }
    #expect(path(0) == ["paragraph"])
    #expect(path(1) == ["paragraph"])
    #expect(path(2).isEmpty)
    #expect(path(3) == ["section1"])
    #expect(path(9) == ["section1", "list", "item", "paragraph"])
    #expect(path(11) == ["section1", "list"])
    #expect(path(12) == ["section1", "list", "item", "paragraph"])
    #expect(path(16).isEmpty)
    #expect(path(17) == ["section1"])
    #expect(path(1_000).isEmpty && path(-1).isEmpty)
  }

  // MARK: What holds of every note

  @Test func partsOfTheSampleVaultNest() throws {
    for note in try Corpus.sampleNotes() { check(note.bytes, "\(note.path)") }
  }

  @Test(arguments: 1...4) func partsOfMadeUpNotesNest(_ seed: Int) {
    var notes = MadeUpNotes(seed: UInt64(seed))
    for run in 0..<1_000 {
      let note = notes.note()
      check(note, "seed \(seed), run \(run): \(String(decoding: note, as: UTF8.self).debugDescription)")
    }
  }

  @Test(arguments: 1...8) func partsOfRandomTextsNest(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    for run in 0..<1_500 {
      let ending = random.pick(["\n", "\n", "\r\n", "\r"])
      var text = random.below(6) == 0 ? "\u{FEFF}" : ""
      if random.below(5) == 0 { text += "---\(ending)a: 1\(ending)---\(ending)" }
      for _ in 0...random.below(14) {
        for _ in 0..<random.below(4) { text += random.pick(Self.leads) }
        text += random.pick(Self.lines) + ending
      }
      check(Array(text.utf8), "seed \(seed), run \(run): \(text.debugDescription)")
    }
  }

  private static let leads = ["  ", "    ", "> ", "- ", "1. ", "- [ ] ", ">", "\t", "* "]
  private static let lines = [
    "", "", "a", "# A", "## B", "%%", "%% c", "d %%", "```", "~~~", "===", "---", "| a | b |", "|---|---|", "<div>",
    "<!--", "-->", "[a]: x", "[!note] t", "  e 👩‍👩‍👧", "###### F", "[^1]: g", "-", ">",
  ]

  private func check(_ bytes: [UInt8], _ note: @autoclosure () -> String) {
    let (parts, table) = bytes.withUnsafeBufferPointer { (NoteOutline($0).parts, LineTable($0, from: 0)) }
    var problems: [String] = []
    var open: [NoteOutline.Part] = []
    var ends: [Int] = []
    var last: [Int: Int] = [:]
    for (index, part) in parts.enumerated() {
      while let end = ends.last, end <= index {
        ends.removeLast()
        open.removeLast()
        last[open.count + 1] = nil
      }
      let name = "part \(index), \(part.kind) of lines \(part.lines)"
      if part.end <= index || part.end > (ends.last ?? parts.count) { problems.append("\(name) ends at \(part.end)") }
      let holder = open.last?.range ?? 0..<bytes.count
      if part.range.isEmpty || part.range.clamped(to: holder) != part.range {
        problems.append("\(name) is not in what holds it")
      } else {
        if part.range.lowerBound < last[open.count] ?? 0 { problems.append("\(name) begins in the one before it") }
        let first = table.line(at: part.range.lowerBound)
        let end = table.line(at: part.range.upperBound - 1)
        if first + 1 != part.lines.lowerBound || end + 1 != part.lines.upperBound {
          problems.append("\(name) stands in lines \(first + 1) to \(end + 1)")
        }
        let start = table.starts[first]
        if part.range.lowerBound != start && !(first == 0 && part.range.lowerBound == 3) {
          problems.append("\(name) does not begin a line")
        }
        if bytes[table.starts[end]..<part.range.upperBound].allSatisfy(\.isSpaceOrTab) {
          problems.append("\(name) ends with a blank line")
        }
        if let title = part.title, title.clamped(to: part.range) != title {
          problems.append("\(name) has a title at \(title)")
        }
      }
      last[open.count] = part.range.upperBound
      open.append(part)
      ends.append(part.end)
    }
    #expect(problems.isEmpty, "\(problems) in \(note())")
  }
}

extension NoteOutline.Kind {
  /// As the tests write it.
  fileprivate var word: String {
    switch self {
    case .frontMatter: "front"
    case .section(let level): "section\(level)"
    case .list: "list"
    case .item(let isTask): isTask ? "task" : "item"
    case .code: "code"
    case .quote: "quote"
    case .callout: "callout"
    case .table: "table"
    case .comment: "comment"
    case .html: "html"
    case .paragraph: "paragraph"
    }
  }
}
