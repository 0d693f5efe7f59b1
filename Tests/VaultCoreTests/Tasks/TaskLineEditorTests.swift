import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct TaskLineEditorTests {
  /// The line after the changes, checked against what was asked.
  private func edited(
    _ line: String, _ format: TaskFieldFormat = .emoji, _ change: (inout TaskLineEditor) -> Void
  ) throws -> String {
    let note = TaskNote(Array((line + "\n").utf8), path: NotePath("a.md"), options: ParsingOptions())
    let task = try #require(note.tasks.first)
    var editor = TaskLineEditor(task, in: note, format: format)
    change(&editor)
    let after = TaskNote(try editor.edits.applied(to: note.bytes), path: note.path, options: ParsingOptions())
    let new = try #require(after.tasks.first)
    #expect(editor.problem(in: new) == nil, "\(new.item.raw)")
    #expect(String(decoding: editor.line, as: UTF8.self) == new.item.raw)
    return new.item.raw
  }

  @Test(arguments: [
    ("- [ ] a", "- [ ] a 📅 2026-03-12"),
    ("- [ ] a ✅ 2026-01-01", "- [ ] a 📅 2026-03-12 ✅ 2026-01-01"),
    ("- [ ] a ⏳ 2026-01-01 #t ^b", "- [ ] a ⏳ 2026-01-01 #t 📅 2026-03-12 ^b"),
    ("- [ ] a ❌ 2026-01-01 #t", "- [ ] a 📅 2026-03-12 ❌ 2026-01-01 #t"),
    ("- [ ] a  ", "- [ ] a 📅 2026-03-12  "),
    ("- [ ]", "- [ ] 📅 2026-03-12"),
    ("- [ ] ", "- [ ] 📅 2026-03-12"), ("- [ ]   ", "- [ ] 📅 2026-03-12  "), ("- [ ]\t", "- [ ]\t📅 2026-03-12"),
    ("- [ ] ^b", "- [ ] 📅 2026-03-12 ^b"), ("- [ ] 🔁 every day", "- [ ] 🔁 every day 📅 2026-03-12"),
    ("> 1) [/]   a ✅ 2026-01-01 text", "> 1) [/]   a ✅ 2026-01-01 text 📅 2026-03-12"),
    ("- [ ] a  [priority:: high]", "- [ ] a  [priority:: high]  [due:: 2026-03-12]"),
    ("- [ ] a  [completion:: 2026-01-01]", "- [ ] a  [due:: 2026-03-12]  [completion:: 2026-01-01]"),
    ("- [ ] a 📆 2025-01-01 b", "- [ ] a 📆 2026-03-12 b"),
    ("- [ ] a due:2025-01-01 (b)", "- [ ] a due:2026-03-12 (b)"),
    ("- [ ] a (due:: 2025-01-01), b", "- [ ] a (due:: 2026-03-12), b"),
    ("- [ ] a 📅 2026-02-30", "- [ ] a 📅 2026-03-12"),
    ("- [ ] a 📅 2025-01-01 📅 2025-01-02", "- [ ] a 📅 2026-03-12 📅 2025-01-02"),
    ("- [ ] `a 📅 2025-01-01`", "- [ ] `a 📅 2025-01-01` 📅 2026-03-12"),
  ])
  func aDateIsPutWhereThePluginReadsIt(_ line: String, _ expected: String) throws {
    #expect(try edited(line) { $0.set(.due, "2026-03-12") } == expected)
  }

  @Test(arguments: [
    ("- [ ] a 📅 2026-01-01", "- [ ] a"), ("- [ ] a 📅 2026-01-01 b", "- [ ] a b"),
    ("- [ ] 📅 2026-01-01 b", "- [ ] b"), ("- [ ] 📅 2026-01-01", "- [ ] "),
    ("- [ ]   📅 2026-01-01", "- [ ] "), ("- [ ] 📅 2026-01-01  ", "- [ ]   "), ("- [ ]  [due:: 2026-01-01]", "- [ ] "),
    ("- [ ] 📅 2026-01-01, b", "- [ ] , b"), ("- [ ] a 📅 2026-01-01, b", "- [ ] a, b"),
    ("- [ ] a  [due:: 2026-01-01]  [id:: x]", "- [ ] a  [id:: x]"),
    ("- [ ] a 📅 2026-01-01 ✅ 2026-01-02 📅 2026-01-03 ^id", "- [ ] a ✅ 2026-01-02 ^id"),
    ("- [ ] due:2026-01-01 a", "- [ ] a"), ("- [ ] a", "- [ ] a"), ("- [ ] a 📅 2026-01-01  b", "- [ ] a  b"),
    ("- [ ] a [due:: 2026-01-01]b", "- [ ] a b"), ("- [ ] a [due:: 2026-01-01]é", "- [ ] a é"),
    ("- [ ] **a 📅 2026-01-01**", "- [ ] **a**"), ("- [ ] a 📅 2026-01-01🚀", "- [ ] a 🚀"),
    ("- [ ] a 📅 2026-01-01🔁 every day", "- [ ] a🔁 every day"),
    ("- [ ] a 📅 2026-01-01(due:: 2026-01-02)", "- [ ] a"),
    ("- [ ] https://a.org 📅 2026-01-01/b", "- [ ] https://a.org /b"), ("- [ ] #a 📅 2026-01-01-b", "- [ ] #a -b"),
    ("- [ ] a _(b 📅 2026-01-01)_", "- [ ] a _(b)_"),
    ("- [ ] a 📅 2026-01-01\tb", "- [ ] a\tb"), ("- [ ] a [due:: 2026-01-01]  b  c", "- [ ] a  b  c"),
    ("- [ ] a 📅 2026-01-01\u{A0} b ✅ 2026-01-02", "- [ ] a\u{A0} b ✅ 2026-01-02"),
  ])
  func aFieldGoesWithItsBlanks(_ line: String, _ expected: String) throws {
    #expect(try edited(line) { $0.set(.due, nil as String?) } == expected)
  }

  @Test func everyKindHasItsPlace() throws {
    let all: [(TaskFieldKind, String)] = [
      (.done, "2026-01-06"), (.cancelled, "2026-01-05"), (.due, "2026-01-04"), (.scheduled, "2026-01-03"),
      (.start, "2026-01-02"), (.created, "2026-01-01"), (.onCompletion, "delete"), (.recurrence, "every day"),
      (.priority, "high"), (.dependsOn, "a,b"), (.id, "x"), (.category, "work"),
    ]
    func set(_ editor: inout TaskLineEditor) { for (kind, value) in all { editor.set(kind, value) } }
    #expect(
      try edited("- [ ] a ^b", .emoji, set)
        == "- [ ] a @work 🆔 x ⛔ a,b ⏫ 🔁 every day 🏁 delete ➕ 2026-01-01 🛫 2026-01-02 ⏳ 2026-01-03 "
        + "📅 2026-01-04 ❌ 2026-01-05 ✅ 2026-01-06 ^b")
    #expect(
      try edited("- [ ] a", .inline, set)
        == "- [ ] a @work  [id:: x]  [dependsOn:: a,b]  [priority:: high]  [repeat:: every day]  [onCompletion:: delete]"
        + "  [created:: 2026-01-01]  [start:: 2026-01-02]  [scheduled:: 2026-01-03]  [due:: 2026-01-04]"
        + "  [cancelled:: 2026-01-05]  [completion:: 2026-01-06]")
    // One at a time, in any order, it is the same line.
    var line = "- [ ] a"
    for (kind, value) in all { line = try edited(line) { $0.set(kind, value) } }
    #expect(try edited("- [ ] a", .emoji, set) == line)
  }

  @Test(arguments: [
    ("- [ ] a ⏫️ b", "low", "- [ ] a 🔽️ b"), ("- [ ] (A) a", "low", "- [ ] (C) a"),
    ("- [ ] (A) a", "highest", "- [ ] a 🔺"), ("- [ ] a !low b", "high", "- [ ] a !high b"),
    ("- [ ] a !low b", "lowest", "- [ ] a b ⏬"), ("- [ ] a [priority:: high]", "lowest", "- [ ] a [priority:: lowest]"),
    ("- [ ] a due:2026-01-01", "high", "- [ ] a due:2026-01-01 ⏫"),
  ])
  func prioritiesKeepTheirForm(_ line: String, _ value: String, _ expected: String) throws {
    #expect(try edited(line) { $0.set(.priority, value) } == expected)
  }

  @Test(arguments: [
    ("- [ ] a", "work", "- [ ] a @work"), ("- [ ] a #t 📅 2026-01-01", "work", "- [ ] a #t @work 📅 2026-01-01"),
    ("- [ ] a @home b", "work", "- [ ] a @work b"), ("- [ ] a", "two words", "- [ ] a [category:: two words]"),
    ("- [ ] a @home", "two words", "- [ ] a [category:: two words]"),
  ])
  func categoriesStandBeforeTheFields(_ line: String, _ value: String, _ expected: String) throws {
    #expect(try edited(line) { $0.set(.category, value) } == expected)
  }

  @Test(arguments: [
    ("- [ ] a 📅 2026-01-01 ^b", "- [ ] new text 📅 2026-01-01 ^b"),
    ("- [ ] (A) a @work b ⏫ 📅 2026-01-01 c", "- [ ] (A) new text @work ⏫ 📅 2026-01-01"),
    ("- [ ]", "- [ ] new text"), ("- [x]  a  ", "- [x]  new text  "),
    ("- [ ] a  [due:: 2026-01-01]", "- [ ] new text  [due:: 2026-01-01]"),
  ])
  func aNewDescriptionKeepsTheFields(_ line: String, _ expected: String) throws {
    #expect(try edited(line) { $0.set(description: "new text") } == expected)
  }

  @Test func tagsComeAndGoWhereTheyStand() throws {
    #expect(
      try edited("- [ ] a #x 📅 2026-01-01 #y ^b") { $0.add(tag: "New/one") } == "- [ ] a #x #New/one 📅 2026-01-01 #y ^b"
    )
    #expect(try edited("- [ ] a #X") { $0.add(tag: "x") } == "- [ ] a #X")
    #expect(try edited("- [ ] #x a #xy #X `#x`") { $0.remove(tag: "x") } == "- [ ] a #xy `#x`")
    #expect(
      try edited("- [ ] a #x") {
        $0.set(description: "b #x")
        $0.add(tag: "y")
        $0.remove(tag: "x")
      } == "- [ ] b #y")
  }

  @Test func whatWouldBeMisreadIsToldByTheCheck() throws {
    func problem(_ text: String, _ change: (inout TaskLineEditor) -> Void) throws -> TaskEditError? {
      let note = TaskNote(Array(text.utf8), path: NotePath("a.md"), options: ParsingOptions())
      var editor = TaskLineEditor(note.tasks[0], in: note, format: .emoji)
      change(&editor)
      let after = TaskNote(try editor.edits.applied(to: note.bytes), path: note.path, options: ParsingOptions())
      return editor.problem(in: after.tasks[0])
    }
    #expect(try problem("- [ ] a `code\n  more`\n") { $0.set(.due, "2026-01-01") } == .misread(.due))
    #expect(try problem("- [ ] a\n") { $0.set(description: "b 📅 2026-01-01") } == .misreadDescription)
    #expect(try problem("- [ ] a\n") { $0.set(.recurrence, "every day and more") } == .misread(.recurrence))
    #expect(try problem("- [ ] a\n") { $0.set(.due, "2026-01-01") } == nil)
    // The tag would be another one.
    #expect(try problem("- [ ] _#a 📅 2026-01-01_\n") { $0.set(.due, nil as String?) } == nil)
    #expect(try problem("- [ ] #a 📅 2026-01-01_\n") { $0.set(.due, nil as String?) } == .misreadLine)
    #expect(try problem("- [ ] **a 📅 2026-01-01**\n") { $0.set(.due, nil as String?) } == nil)
    // A code span would come to its end elsewhere; nobody gave a description.
    #expect(try problem("- [ ] a `b 📅 2026-01-01\n") { $0.add(tag: "c`d") } == .misreadTag("c`d"))
  }
}
