import VaultCore
import VaultTestSupport

/// Notes made up of what notes say of themselves and of each other.
struct RandomNotes {
  private var random: SeededGenerator
  private var free: [String]

  private static let paths = [
    "note 1.md", "Note 2.md", "a/note 1.md", "a/b/Deep.md", "a/b/note 1.markdown", "B/x.md", "x.md", "Überblick.md",
    "日記.md", "Daily/2026-03-11.md", "2026-03-12.md", "projects/Plan.md", "projects/plan b.md", "c/README.md",
    "d/README.md", "README.md", "long name of a note.md", "Other.md", "a/Other name.md", "e/f/g/h.md", "Zettel.md",
    "tags.md", "a/tasks.md", "empty.MD", "B/note 2.md", "q.md",
  ]

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    free = Self.paths
    free.shuffle(using: &random)
  }

  mutating func below(_ bound: Int) -> Int { random.below(bound) }

  /// One that was not given before; nil when there are no more.
  mutating func path() -> String? { free.popLast() }

  mutating func text() -> [UInt8] {
    if below(15) == 0 { return [] }
    var text = below(6) == 0 ? "\u{FEFF}" : ""
    if below(2) == 0 { text += frontMatter() }
    for _ in 0..<2 + below(9) { text += line() }
    if below(6) == 0 { text = text.replacing("\n", with: "\r\n") }
    var bytes = Array(text.utf8)
    if below(25) == 0 { bytes += [0x66, 0xFF, 0xFE, 0x0A] }
    return bytes
  }

  /// Another text, often one that differs little.
  mutating func edited(_ bytes: [UInt8]) -> [UInt8] {
    guard below(3) > 0, let text = String(validating: bytes, as: UTF8.self) else { return text() }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0 + "\n" }
    for _ in 0..<1 + below(3) where !lines.isEmpty {
      let place = below(lines.count)
      switch below(4) {
      case 0: lines.remove(at: place)
      case 1: lines[place] = Substring(line())
      case 2: lines.swapAt(place, below(lines.count))
      default: lines.insert(Substring(line()), at: place)
      }
    }
    return Array(lines.joined().utf8)
  }

  private mutating func frontMatter() -> String {
    var text = "---\n"
    if below(2) == 0 { text += "title: " + any(["One", "two words", "日本", "ONE", "Plan", "x"]) + "\n" }
    if below(2) == 0 {
      text += "tags: [" + any(["work", "Work/deep", "WORK", "x/y/z", "home, work", "work/, x//y"]) + "]\n"
    }
    if below(2) == 0 { text += "aliases: [" + any(["other", "Other name", "a/b", "x.md", "Deep", "nick"]) + "]\n" }
    if below(3) == 0 { text += "category: " + any(["idea", "Idea", "task"]) + "\n" }
    if below(3) == 0 { text += any(["status", "Status"]) + ": " + any(["draft", "done", "[a, b]", "3"]) + "\n" }
    if below(3) == 0 { text += "created: " + any(["2026-01-02", "2025-05-05T10:00:00Z", "1700000000"]) + "\n" }
    if below(4) == 0 { text += "updated: " + any(["2026-03-02", "2024-05-05"]) + "\n" }
    if below(4) == 0 { text += "pin: true\n" }
    if below(3) == 0 { text += "id: " + any(["p-1", "p-2", "P-2", "202601021200"]) + "\n" }
    if below(9) == 0 { text += any([": [broken\n", "x: [[note 1]\n", "\tx: 1\n"]) }
    return text + "---\n"
  }

  private mutating func line() -> String {
    let word = "word\(below(12))"
    return any([
      "# Heading one\n", "## \(word) heading\n", "Some words of the body and fooBar_baz.\n", "\(word) \(word) word1\n",
      "- [ ] A task 📅 2026-03-01 #task\n", "- [ ] A task 📅 2026-03-01 #task\n", "- [ ] A task\n",
      "- [ ] Water the plants 🔁 every day 📅 2026-03-\(10 + below(9))\n", "- [x] Done one ✅ 2026-02-02\n",
      "- [/] Half done (A) @home \(word)\n  - [ ] below it ⏫\n", "- [ ] waits ⛔ abc\n", "- [ ] first 🆔 abc\n",
      "- [ ] second 🆔 \(word)\n", "- [ ] third ⛔ \(word),abc\n", "[[note 1]] and [[Other|x]] and [[nick]]\n",
      "[[README]] [[d/README]] [[plan]] [[\(word)]]\n", "[t](a/note%201.md) ![[file 2.png]] [u](../x.md#one)\n",
      "![[Deep#Heading one]] [[Überblick]] [[日記]]\n", "#inline #Work text #x/y/z\n", "#Inline/ text #x/y/\n",
      "- [ ] Tagged #work/ #task\n", "#only\(below(6))\n",
      "日本語の文章です。\n", "\n", "two words and Other name and Plan\n", "naïve café cafe\u{301} É\n",
      "```tasks\nnot done\ngroup by path\n```\n", "> quoted \(word)\n", "| a | \(word) |\n|---|---|\n| [[x]] | b |\n",
      String(repeating: "abcdefgh", count: 40) + word + "\n", "%% comment [[x]] %%\n", "status:: open\n",
    ])
  }

  private mutating func any(_ choices: [String]) -> String { random.pick(choices) }
}
