import Testing

@testable import VaultCore

@Suite struct PluginQueryGroupsTests {
  private func outline(_ query: String, _ tasks: [TaskItem]) throws -> [String] {
    let groups = PluginQueryGroups(try PluginQueryCase.parse(query), today: PluginQueryCase.today)
    return groups.groups(of: tasks).flatMap { group in
      group.headings.map { String(repeating: "#", count: $0.level + 1) + " " + $0.text }
        + group.tasks.map { tasks[$0].description }
    }
  }

  /// The instruction, lines of tasks, and the outline.
  static let table: [(String, [String], [String])] = [
    ("group by status", ["- [ ] a", "- [x] b"], ["# Done", "b", "# Todo", "a"]),
    ("group by status.name", ["- [ ] a", "- [/] b"], ["# In Progress", "b", "# Todo", "a"]),
    ("group by status.type", ["- [ ] a", "- [/] b"], ["# IN_PROGRESS", "b", "# TODO", "a"]),
    (
      "group by priority", ["- [ ] a", "- [ ] b 🔽", "- [ ] c 🔺"],
      ["# Highest priority", "c", "# Normal priority", "a", "# Low priority", "b"]
    ),
    ("group by priority reverse", ["- [ ] a", "- [ ] c 🔺"], ["# Normal priority", "a", "# Highest priority", "c"]),
    ("group by urgency", ["- [ ] a", "- [ ] b ⏬", "- [ ] c ⏫"], ["# 6.00", "c", "# 1.95", "a", "# -1.80", "b"]),
    (
      "group by due", ["- [ ] a", "- [ ] b 📅 2026-03-14", "- [ ] c 📅 2026-02-30", "- [ ] d 📅 2026-03-01"],
      ["# Invalid due date", "c", "# 2026-03-01 Sunday", "d", "# 2026-03-14 Saturday", "b", "# No due date", "a"]
    ),
    (
      "group by due reverse", ["- [ ] b 📅 2026-03-14", "- [ ] a"], ["# No due date", "a", "# 2026-03-14 Saturday", "b"]
    ),
    ("group by scheduled", ["- [ ] a ⏳ 2026-03-14"], ["# 2026-03-14 Saturday", "a"]),
    ("group by start", ["- [ ] a"], ["# No start date", "a"]),
    ("group by created", ["- [ ] a"], ["# No created date", "a"]),
    ("group by done", ["- [x] a ✅ 2026-03-14"], ["# 2026-03-14 Saturday", "a"]),
    ("group by cancelled", ["- [ ] a"], ["# No cancelled date", "a"]),
    ("group by happens", ["- [ ] a 🛫 2026-03-13 📅 2026-03-14"], ["# 2026-03-13 Friday", "a"]),
    (
      "group by happens", ["- [ ] a 📅 2026-02-30", "- [ ] b ⏳ 2026-03-14 📅 2026-02-30", "- [ ] c ➕ 2026-03-14"],
      ["# 2026-03-14 Saturday", "b", "# No happens date", "a", "c"]
    ),
    ("group by recurring", ["- [ ] a 🔁 every day", "- [ ] b"], ["# Not Recurring", "b", "# Recurring", "a"]),
    ("group by recurrence", ["- [ ] a 🔁 every Sunday", "- [ ] b"], ["# every week on Sunday", "a", "# None", "b"]),
    ("group by id", ["- [ ] a 🆔 x1", "- [ ] b"], ["b", "# x1", "a"]),
    (
      "group by tags", ["- [ ] a #x #y #x", "- [ ] b #y", "- [ ] c"],
      ["# (No tags)", "c", "# #x", "a #x #y #x", "# #y", "a #x #y #x", "b #y"]
    ),
    (
      "group by priority\ngroup by status", ["- [ ] a", "- [x] b", "- [ ] c ⏫"],
      ["# High priority", "## Todo", "c", "# Normal priority", "## Done", "b", "## Todo", "a"]
    ),
    ("group by status\ngroup by status", ["- [ ] a"], ["# Todo", "a"]),
    ("limit groups 1\ngroup by status", ["- [ ] a", "- [ ] b", "- [x] c"], ["# Done", "c", "# Todo", "a"]),
    ("limit groups 1", ["- [ ] a", "- [ ] b"], ["a", "b"]),
    ("group by path", ["- [ ] a"], ["# Work/Plans/Roof", "a"]), ("group by root", ["- [ ] a"], ["# Work/", "a"]),
    ("group by folder", ["- [ ] a"], ["# Work/Plans/", "a"]), ("group by filename", ["- [ ] a"], ["# Roof", "a"]),
    ("group by heading", ["- [ ] a"], ["# (No heading)", "a"]), ("group by backlink", ["- [ ] a"], ["# Roof", "a"]),
    ("group by due", [], []),
  ]

  @Test(arguments: table)
  func outlined(_ query: String, _ lines: [String], _ expected: [String]) throws {
    #expect(try outline(query, lines.map { PluginQueryCase.task($0) }) == expected)
  }

  @Test func headingsOfNotes() throws {
    let task = PluginQueryCase.task("- [ ] a", in: "r.md", heading: "Day")
    #expect(
      try outline("group by heading\ngroup by backlink\ngroup by root", [task]) == [
        "# Day", "## r > Day", "### /", "a",
      ])
    #expect(
      try outline("group by backlink", [PluginQueryCase.task("- [ ] a", in: "r.md", heading: "r")]) == ["# r", "a"])
  }

  /// The names of notes in the order of their groups. The plugin compares what it writes for them: `[[a]]`, `a\_b`.
  static let namesAlike: [(String, [String])] = [
    ("filename", ["a b", "a-b", "a", "a+b", "a1", "a2", "a10", "ab"]),
    ("backlink", ["a b", "a-b", "a", "a+b", "a1", "a2", "a10", "ab"]),
    ("path", ["a", "a b", "a-b", "a_b", "a1", "ab", "Ab"]),
    ("folder", ["a b/x", "a-b/x", "a/x", "a_b/x", "a1/x", "a2/x", "a10/x", "ab/x"]),
    ("root", ["a b/x", "a-b/x", "a/x", "a_b/x", "a1/x", "ab/x"]),
  ]

  @Test(arguments: namesAlike)
  func namesThatBeginAlike(_ key: String, _ names: [String]) throws {
    let tasks = names.map { PluginQueryCase.task("- [ ] \($0)", in: $0 + ".md") }
    let shown = try outline("group by \(key)", tasks.reversed()).filter { !$0.hasPrefix("#") }
    #expect(shown == names)
  }

  @Test func everyKeyIsUnderstood() throws {
    for key in PluginQuery.GroupKey.allCases {
      #expect(try PluginQueryCase.parse("group by \(key.rawValue) reverse").groupers.map(\.isReversed) == [true])
      #expect(try outline("group by \(key.rawValue)", [PluginQueryCase.task("- [ ] a")]).last == "a")
    }
  }
}
