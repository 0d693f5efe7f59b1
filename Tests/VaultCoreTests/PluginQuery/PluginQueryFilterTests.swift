import Testing

@testable import VaultCore

/// Every filter with a task that it finds and one that it does not find.
@Suite struct PluginQueryFilterTests {
  /// The filter, a line that matches, a line that does not.
  static let table: [(String, String, String)] = [
    ("done", "- [x] a", "- [ ] a"), ("DONE", "- [-] a", "- [/] a"), ("not done", "- [/] a", "- [x] a"),
    ("status.name includes progress", "- [/] a", "- [ ] a"),
    ("status.name does not include TODO", "- [x] a", "- [ ] a"),
    ("status.name regex matches /^Un/", "- [?] a", "- [ ] a"),
    ("status.type is in_progress", "- [/] a", "- [ ] a"), ("status.type is not DONE", "- [-] a", "- [x] a"),
    ("STATUS.TYPE IS CANCELLED", "- [-] a", "- [x] a"),
    ("has due date", "- [ ] a 📅 2026-03-01", "- [ ] a ⏳ 2026-03-01"),
    ("no due date", "- [ ] a", "- [ ] a 📅 2026-03-01"),
    ("has due date", "- [ ] a 📅 2026-02-30", "- [ ] a"),
    ("due date is invalid", "- [ ] a 📅 2026-02-30", "- [ ] a 📅 2026-02-28"),
    ("has scheduled date", "- [ ] a ⏳ 2026-03-01", "- [ ] a 📅 2026-03-01"),
    ("scheduled date is invalid", "- [ ] a ⏳ 2026-02-30", "- [ ] a"),
    ("has start date", "- [ ] a 🛫 2026-03-01", "- [ ] a"), ("no start date", "- [ ] a", "- [ ] a 🛫 2026-03-01"),
    ("has created date", "- [ ] a ➕ 2026-03-01", "- [ ] a"), ("has done date", "- [x] a ✅ 2026-03-01", "- [x] a"),
    ("no done date", "- [x] a", "- [x] a ✅ 2026-03-01"),
    ("has cancelled date", "- [-] a ❌ 2026-03-01", "- [-] a"),
    ("has happens date", "- [ ] a ⏳ 2026-03-01", "- [ ] a ➕ 2026-03-01"),
    ("no happens date", "- [ ] a ➕ 2026-03-01", "- [ ] a 🛫 2026-03-01"),
    ("due today", "- [ ] a 📅 2026-03-14", "- [ ] a 📅 2026-03-15"),
    ("due on 2026-03-15", "- [ ] a 📅 2026-03-15", "- [ ] a 📅 2026-03-14"),
    ("due before today", "- [ ] a 📅 2026-03-13", "- [ ] a 📅 2026-03-14"),
    ("due before today", "- [ ] a 📅 2026-03-13", "- [ ] a"),
    ("due after today", "- [ ] a 📅 2026-03-15", "- [ ] a 📅 2026-03-14"),
    ("due on or before today", "- [ ] a 📅 2026-03-14", "- [ ] a 📅 2026-03-15"),
    ("due on or after today", "- [ ] a 📅 2026-03-14", "- [ ] a 📅 2026-03-13"),
    ("due in or before this week", "- [ ] a 📅 2026-03-15", "- [ ] a 📅 2026-03-16"),
    ("due in or after this week", "- [ ] a 📅 2026-03-09", "- [ ] a 📅 2026-03-08"),
    ("Due Before Today", "- [ ] a 📅 2026-03-13", "- [ ] a 📅 2026-03-14"),
    ("done this week", "- [x] a ✅ 2026-03-09", "- [x] a ✅ 2026-03-08"),
    ("done in last month", "- [x] a ✅ 2026-02-28", "- [x] a ✅ 2026-03-01"),
    ("cancelled after 2026-03-01", "- [-] a ❌ 2026-03-02", "- [-] a ❌ 2026-03-01"),
    ("created before yesterday", "- [ ] a ➕ 2026-03-12", "- [ ] a ➕ 2026-03-13"),
    ("scheduled 2026-03-01 2026-03-10", "- [ ] a ⏳ 2026-03-10", "- [ ] a ⏳ 2026-03-11"),
    ("scheduled after 2026-03-01 2026-03-10", "- [ ] a ⏳ 2026-03-11", "- [ ] a ⏳ 2026-03-10"),
    ("scheduled before 2026-03-01 2026-03-10", "- [ ] a ⏳ 2026-02-28", "- [ ] a ⏳ 2026-03-01"),
    ("starts before tomorrow", "- [ ] a", "- [ ] a 🛫 2026-03-15"),
    ("start on 2026-03-14", "- [ ] a 🛫 2026-03-14", "- [ ] a 🛫 2026-03-15"),
    ("starts after today", "- [ ] a 🛫 2026-03-15", "- [ ] a 🛫 2026-02-30"),
    ("happens before tomorrow", "- [ ] a 🛫 2026-03-14 📅 2026-03-20", "- [ ] a 📅 2026-03-20"),
    ("happens on 2026-03-20", "- [ ] a 🛫 2026-03-14 📅 2026-03-20", "- [ ] a"),
    ("priority is high", "- [ ] a ⏫", "- [ ] a 🔺"), ("priority high", "- [ ] a ⏫", "- [ ] a"),
    ("priority is above none", "- [ ] a 🔼", "- [ ] a"), ("priority is below none", "- [ ] a 🔽", "- [ ] a"),
    ("priority is not none", "- [ ] a ⏬", "- [ ] a"), ("priority is lowest", "- [ ] a ⏬", "- [ ] a 🔽"),
    ("is recurring", "- [ ] a 🔁 every day", "- [ ] a"), ("is not recurring", "- [ ] a", "- [ ] a 🔁 every day"),
    ("recurrence includes EVERY WEEK on", "- [ ] a 🔁 every Sunday", "- [ ] a 🔁 every day"),
    ("recurrence does not include when done", "- [ ] a 🔁 every day", "- [ ] a 🔁 every day when done"),
    ("recurrence regex matches /week/", "- [ ] a 🔁 every 2 weeks", "- [ ] a"),
    ("description includes ROOF", "- [ ] the Roof 📅 2026-03-01", "- [ ] the wall"),
    ("description includes ÄPFEL", "- [ ] Zwei äpfel", "- [ ] Birnen"),
    ("description does not include x", "- [ ] a", "- [ ] axe"),
    ("description includes \"a b\"", "- [ ] say \"a b\" twice", "- [ ] a b"),
    ("description regex matches /^\\d+ eggs$/", "- [ ] 12 eggs 📅 2026-03-01", "- [ ] 12 eggs and ham"),
    ("description regex does not match /x/i", "- [ ] a", "- [ ] X"),
    ("has tags", "- [ ] a #b", "- [ ] a"), ("no tags", "- [ ] a", "- [ ] a #b"), ("has tag", "- [ ] #b", "- [ ] b"),
    ("tags include #home", "- [ ] a #Home/garden", "- [ ] a #location/home"),
    ("tag includes home", "- [ ] a #location/home", "- [ ] home"),
    ("tags do not include #b", "- [ ] a #c", "- [ ] a #c #b"), ("tag does not include c", "- [ ] a", "- [ ] a #c"),
    ("tags includes #b", "- [ ] #b", "- [ ] #c"),
    ("tag regex matches /#t$/", "- [ ] a #t", "- [ ] a #task"),
    ("tags regex does not match /#t$/", "- [ ] a #task", "- [ ] a #task #t"),
    ("has id", "- [ ] a 🆔 x1", "- [ ] a"), ("no id", "- [ ] a", "- [ ] a 🆔 x1"),
    ("id includes X", "- [ ] a 🆔 x1", "- [ ] a 🆔 y1"), ("id does not include x", "- [ ] a", "- [ ] a 🆔 x1"),
    ("id regex matches /^x/", "- [ ] a 🆔 x1", "- [ ] a"),
    ("has depends on", "- [ ] a ⛔ x1", "- [ ] a 🆔 x1"), ("no depends on", "- [ ] a 🆔 x1", "- [ ] a ⛔ x1"),
    ("exclude sub-items", "- [ ] a", "> [!note]\n> - x\n>   - [ ] a"),
    ("exclude sub-items", "> - [ ] a", "- x\n  - [ ] a"),
    ("(done)", "- [x] a", "- [ ] a"), ("NOT (done)", "- [ ] a", "- [x] a"), ("NOT(done)", "- [ ] a", "- [x] a"),
    ("NOT NOT (done)", "- [x] a", "- [ ] a"),
    ("(done) AND (has tags)", "- [x] #b", "- [x] b"), ("(done) OR (has tags)", "- [x] b", "- [ ] b"),
    ("(done)AND(has tags)", "- [x] #b", "- [ ] #b"), ("[done] AND [has tags]", "- [x] #b", "- [ ] #b"),
    ("{done} AND {has tags}", "- [x] #b", "- [ ] #b"), ("\"done\" AND \"has tags\"", "- [x] #b", "- [ ] #b"),
    ("([done] OR [has tags]) AND (has id)", "- [ ] #b 🆔 x", "- [ ] b 🆔 x"),
    ("[(done) OR (has tags)] AND [has id]", "- [x] b 🆔 x", "- [x] b"),
    ("(NOT [done]) AND (has tags)", "- [ ] #b", "- [x] #b"),
    ("([done]) AND (has tags)", "- [x] #b", "- [ ] #b"),
    ("({\"done\" XOR \"has tags\"} AND {has id}) OR (description includes zz)", "- [ ] #b 🆔 x", "- [x] #b 🆔 x"),
    ("([done] OR [description includes (b)]) AND (has id)", "- [ ] (b) 🆔 x", "- [ ] b 🆔 x"),
    ("(done) XOR (has tags)", "- [x] b", "- [x] #b"), ("(done) AND NOT (has tags)", "- [x] b", "- [x] #b"),
    ("(done) OR NOT (has tags)", "- [ ] b", "- [ ] #b"), ("(done) AND  NOT(has tags)", "- [x] b", "- [x] #b"),
    ("(has tags) OR (done) AND (has id)", "- [ ] #b", "- [x] b"),
    ("((has tags) OR (done)) AND (has id)", "- [x] b 🆔 x1", "- [ ] #b"),
    ("NOT ((has tags) OR (done))", "- [ ] b", "- [x] b"),
    ("(done) XOR (has tags) XOR (has id)", "- [x] #b 🆔 x1", "- [x] #b"),
    ("[description includes (b)] OR [done]", "- [ ] a (b) c", "- [ ] a b"),
    ("(description includes a AND b) OR (done)", "- [ ] x a and B", "- [ ] a b"),
    ("description includes (a) OR (b)", "- [ ] say (a) or (b)", "- [ ] a"),
    ("done\nhas tags", "- [x] #b", "- [x] b"), ("done \\\n", "- [x] b", "- [ ] b"),
    ("(done) \\\n   OR \\\n (has tags)", "- [ ] #b", "- [ ] b"),
    ("# done\nnot done", "- [ ] b", "- [x] b"), ("done {{! not this }}", "- [x] b", "- [ ] b"),
    ("description includes b {{! really }}", "- [ ] abc", "- [ ] ac"),
    ("description includes \\\\", "- [ ] a\\b", "- [ ] ab"),
  ]

