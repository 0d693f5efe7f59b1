import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Today is 2026-09-21.
struct VaultTaskReopeningTests {
  /// The note after completing a task and taking that back, with something done in between.
  private func roundTrip(
    _ text: String, _ names: [String] = ["a:1"], undo: [String]? = nil, configuration: String = "",
    meanwhile: (ChangedVault, String) throws -> Void = { _, _ in }
  ) throws -> String {
    let test = try ChangedVault(["a.md": text, ".vault/config.yaml": configuration])
    let handles = try names.map { name in
      let place = try test.vault().read { try $0.place(ofTask: name) }
      return try #require(try test.vault().read { reader in try reader.taskNote(place.path) }.task(inLine: place.line))
        .item.handle
    }
    _ = try test.vault().editor.completeTasks(names)
    #expect(try test.text("a.md") != text)
    try meanwhile(test, handles[0])
    _ = try test.differences { try $0.editor.reopenTasks(undo ?? handles, $1).change }
    return try test.text("a.md")
  }

  @Test(arguments: [
    "- [ ] x\n", "- [ ] x", "- [/]  x  \r\n- [ ] y", "- [ ] x 🔁 every day 📅 2026-09-20  \n",
    "- [ ] p 🔁 every week ✅ 2020-01-01\n  - [ ] c\n\n    more\n", "> - [>] x [repeat:: every day]  [due:: 2026-09-01]",
    "- [ ] x 🔁 every day 🏁 delete 📅 2026-09-20\n- [ ] y\n", "- [ ] x 🏁 delete",
    "- [ ] x 🔁 every day 📅 2026-09-20\r", "- [ ] x 🔁 every day 📅 2026-09-20",
    "- [ ] x 🏁 delete\r\n- [ ] y\r\n",
  ])
  func everyByteComesBack(_ text: String) throws {
    // An undated one is like its next occurrence in all that counts for a handle.
    #expect(try roundTrip(text, undo: text.contains("✅") ? ["a:2"] : nil) == text)
    let names = text.contains("delete") ? nil : ["a:1"]
    #expect(try roundTrip(text, undo: names, configuration: "tasks:\n  next_occurrence: below\n") == text)
  }

  /// What is put in below both stands in the same place.
  @Test(arguments: ["\n", "", "\r", "\r\n"]) func aParentAndItsChildComeBack(_ end: String) throws {
    let text = "- [ ] p 🔁 every day 📅 2026-09-20\n  - [ ] c 🔁 every day 📅 2026-09-20" + end
    for (configuration, done) in [("", ["a:2", "a:4"]), ("tasks:\n  next_occurrence: below\n", ["a:1", "a:2"])] {
      let now = try roundTrip(text, ["a:1", "a:2"], undo: done, configuration: configuration) { test, _ in
        guard !configuration.isEmpty else { return }
        let note = try test.vault().read { reader in try reader.taskNote("a.md") }
        #expect(note.tasks.map(\.item.description) == ["p", "c", "c", "p"])
        #expect(note.tasks.map(\.item.parent).map { $0 != nil } == [false, true, true, false])
      }
      #expect(now == text)
    }
  }

  @Test func datesThatDidNotFitComeBack() throws {
    let text = "- [ ] x ❌ 2025-01-01\n"
    #expect(try roundTrip(text) == text)
  }

