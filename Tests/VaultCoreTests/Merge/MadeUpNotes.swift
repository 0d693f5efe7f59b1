import Foundation
import VaultTestSupport

@testable import VaultCore

/// Notes and changes of them, made up of lines in which the rules of merging and of Markdown meet.
struct MadeUpNotes {
  /// `VAULT_SOAK=1` asks for so many times as many.
  static let times = ProcessInfo.processInfo.environment["VAULT_SOAK"] == nil ? 1 : 700

  private static let lines = [
    "", "", "  ", "- a", "- b b", "- c c c", "  - nested one", "  - nested two", "- [ ] task",
    "- [ ] other task 📅 2026-01-01",
    "- [x] done ✅ 2026-01-02", "1. one", "2. two", "> quoted", "> - item", "# One", "## Two", "### Three", "Title",
    "=====", "---", "```", "~~~", "code", "$$", "%%", "<div>", "</div>", "| a | 1 |", "|---|---|", "| b | 2 |",
    "[l]: /x", "[m]: /y", "plain text here", "more plain text", "    indented", "\t- tab", "^id", "text ^id", "é 日本",
    "tags: [a, b]", "tags:", "  - a", "updated: 2026-01-02", "key: value", "...", "+++", "a  ", "x\t",
    "- ```", "> ~~~", "<!--", "-->", "# -->", "<script>", "#\u{0C}x", "###### ",
    "One is here. Two is there. Three is not.", "- One is here. Two is there!", "> One. Two is quoted.",
    "one two three four five six seven eight nine ten",
  ]

  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// `mostLines`: of the body.
  mutating func note(mostLines: Int = 13) -> [UInt8] {
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
    for _ in 0..<random.below(mostLines + 1) { text += Array((random.pick(Self.lines) + "\n").utf8) }
    if random.below(6) == 0, !text.isEmpty { text.removeLast() }
    return random.below(8) == 0 ? LineEnding.crlf.applied(to: text) : text
  }

  /// The text with some lines put in, taken away or changed, and now and then something done to all of it.
  mutating func changed(_ text: [UInt8]) -> [UInt8] {
    var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
    for _ in 0...random.below(4) {
      let place = random.below(lines.count + 1)
      let line = Array(random.pick(Self.lines).utf8)
      switch random.below(7) {
      case 6 where place < lines.count: reword(&lines[place])
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

  /// One word of several becomes another.
  private mutating func reword(_ line: inout [UInt8]) {
    var words = line.split(separator: 0x20, omittingEmptySubsequences: false).map { Array($0) }
    guard words.count > 2 else { return }
    words[1 + random.below(words.count - 1)] = Array(random.pick(["other", "New.", "x"]).utf8)
    line = Array(words.joined(separator: [0x20]))
  }

  private func tick(_ line: inout [UInt8]) {
    if let place = line.indices.first(where: { line[$0...].starts(with: "[ ]".utf8) }) { line[place + 1] = 0x78 }
  }
}