  @Test(arguments: table)
  func findsTheOneAndNotTheOther(_ filter: String, _ matching: String, _ other: String) throws {
    #expect(try PluginQueryCase.finds(filter, PluginQueryCase.task(matching)))
    #expect(try !PluginQueryCase.finds(filter, PluginQueryCase.task(other)))
  }

  /// The filter, where a task is found, where it is not.
  static let places: [(String, String, String)] = [
    ("path includes plans/roof.MD", "Work/Plans/Roof.md", "Work/Roof.md"),
    ("path does not include Work", "Home.md", "Work/Roof.md"),
    ("path regex matches /^Work\\/[A-Z]/", "Work/Plans.md", "work/Plans.md"),
    ("path regex matches /^Work/Plans.md$/", "Work/Plans.md", "Work/Plans.mdx.md"),
    ("root includes work/", "Work/A/b.md", "Home/Work/b.md"), ("root includes /", "a.md", ""),
    ("root regex matches /^\\/$/", "a.md", "b/a.md"), ("folder includes Work/A", "Work/A/b.md", "Work/b.md"),
    ("folder regex matches /^Work\\/$/", "Work/b.md", "Work/A/b.md"),
    ("filename includes b.md", "Work/B.md", "b.md/c.md"), ("filename regex matches /^b/", "x/b.md", "b/x.md"),
  ]