  @Test func withoutHistoryTheStatusFollowsItsOwn() throws {
    let test = try ChangedVault(["a.md": "- [x] x ✅ 2026-01-01\n- [-] y ❌ 2026-01-01\n"])
    #expect(
      try test.differences { try $0.editor.reopenTasks(["a:1", "a:2"], $1).change } == ["a.md": "- [ ] x\n- [ ] y\n"])
  }

  @Test func aNextOccurrenceThatWasChangedStaysAndIsTold() throws {
    let text = "- [ ] x 🔁 every day 📅 2026-09-20\n"
    for (old, new) in [("📅 2026-09-21", "📅 2026-09-30"), ("- [ ] x", "between\n- [ ] x")] {
      let test = try ChangedVault(["a.md": text])
      _ = try test.vault().editor.completeTasks(["a:1"])
      var now = try test.text("a.md").replacing(old, with: new, maxReplacements: 1)
      if new.hasPrefix("between") {
        now = now.split(separator: "\n").dropFirst().joined(separator: "\n\n") + "\n"
      }
      try test.folder.write(now, to: "a.md")
      let place = try #require(
        try test.vault().read { reader in try reader.taskNote("a.md") }.tasks.last { !$0.item.status.type.isOpen })
      _ = try test.vault().editor.reopenTasks(["a:\(place.item.line)"])
      #expect(try test.text("a.md").contains("- [ ] x 🔁 every day 📅 2026-09-20"))
      #expect(test.notices.contains { $0.contains("next occurrence") })
    }
  }

  // MARK: 🏁 delete

  private static let deleted = "# A\n\n- [ ] above\n- [ ] x 🏁 delete 🆔 xid\n- [ ] below\n"

  @Test func aDeletedTaskComesBackAmongOtherChanges() throws {
    let now = try roundTrip(Self.deleted, ["a:4"]) { test, _ in
      try test.folder.write("new\n" + test.text("a.md") + "\nmore\n", to: "a.md")
    }
    #expect(now == "new\n" + Self.deleted + "\nmore\n")
    #expect(try roundTrip(Self.deleted, ["a:4"], undo: ["xid"]) == Self.deleted)
  }

  @Test func neighboursThatWereDeletedTogetherComeBackTogether() throws {
    let text = "- [ ] a 🏁 delete\n- [ ] b 🏁 delete\n- [ ] c\n"
    #expect(try roundTrip(text, ["a:1", "a:2"]) == text)
  }

  @Test func aPlaceThatIsNotWhatItWasIsRefused() throws {
    let test = try ChangedVault(["a.md": Self.deleted])
    let handle = try #require(try test.vault().read { reader in try reader.taskNote("a.md") }.task(inLine: 4)).item
      .handle
    _ = try test.vault().editor.completeTasks(["a:4"])
    try test.folder.write("# A\n\n- [ ] other\n- [ ] things\n", to: "a.md")
    let before = try test.tree()
    let error = #expect(throws: TaskReturnError.self) { try test.vault().editor.reopenTasks([handle]) }
    #expect(error?.message.remedies == [.command(.undo), .command(.history)])
    #expect(try test.tree() == before)
  }

  @Test func whatWasTakenAwayOtherwiseDoesNotComeBack() throws {
    let test = try ChangedVault(["a.md": Self.deleted])
    let handle = try #require(try test.vault().read { reader in try reader.taskNote("a.md") }.task(inLine: 4)).item
      .handle
    _ = try test.vault().editor.removeTasks(["a:4"], nested: false)
    #expect(throws: TaskNameError.self) { try test.vault().editor.reopenTasks([handle]) }
    _ = try test.vault().editor.undo()
    _ = try test.vault().editor.completeTasks(["a:4"])
    _ = try test.vault().editor.undo()
    #expect(try test.vault().editor.reopenTasks([handle]).change.end == .unchanged)
  }

  @Test func aDeletedOneAndAnotherAreOneChange() throws {
    let test = try ChangedVault(["a.md": Self.deleted])
    let handle = try #require(try test.vault().read { reader in try reader.taskNote("a.md") }.task(inLine: 4)).item
      .handle
    _ = try test.vault().editor.completeTasks(["a:4", "a:3"])
    #expect(try test.text("a.md") == "# A\n\n- [x] above ✅ 2026-09-21\n- [ ] below\n")
    let outcome = try test.vault().editor.reopenTasks(["a:3"])
    #expect(outcome.tasks.map(\.state) == [.updated])
    _ = try test.vault().editor.reopenTasks([handle])
    #expect(try test.text("a.md") == Self.deleted)
  }

  @Test func anotherTaskOfTheSameWordsIsNeverPutInItsPlace() throws {
    let text = "- [ ] Water 📅 2026-01-01\n- [ ] Water 🔁 every day 📅 2026-02-01\n"
    let test = try ChangedVault([
      "a.md": text, ".vault/config.yaml": "tasks:\n  next_occurrence: below\n",
    ])
    _ = try test.vault().editor.completeTasks(["a.md:2"])
    #expect(try test.text("a.md").contains("- [x] Water 🔁 every day 📅 2026-02-01 ✅"))
    _ = try test.vault().editor.reopenTasks(["a.md:2"])
    #expect(try test.text("a.md") == text)
  }
}
