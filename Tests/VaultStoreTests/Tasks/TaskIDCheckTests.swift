import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Ids and dependencies that tasks are given, when they are made and later.
struct TaskIDCheckTests {
  private enum Kind { case taken, several, missing, cycle }

  private func kind(_ error: TaskIDError?) -> Kind? {
    switch error {
    case .taken: .taken
    case .several: .several
    case .missing: .missing
    case .cycle: .cycle
    case nil: nil
    }
  }

  private func task(_ description: String, id: String?, dependsOn: [String] = []) -> NewTask {
    var task = NewTask(description: description)
    task.id = id
    task.dependsOn = dependsOn
    return task
  }

  @Test func newTasksAreCheckedAsChangedOnesAre() throws {
    let test = try ChangedVault(["Inbox.md": "- [ ] a 🆔 a ⛔ b\n- [x] d 🆔 d\n"])
    let before = try test.tree()
    let wrong: [(NewTask, Kind)] = [
      (task("b", id: "b", dependsOn: ["a"]), .cycle), (task("c", id: "c", dependsOn: ["c"]), .cycle),
      (task("dup", id: "a"), .taken), (task("dup", id: "d"), .taken),
      (task("e", id: nil, dependsOn: ["a", "nobody"]), .missing),
    ]
    for (task, expected) in wrong {
      let error = #expect(throws: TaskIDError.self) { try test.vault().editor.addTask(task, to: "Inbox", under: nil) }
      #expect(kind(error) == expected, "\(task.description)")
    }
    #expect(try test.tree() == before)
    for right in [task("b", id: "b"), task("e", id: nil, dependsOn: ["a", "b"]), task("a", id: nil)] {
      _ = try test.vault().editor.addTask(right, to: "Inbox", under: nil)
    }
    #expect(try test.vault().read { reader in try reader.taskNote("Inbox.md") }.tasks.count == 5)
  }

  @Test func changedTasksAreChecked() throws {
    let test = try ChangedVault(["a.md": "- [ ] a 🆔 a ⛔ b\n- [ ] c\n- [ ] d\n"])
    let before = try test.tree()
    func edit(_ names: [String], _ kind: TaskFieldKind, _ value: String) throws {
      var change = TaskFieldChange()
      try change.set(kind, text: value)
      _ = try test.vault().editor.editTasks(names, change)
    }
    let wrong: [([String], TaskFieldKind, String, Kind)] = [
      (["a:2"], .id, "a", .taken), (["a:2", "a:3"], .id, "new", .several), (["a:2"], .dependsOn, "x", .missing),
      (["a:1"], .dependsOn, "a", .cycle),
    ]
    for (names, field, value, expected) in wrong {
      let error = #expect(throws: TaskIDError.self) { try edit(names, field, value) }
      #expect(kind(error) == expected, "\(field) \(value)")
    }
    #expect(try test.tree() == before)
    try edit(["a:2"], .dependsOn, "a")
    try edit(["a:3"], .id, "b")
    let error = #expect(throws: TaskIDError.self) { try edit(["a:3"], .dependsOn, "a") }
    #expect(kind(error) == .cycle)
    // Its own id once more, and another one.
    try edit(["a:3"], .id, "b")
    try edit(["a:3"], .id, "e")
    #expect(try test.text("a.md") == "- [ ] a 🆔 a ⛔ b\n- [ ] c ⛔ a\n- [ ] d 🆔 e\n")
  }

  @Test func anIDThatAnotherGivesMeanwhileIsTaken() throws {
    let test = try ChangedVault(["a.md": "- [ ] a\n", "b.md": "- [ ] b\n"])
    var change = TaskFieldChange()
    try change.set(.id, text: "x")
    for add in [false, true] {
      try test.folder.write("- [ ] b\n", to: "b.md")
      try test.whileAnotherWrites("- [ ] b 🆔 x\n", to: "b.md") { vault in
        let error = #expect(throws: TaskIDError.self) {
          if add {
            _ = try vault.editor.addTask(task("c", id: "x"), to: "a", under: nil)
          } else {
            _ = try vault.editor.editTasks(["a:1"], change)
          }
        }
        #expect(kind(error) == .taken)
      }
      #expect(try test.text("a.md") == "- [ ] a\n")
    }
  }
}