  @Test(arguments: places)
  func looksAtTheNote(_ filter: String, _ matching: String, _ other: String) throws {
    #expect(try PluginQueryCase.finds(filter, PluginQueryCase.task("- [ ] a", in: matching)))
    guard !other.isEmpty else { return }
    #expect(try !PluginQueryCase.finds(filter, PluginQueryCase.task("- [ ] a", in: other)))
  }

  static let headings: [(String, String?, String?)] = [
    ("heading includes DAY plan", "Monday Day Planner", "Day"), ("heading does not include x", nil, "x"),
    ("heading regex matches /^Log$/", "Log", nil), ("heading regex does not match /^Log$/", nil, "Log"),
  ]

  @Test(arguments: headings)
  func looksAtTheHeading(_ filter: String, _ matching: String?, _ other: String?) throws {
    #expect(try PluginQueryCase.finds(filter, PluginQueryCase.task("- [ ] a", heading: matching)))
    #expect(try !PluginQueryCase.finds(filter, PluginQueryCase.task("- [ ] a", heading: other)))
  }

  @Test func whatStandsInOtherDelimitersIsReadToo() {
    #expect(PluginQueryCase.error("([nonsense] OR [done]) AND (done)").contains("\"nonsense\" is no filter"))
    #expect(PluginQueryCase.error("([done] OR done]) AND (done)") != "")
    let deep = (0..<200).reduce("done") { text, level in level % 2 == 0 ? "(\(text))" : "[\(text)]" }
    #expect(PluginQueryCase.error(deep).contains("nested more than 100 deep"))
  }

