import GRDB
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// What is told of handles that name no task any more, and which beginnings are refused for them.
struct VanishedTasksTests: HandleTests {
  let folder: TemporaryFolder
  let test: VaultUnderTest

  init() throws {
    folder = try TemporaryFolder()
    test = try VaultUnderTest(folder)
  }

  @Test func whatChangedIsRefusedWithWhatIsThereAndElsewhere() throws {
    try write("- [ ] x\n- [ ] y\n")
    let handle = try #require(try listed()["a.md:1"])
    try write("- [ ] other\n- [ ] y\n")
    try write("# B\n- [ ] x\n", "b.md")
    var message = try refused(handle).description
    for part in ["\"- [ ] x\"", "a.md:1", "\"- [ ] other\"", "b.md:2"] { #expect(message.contains(part), "\(message)") }
    // The note is gone; or has another name.
    try folder.move("a.md", to: "c.md")
    try write("", "a.md")
    try refresh()
    message = try refused(handle).description
    #expect(message.contains("no longer there") || message.contains("has changed"), "\(message)")
    try folder.remove("a.md")
    #expect(throws: TaskChangedError.self) { try test.vault().editor.completeTasks([handle]) }
  }

  @Test func aRenamedNotesTasksAreNamedWhereTheyAre() throws {
    try write("- [ ] x\n")
    let handle = try #require(try listed()["a.md:1"])
    try folder.move("a.md", to: "z.md")
    let error = #expect(throws: TaskChangedError.self) { try test.vault().editor.completeTasks([handle]) }
    #expect(error?.found == nil && error?.elsewhere.map(\.path) == ["z.md"])
  }

  /// Also where the tasks of the same words have other handles because of one that came or went.
  @Test func twinsAreNamedWhereTheyAre() throws {
    try write("- [ ] x 📅 2026-03-13\n")
    let handle = try #require(try listed()["a.md:1"])
    try write("- [ ] x 📅 2026-03-13\n- [ ] x 📅 2026-03-14\n")
    try write("- [ ] x\n", "b.md")
    let error = try refused(handle)
    #expect(error.elsewhere.map { "\($0.path.text):\($0.line)" } == ["a.md:1", "a.md:2", "b.md:1"])
    for task in error.elsewhere {
      #expect(error.description.contains("\(task.path.text):\(task.line) (\(task.handle))"))
    }
  }

  /// A short handle that was shown for one task, and later is the beginning of another one's only.
  @Test func aBeginningThatMeantAnotherTaskIsNotTakenForTheNewOne() throws {
    var byPrefix: [Substring: Int] = [:]
    var pair: (Int, Int)?
    for number in 0..<2_000 where pair == nil {
      let handle = try #require(
        TaskNote(Array("- [ ] t\(number)".utf8), path: "a.md", options: ParsingOptions()).items.first
      )
      .handle
      if let other = byPrefix[handle.prefix(3)] { pair = (other, number) }
      byPrefix[handle.prefix(3)] = number
    }
    let (old, new) = try #require(pair)
    try write("- [ ] t\(old)\n")
    let short = try #require(try listed(short: true)["a.md:1"])
    #expect(short.count == 3)
    try write("- [ ] t\(new)\n")
    let error = #expect(throws: TaskNameError.self) { try test.vault().editor.completeTasks([short]) }
    #expect("\(try #require(error))".contains("gone or has changed"))
    // Not even once the new one was shown, which takes more of its handle.
    let longer = try #require(try listed(short: true)["a.md:1"])
    #expect(longer.hasPrefix(short) && longer.count > 3)
    #expect(try raw(longer) == "- [ ] t\(new)")
    #expect(throws: TaskNameError.self) { try test.vault().editor.completeTasks([short]) }
    // What is back is named again.
    try write("- [ ] t\(old)\n")
    #expect(throws: TaskNameError.self) { try test.vault().editor.completeTasks([short]) }
    #expect(
      try raw(TaskNote(Array("- [ ] t\(old)".utf8), path: "a.md", options: ParsingOptions()).items[0].handle)
        == "- [ ] t\(old)")
  }

  @Test func aWholeHandleOfWhichNothingIsKnownIsRefused() throws {
    try write("- [ ] x\n")
    let error = #expect(throws: TaskNameError.self) { try test.vault().editor.completeTasks(["0123456789abc"]) }
    guard case .vanished = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// Of many dead notes the index is built anew.
  @Test func theCacheOutlivesARebuild() throws {
    try write("- [ ] x\n- [ ] y\n")
    for number in 0..<300 { try write("note \(number)\n", "n\(number).md") }
    let handle = try #require(try listed()["a.md:1"])
    try write("- [ ] y\n")
    try refresh()
    for round in 0..<6 {
      for number in 0..<300 {
        try write("note \(number) \(round) " + String(repeating: "w", count: round) + "\n", "n\(number).md")
      }
      try refresh()
    }
    #expect(try refused(handle).was.raw == "- [ ] x")
  }
}

/// With beginnings of handles that are likely to be those of other tasks, too.
struct ShownBeginningsTests: HandleTests {
  let folder: TemporaryFolder
  let test: VaultUnderTest

  init() throws {
    folder = try TemporaryFolder()
    test = try VaultUnderTest(folder)
  }

  @Test func noneLeadsToAnotherTask() throws {
    var random = SeededGenerator(seed: 3)
    var shown: [String: String] = [:]
    var refusals = 0
    for _ in 0..<3 {
      try write((0..<200).map { _ in "- [ ] t\(Int.random(in: 0..<600, using: &random))\n" }.joined())
      let listed = try test.vault().read { try $0.tasks(test.query(""), scope: .all) }.tasks
      for task in listed {
        shown[task.shortHandle] = task.task.handle
      }
      try write((0..<200).map { _ in "- [ ] t\(Int.random(in: 0..<600, using: &random))\n" }.joined())
      let vault = try test.vault()
      let lines = try vault.read { reader in try reader.taskNote("a.md") }
      try vault.read { reader in
        for (short, handle) in shown {
          do {
            let place = try reader.place(ofTask: short)
            #expect(lines.task(inLine: place.line)?.item.handle == handle)
          } catch is TaskNameError {
            refusals += 1
          } catch is TaskChangedError {
          }
        }
      }
    }
    // Some of them are another task's now.
    #expect(refusals > 0)
  }
}
