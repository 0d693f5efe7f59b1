import Foundation
import Testing
import VaultTestSupport

@testable import VaultCore

/// What holds of every merge, over texts that are made up.
@Suite struct NoteMergeLawTests {
  private static let seed = TestSeed(fixed: 2_211)
  /// `VAULT_SOAK=1` runs a hundred times as many.
  private static let times = ProcessInfo.processInfo.environment["VAULT_SOAK"] == nil ? 1 : 100
  fileprivate static let lines = [
    "", "", "  ", "- a", "- b b", "- c c c", "  - nested one", "  - nested two", "- [ ] task",
    "- [ ] other task 📅 2026-01-01",
    "- [x] done ✅ 2026-01-02", "1. one", "2. two", "> quoted", "> - item", "# One", "## Two", "### Three", "Title",
    "=====", "---", "```", "~~~", "code", "$$", "%%", "<div>", "</div>", "| a | 1 |", "|---|---|", "| b | 2 |",
    "[l]: /x", "[m]: /y", "plain text here", "more plain text", "    indented", "\t- tab", "^id", "text ^id", "é 日本",
    "tags: [a, b]", "tags:", "  - a", "updated: 2026-01-02", "key: value", "...", "+++", "a  ", "x\t",
  ]

  private struct Texts {
    var random: SeededGenerator

    mutating func note() -> [UInt8] {
      var text: [UInt8] = random.below(12) == 0 ? [0xEF, 0xBB, 0xBF] : []
      if random.below(2) == 0 {
        text += Array("---\n".utf8)
        for line in [
          "title: x", "tags: [a, b]", "list:\n  - a\n  - b", "updated: 2026-01-01", "# note", "text: |\n  x",
        ]
        where random.below(2) == 0 {
          text += Array((line + "\n").utf8)
        }
        text += Array("---\n".utf8)
      }
      for _ in 0..<random.below(14) { text += Array((random.pick(NoteMergeLawTests.lines) + "\n").utf8) }
      if random.below(6) == 0, !text.isEmpty { text.removeLast() }
      return random.below(8) == 0 ? LineEnding.crlf.applied(to: text) : text
    }

    /// The text with some lines put in, taken away or changed, and now and then something done to all of it.
    mutating func changed(_ text: [UInt8]) -> [UInt8] {
      var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
      for _ in 0...random.below(4) {
        let place = random.below(lines.count + 1)
        let line = Array(random.pick(NoteMergeLawTests.lines).utf8)
        switch random.below(6) {
        case 0 where place < lines.count: lines.remove(at: place)
        case 1 where place < lines.count:
          lines[place] += Array(random.pick([" ", " word", "  ", " ✅ 2026-01-05"]).utf8)
        case 2 where place < lines.count: lines[place] = line
        case 3 where place < lines.count: tick(&lines[place])
        case 4 where place < lines.count: lines.append(lines.remove(at: place))
        default: lines.insert(line, at: place)
        }
      }
      var result = Array(lines.joined(separator: [0x0A]))
      switch random.below(30) {
      case 0: result = LineEnding.crlf.applied(to: result)
      case 1: result = LineEnding.lf.applied(to: result)
      case 2: result = [0xEF, 0xBB, 0xBF] + result
      case 3 where !result.isEmpty: result.removeLast()
      case 4 where !result.isEmpty: result[random.below(result.count)] = UInt8(random.below(256))
      default: break
      }
      return result
    }

    private func tick(_ line: inout [UInt8]) {
      if let place = line.indices.first(where: { line[$0...].starts(with: "[ ]".utf8) }) { line[place + 1] = 0x78 }
    }
  }

  @Test func mergesOfMadeUpNotesKeepTheLaws() {
    var texts = Texts(random: SeededGenerator(seed: Self.seed.value))
    var counts = (clean: 0, settled: 0, open: 0)
    for run in 0..<1_500 * Self.times {
      let base = texts.note()
      let (ours, theirs) = (texts.changed(base), texts.changed(base))
      let options = NoteMerge.Options(appends: run % 4 == 0)
      if let problem = brokenLaw(base, ours, theirs, options) {
        Issue.record("\(Self.seed), run \(run): \(problem)")
        return
      }
      let result = NoteMerge.merge(base: base, ours: ours, theirs: theirs, options)
      keepsAddedLines(result, base, ours, theirs, "\(Self.seed), run \(run)")
      if case .open = result { counts.open += 1 }
      if result.text != nil { counts.clean += 1 }
      if result.text != nil, ThreeWayMerge.merge(base: base, ours: ours, theirs: theirs) == nil { counts.settled += 1 }
    }
    #expect(counts.clean > 0 && counts.settled > 0 && counts.open > 0)
  }

  @Test func randomBytesMergeWithoutHarm() {
    var random = SeededGenerator(seed: Self.seed.value &+ 1)
    let pieces = [
      "---\n", "a: ", "- [", "] ", "\r\n", "\n", "\r", "$$", "```", "|", "\u{FEFF}", "📅 2026-13-01", "[a]: ", "  ",
      "\t", "&x ", "*x",
    ]
    func text() -> [UInt8] {
      (0..<random.below(20)).flatMap { _ in
        random.below(4) == 0 ? [UInt8(random.below(256))] : Array(random.pick(pieces).utf8)
      }
    }
    for _ in 0..<1_000 * Self.times {
      let base = text()
      let (ours, theirs) = (
        random.below(3) == 0 ? base + text() : text(), random.below(3) == 0 ? text() + base : text()
      )
      let problem = brokenLaw(base, ours, theirs)
      #expect(problem == nil)
      if problem != nil { return }
    }
  }

  /// Every line that one side added is in the result or in what is open: as it is, but for blanks at its ends, or its words.
  private func keepsAddedLines(
    _ result: NoteMerge.Result, _ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8], _ run: String
  ) {
    let parts: [[UInt8]] =
      switch result {
      case .merged(let text): [text]
      case .open(let regions):
        regions.flatMap { region in
          switch region {
          case .settled(let text): [text]
          case .open(let place): [place.ours.bytes, place.theirs.bytes]
          }
        }
      }
    let found = Set(parts.flatMap(words))
    for side in [ours, theirs] {
      // The earlier of two days goes, and so does a word that the other side took away where it stood before.
      let other = side == ours ? theirs : ours
      let gone = Set(words(base)).subtracting(words(other)).union(["2026", "01", "02", "05"])
      let lost = Set(words(side)).subtracting(words(base)).subtracting(found).subtracting(gone)
      #expect(lost.isEmpty, "\(run): \(lost) of \(String(decoding: side, as: UTF8.self))")
    }
  }

  private func words(_ text: [UInt8]) -> [String] {
    text.filter { ![0xEF, 0xBB, 0xBF].contains($0) }.split { !$0.isASCIILetterOrDigit && $0 < 0x80 }.map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