  @Test func dependenciesCountBetweenOpenTasks() throws {
    let first = PluginQueryCase.task("- [ ] first 🆔 one")
    let second = PluginQueryCase.task("- [ ] second ⛔ one")
    let done = PluginQueryCase.task("- [x] first 🆔 one")
    let cancelled = PluginQueryCase.task("- [-] second ⛔ one")
    #expect(try PluginQueryCase.finds("is blocked", second, among: [first]))
    #expect(try !PluginQueryCase.finds("is blocked", second, among: [done]))
    #expect(try !PluginQueryCase.finds("is blocked", cancelled, among: [first]))
    #expect(try PluginQueryCase.finds("is not blocked", first, among: [second]))
    #expect(try PluginQueryCase.finds("is blocking", first, among: [second]))
    #expect(try PluginQueryCase.finds("is not blocking", first, among: [cancelled]))
    #expect(try PluginQueryCase.finds("is not blocking", done, among: [second]))
  }

  @Test func theGlobalFilterIsNotSeen() throws {
    let task = PluginQueryCase.task("- [ ] #task Mow")
    #expect(try !PluginQueryCase.finds("description includes task", task, globalFilter: "#task"))
    #expect(try PluginQueryCase.finds("description regex matches /^Mow$/", task, globalFilter: "#task"))
    #expect(try PluginQueryCase.finds("no tags", task, globalFilter: "#task"))
    #expect(try PluginQueryCase.finds("tags include task", task))
  }
}
