import Testing
import VaultTestSupport

@testable import VaultCore

struct MergeSectionsTests {
  /// What the rules ask of a line and a task.
  private struct Shown: Equatable {
    var lines: [[Int]] = []
    var tasks: [[Int]] = []

    init(_ lines: [MarkdownDocument.Line?], _ tasks: [MarkdownDocument.TaskSite], from line: Int = 0) {
      self.lines = lines.map { line in
        guard let line else { return [] }
        // Of others it is what some block left there.
        let detail = [.heading, .ordered, .task].contains(line.kind) ? Int(line.detail) : 0
        return [
          Int(line.kind.rawValue), Int(line.pending), Int(line.depth), line.content.lowerBound,
          line.content.upperBound, detail,
        ]
      }
      self.tasks = tasks.map {
        [$0.line + line, $0.lastLine + line, Int($0.status.value), $0.text.lowerBound, $0.text.upperBound]
      }
    }
  }

  private func bySections(_ text: MergeText, _ sections: MergeSections) -> Shown {
    let body = MergeBody(text, sections)
    return Shown(text.lines.indices.map(body.line), body.tasks)
  }

  private func atOnce(_ text: MergeText) -> Shown {
    text.bytes.withUnsafeBufferPointer { bytes in
      let start = FrontMatterFence.find(in: bytes).range.upperBound
      let document = MarkdownDocument(bytes, bodyStart: start)
      let front = text.lines.count - document.lines.count
      return Shown(Array(repeating: nil, count: front) + document.lines, document.tasks, from: front)
    }
  }

  @Test func sectionsReadAsTheWholeDoes() {
    let seed = TestSeed(fixed: 1)
    var notes = MadeUpNotes(seed: seed.value)
    for number in 0..<2_000 * MadeUpNotes.times {
      // One for several texts, as the rules have it.
      let sections = MergeSections(leastAverageSize: 0)
      let given = notes.note(mostLines: 60)
      let texts = MergeText.framed(ThreeSides(given, notes.changed(given), notes.changed(given))).texts
      // A second byte order mark stands before the first line.
      for text in texts.all where NoteMerge.isReadable(text.bytes) && text.bytes.first != 0xEF {
        let (found, expected) = (bySections(text, sections), atOnce(text))
        #expect(
          found == expected, "note \(number), \(seed): \(String(decoding: text.bytes, as: UTF8.self))")
        if found != expected { return }
      }
    }
  }

  @Test(
    arguments: [
      "a\n# b\nc\n## d\n- [ ] e\n", "```\n# no heading\n```\n# heading\n", "<!--\n# no -->\n# heading\n",
      "- item\n\n  # in it\n# heading\n", "> # quoted\n# heading\n", "%%\n# hidden\n%%\n# heading\n",
      "~~~\n# a\n# b\n# c\n# d\n# e\n# f\n# g\n", "[a]:\n# heading\n", "<div>\n# no\n\n# heading\n",
      "#\n#x\n#######\n# ",
      "text\n===\n# heading\n---\n", "\n\n", "",
      "| a | b |\n|---|---|\n#\u{0C} | c\n", "Title\n#\u{0C}x\n===\n", "[a]: /x \"t\n#\u{0C}q\"\n",
      "- [ ] t\n#\u{0B}x\n",
      "# a\n" + String(repeating: ">", count: 150) + "a\n# b\n" + String(repeating: "w\n", count: 5_000),
    ])
  func sectionsEndWhereNothingIsOpen(_ text: String) {
    let text = MergeText(asGiven: Array(text.utf8))
    #expect(bySections(text, MergeSections(leastAverageSize: 0)) == atOnce(text))
  }

  @Test func nothingIsKnownOfLinesThatOthersDoNotSee() {
    let body = MergeBody(MergeText(asGiven: Array("a\rb\n- [ ] c\n".utf8)))
    #expect(body.line(0) == nil && body.line(1) == nil && body.tasks.isEmpty)
  }

  @Test func aSectionThatSeveralTextsHaveIsReadOnce() {
    let sections = MergeSections(leastAverageSize: 0)
    var taken: [Int] = []
    for text in ["a\n# b\nc\n# d\n", "x\n# b\nc\n# d\n"] {
      sections.read(Array(text.utf8), from: 0) { _, offset in taken.append(offset) }
    }
    #expect(taken == [0, 2, 8, 0, 2, 8])
    #expect(sections.count == 4)
  }
}
