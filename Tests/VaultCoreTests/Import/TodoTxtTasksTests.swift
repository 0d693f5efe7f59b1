import Foundation
import Testing
import VaultTestSupport

@testable import VaultCore

@Suite("Tasks of todo.txt")
struct TodoTxtTasksTests {
  @Test func linesBecomeTasks() {
    let tasks = TodoTxtTasks(
      "\u{FEFF}(A) 2026-01-05 Call +flour @phone due:2026-03-15 t:2026-03-01 rec:+1w id:a1 key:value\r\n\n  \n"
        + "x 2026-03-02 2026-03-01 Bake @home @work pri:D\nx 2026-03-02 Sell status:cancelled\nLong +2nd +1 dep:a1,b",
      format: .emoji, options: ParsingOptions())
    #expect(
      tasks.items == [
        "- [ ] Call #flour key:value @phone 🆔 a1 ⏫ 🔁 every week ➕ 2026-01-05 🛫 2026-03-01 📅 2026-03-15",
        "- [x] Bake @home @work ⏬ ➕ 2026-03-01 ✅ 2026-03-02",
        "- [-] Sell ❌ 2026-03-02",
        "- [ ] Long #2nd +1 ⛔ a1,b",
      ])
    #expect(tasks.problems.isEmpty)
  }

  @Test func aLastWordIsNoBlockID() throws {
    let text = "end ^blk\n^only\nw ^y due:2026-01-02\na\\^b"
    let tasks = TodoTxtTasks(text, format: .emoji, options: ParsingOptions())
    #expect(
      tasks.items == ["- [ ] end \\^blk", "- [ ] \\^only", "- [ ] w ^y 📅 2026-01-02", "- [ ] a\\^b"])
    let note = TaskNote(
      Array(tasks.items.joined(separator: "\n").utf8), path: NotePath("a.md"), options: ParsingOptions())
    #expect(note.items.allSatisfy { $0.blockID == nil && !$0.description.isEmpty })
  }

  @Test func whatMarkdownWouldChangeIsKeptAsItIs() {
    let tasks = TodoTxtTasks(
      "a <!-- due:2026-01-01\nb %% c due:2026-01-01\n# d due:2026-01-01\n📅 2026-01-02 e due:2026-01-01\nf",
      format: .emoji,
      options: ParsingOptions())
    #expect(tasks.items.count == 5)
    #expect(tasks.items[3] == "- [ ] 📅 2026-01-02 e due:2026-01-01" && tasks.items[4] == "- [ ] f")
    #expect(tasks.problems.map(\.line).contains(4) && !tasks.problems.map(\.line).contains(5))
    for (item, word) in zip(tasks.items, ["<!--", "%%", "# d", "e", "f"]) { #expect(item.contains(word)) }
  }

  @Test func settingsCount() {
    let statuses = StatusRegistry(custom: [StatusDefinition(symbol: "h", name: "Held", type: .onHold, next: "x")])
    let text = "a status:on-hold\nb #task due:2026-01-01"
    let options = ParsingOptions(statuses: statuses, taskFilter: "#task")
    #expect(
      TodoTxtTasks(text, format: .inline, options: options).items
        == ["- [h] a #task", "- [ ] b #task  [due:: 2026-01-01]"])
    #expect(
      TodoTxtTasks(text, format: .inline, options: ParsingOptions()).items[0] == "- [ ] a status:on-hold")
  }

  /// Out, in and out again are the same lines.
  @Test func thereAndBack() {
    var random = SeededGenerator(seed: 11)
    let words = [
      "call", "x", "#tag", "#a/b", "#1", "+plus", "@phone", "@1", "key:value", "t:2026-01-01", "id:q", "rec:1d",
      "pri:B",
      "status:done", "`due:2026-01-01", "x`", "`", "<!--", "-->", "due:soon", "(Z)", "2026-02-02", "é", "豆腐,",
      "[[a b]]",
      "*b*", "a  b", "%", "https://example.org/a:b",
    ]
    let fields = [
      "⏫", "🔺", "🔼", "🔽", "⏬", "📅 2026-03-01", "⏳ 2026-03-02", "🛫 2026-03-03", "➕ 2026-03-04", "✅ 2026-03-05",
      "❌ 2026-03-06", "🔁 every week", "🔁 every 2 months when done", "🔁 every weekday", "🆔 i-d", "⛔ a,b", "@home",
      "📅 2026-02-30", "🔁 every week on Monday", "[due:: 2026-03-07]",
    ]
    let options = ParsingOptions()
    let runs = ProcessInfo.processInfo.environment["VAULT_SOAK"] == nil ? 3_000 : 200_000
    var same = 0
    for _ in 0..<runs {
      let text = (0..<Int.random(in: 0...5, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
      let marks = fields.shuffled(using: &random).prefix(Int.random(in: 0...5, using: &random))
      let box = [" ", "x", "/", "-"].randomElement(using: &random) ?? " "
      let line = "- [\(box)] " + (text + marks).joined(separator: " ")
      guard let task = TaskNote(Array(line.utf8), path: NotePath("a.md"), options: options).tasks.first?.item,
        let out = TodoTxtLine.line(of: task)?.line
      else { continue }
      let items = TodoTxtTasks(out.description, format: .emoji, options: options)
      guard let item = items.items.first else {
        #expect(out.description.isEmpty, "\(line) became \(out)")
        continue
      }
      let back = TaskNote(Array(item.utf8), path: NotePath("b.md"), options: options).tasks.first?.item
      let again = back.flatMap { TodoTxtLine.line(of: $0)?.line }
      guard again == out else {
        Issue.record("\(line) became \(out), then \(item), then \(again?.description ?? "nothing")")
        return
      }
      same += 1
    }
    #expect(same * 10 > runs * 9)
  }
}
