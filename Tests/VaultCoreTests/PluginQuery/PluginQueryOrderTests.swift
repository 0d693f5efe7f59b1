import Testing

@testable import VaultCore

@Suite struct PluginQueryOrderTests {
  /// The instruction, and tasks in the order that it makes. They are given backwards.
  static let table: [(String, [String])] = [
    ("", ["- [/] a", "- [ ] b ⏫", "- [ ] c", "- [x] d 🔺", "- [-] e"]),
    ("", ["- [ ] a 📅 2026-03-01", "- [ ] b 📅 2026-03-14", "- [ ] d 🔺", "- [ ] c ⏳ 2026-03-14"]),
    ("sort by status", ["- [ ] z", "- [x] a"]),
    ("sort by status.name", ["- [-] a", "- [x] a 2", "- [/] a 3", "- [ ] a 4"]),
    ("sort by status.type", ["- [/] z", "- [ ] y", "- [x] x", "- [-] w"]),
    ("sort by priority", ["- [x] a 🔺", "- [x] b ⏫", "- [x] c 🔼", "- [ ] d", "- [ ] e 🔽", "- [ ] f ⏬"]),
    ("sort by priority reverse", ["- [ ] f ⏬", "- [ ] e 🔽", "- [ ] d", "- [ ] c 🔼"]),
    ("sort by urgency", ["- [x] a 🔺", "- [ ] b"]),
    ("sort by due", ["- [ ] a 📅 2026-02-30", "- [x] b 📅 2026-03-01", "- [ ] c 📅 2026-03-02", "- [ ] d"]),
    ("sort by due reverse", ["- [ ] d", "- [ ] c 📅 2026-03-02", "- [x] b 📅 2026-03-01", "- [ ] a 📅 2026-02-30"]),
    ("sort by scheduled", ["- [ ] b ⏳ 2026-03-01", "- [ ] c ⏳ 2026-03-02", "- [ ] d"]),
    ("sort by start", ["- [ ] b 🛫 2026-03-01", "- [ ] c 🛫 2026-03-02", "- [ ] d"]),
    ("sort by created", ["- [ ] b ➕ 2026-03-01", "- [ ] c ➕ 2026-03-02", "- [ ] d"]),
    ("sort by done", ["- [x] b ✅ 2026-03-01", "- [x] c ✅ 2026-03-02", "- [ ] d"]),
    ("sort by cancelled", ["- [-] b ❌ 2026-03-01", "- [-] c ❌ 2026-03-02", "- [ ] d"]),
    (
      "sort by happens",
      ["- [ ] b ⏳ 2026-03-01 📅 2026-02-30", "- [ ] c 🛫 2026-03-02", "- [ ] a 📅 2026-02-30", "- [ ] d ➕ 2026-01-01"]
    ),
    ("sort by recurring", ["- [x] a 🔁 every day", "- [ ] b"]),
    (
      "sort by description",
      ["- [ ] (a)", "- [ ] 2 b", "- [ ] 10 b", "- [ ] ä", "- [ ] **Aa**", "- [ ] [[x|Ab]]", "- [ ] b"]
    ),
    ("sort by id", ["- [ ] c", "- [ ] a 🆔 a2", "- [ ] b 🆔 a10"]),
    ("sort by tag", ["- [ ] c #a", "- [ ] b #b", "- [ ] a"]),
    ("sort by tag 2", ["- [ ] c #z #a", "- [ ] b #y #b", "- [ ] a #x"]),
    ("sort by tag 2", ["- [ ] d #z #a", "- [x] c #y", "- [/] a", "- [ ] b"]),
    ("sort by tag reverse 3", ["- [ ] a", "- [/] e #x", "- [ ] d #y #b", "- [x] c #z #a #q"]),
    ("sort by tag reverse", ["- [ ] a", "- [ ] b #b", "- [ ] c #a"]),
    ("sort by tag reverse 2", ["- [ ] a #x", "- [ ] b #y #b", "- [ ] c #z #a"]),
    ("sort by priority\nsort by description reverse", ["- [ ] c ⏫", "- [ ] b ⏫", "- [ ] a"]),
  ]

  @Test(arguments: table)
  func ordered(_ query: String, _ lines: [String]) throws {
    let tasks = lines.map { PluginQueryCase.task($0) }
    #expect(try PluginQueryCase.order(query, tasks.reversed()) == tasks.map(\.description))
  }

  @Test func byThePlace() throws {
    let places = [("A/x 2.md", nil), ("A/x 10.md", "Alpha"), ("b/a.md", "alpha 2"), ("c.md", "Beta")]
    let tasks = places.enumerated().map { index, place in
      PluginQueryCase.task("- [ ] \(index)", in: place.0, heading: place.1)
    }
    #expect(try PluginQueryCase.order("sort by path", tasks.reversed()) == ["0", "1", "2", "3"])
    #expect(try PluginQueryCase.order("sort by heading", tasks.reversed()) == ["0", "1", "2", "3"])
    #expect(try PluginQueryCase.order("sort by filename", tasks.reversed()) == ["2", "3", "0", "1"])
  }

  @Test func chanceIsTheSameAllDay() throws {
    let tasks = (0..<30).map { PluginQueryCase.task("- [ ] task \($0)") }
    let first = try PluginQueryCase.order("sort by random", tasks)
    #expect(try PluginQueryCase.order("sort by random", tasks.reversed()) == first)
    #expect(Set(first).count == 30)
    let tomorrow = PluginQueryOrder(
      try PluginQueryCase.parse("sort by random"), today: PluginQueryCase.today.adding(days: 1))
    #expect(tomorrow.sorted(tasks).map { tasks[$0].description } != first)
  }

  @Test func everyKeyIsUnderstood() throws {
    for key in PluginQuery.SortKey.allCases {
      let query = try PluginQueryCase.parse("Sort By \(key.rawValue) REVERSE")
      #expect(query.sorters.map(\.key) == [key])
      #expect(query.sorters.map(\.isReversed) == [true])
      _ = try PluginQueryCase.order("sort by \(key.rawValue)", [PluginQueryCase.task("- [ ] a")])
    }
  }

  static let orders: [[String]] = [
    ["", "!", "(a", "1", "02", "10", "a", "A", "á", "b", "é", "z"], ["a 9", "a 10", "a 100", "ab"],
    ["file.md", "file2.md"],
  ]

  @Test(arguments: orders)
  func natural(_ texts: [String]) {
    #expect(texts.reversed().map { NaturalOrder($0) }.sorted() == texts.map { NaturalOrder($0) })
    #expect(NaturalOrder("zzz") < .last)
    #expect(!(NaturalOrder.last < .last))
  }
}
