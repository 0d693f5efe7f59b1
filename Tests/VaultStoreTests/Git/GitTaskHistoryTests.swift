import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Commits of random changes of tasks, and a model of what became of each of them.
@Suite(.enabled(if: InstalledTool.git.isInstalled || InstalledTool.areAllInstalled, "git is not installed"))
struct GitTaskHistoryTests {
  private static var commits: Int { ProcessInfo.processInfo.environment["VAULT_SOAK"] == nil ? 40 : 500 }

  private struct Task {
    var number: Int
    var wording = 0
    var isDone = false
    var day: Int?
    var note: String
    var events: [String] = ["added"]

    /// Three words of its own and one that changes.
    var line: String {
      let words = "alpha\(number) beta\(number) gamma\(number) word\(wording)"
      let due = day.map { " 📅 2026-04-\($0 < 10 ? "0" : "")\($0)" } ?? ""
      return "- [\(isDone ? "x" : " ")] \(words)\(due)\(isDone ? " ✅ 2026-03-12" : "")"
    }
  }

  private func repository() throws -> (TestRepository, VaultUnderTest) {
    let repository = try TestRepository()
    var test = try VaultUnderTest(root: repository.path)
    test.environment.variables.merge(repository.variables) { first, _ in first }
    return (repository, test)
  }

  @Test func equalsAModel() throws {
    let seed = TestSeed(fixed: 7)
    var random = SeededGenerator(seed: seed.value)
    let (repository, test) = try repository()
    var tasks: [Task] = []
    func write() throws {
      for note in ["a.md", "sub/b.md"] {
        let lines = tasks.filter { $0.note == note }.map(\.line)
        try repository.write("# Tasks\n\n" + lines.joined(separator: "\n") + "\n", to: note)
      }
    }
    for number in 0..<6 { tasks.append(Task(number: number, note: number % 2 == 0 ? "a.md" : "sub/b.md")) }
    try write()
    try repository.commit()
    for round in 6..<Self.commits + 6 {
      let place = Int.random(in: tasks.indices, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: tasks.append(Task(number: round, note: Bool.random(using: &random) ? "a.md" : "sub/b.md"))
      case 1:
        tasks[place].wording += 1
        tasks[place].events.append("reworded")
      case 2:
        tasks[place].events.append(tasks[place].isDone ? "reopened" : "completed")
        tasks[place].isDone.toggle()
      case 3:
        let day = Int.random(in: 1...30, using: &random)
        if let old = tasks[place].day, old != day {
          tasks[place].events.append(old < day ? "postponed" : "brought-forward")
        }
        tasks[place].day = day
      case 4:
        tasks[place].note = tasks[place].note == "a.md" ? "sub/b.md" : "a.md"
        tasks[place].events.append("moved")
      default: tasks.swapAt(place, Int.random(in: tasks.indices, using: &random))
      }
      try write()
      try repository.commit()
    }
    // Something that is not committed.
    tasks[0].wording += 1
    tasks[0].events.append("reworded")
    try write()
    let vault = try test.vault()
    for task in tasks {
      let lines = try repository.text(of: task.note).split(separator: "\n", omittingEmptySubsequences: false)
      let line = try #require(lines.firstIndex { $0 == task.line }) + 1
      let history = try vault.read { try $0.gitHistory(ofTask: "\(task.note):\(line)") }
      #expect(history.events.map(\.event.name) == task.events, "\(seed), \(task.line)")
    }
  }

  @Test func aTaskThatGoesToAndFro() throws {
    let (repository, test) = try repository()
    for number in 0..<6 {
      for (note, isThere) in [("a.md", number % 2 == 0), ("b.md", number % 2 == 1)] {
        try repository.write("# Tasks\n\n" + (isThere ? "- [ ] call the plumber again\n" : ""), to: note)
      }
      try repository.commit()
    }
    let history = try test.vault().read { try $0.gitHistory(ofTask: "b.md:3") }
    #expect(history.events.map(\.event.name) == ["added", "moved", "moved", "moved", "moved", "moved"])
  }

  /// What one side of a merge brought happened in its commit, and not once more in the merge.
  @Test func merges() throws {
    let (repository, test) = try repository()
    try repository.write("- [ ] first thing of all\n\ntext\n\nmore\n\n- [ ] second thing of all\n", to: "a.md")
    try repository.commit("Begin")
    try repository.git("checkout", "--quiet", "-b", "other")
    try repository.write("- [x] first thing of all\n\ntext\n\nmore\n\n- [ ] second thing of all\n", to: "a.md")
    try repository.commit("Done there")
    try repository.git("checkout", "--quiet", "main")
    try repository.write(
      "- [ ] first thing of all\n\ntext\n\nmore\n\n- [ ] second thing of all 📅 2026-03-01\n", to: "a.md")
    try repository.commit("Dated here")
    try repository.git("merge", "--quiet", "-m", "Merge", "other")
    let history = try test.vault().read { try $0.gitHistory(ofTask: "a.md:1") }
    #expect(
      history.events.map { "\($0.event.name) \($0.version?.subject ?? "")" } == ["added Begin", "completed Done there"])
    #expect(!history.isCutOff)
    try repository.git("clone", "--quiet", "--depth", "1", "file://\(repository.path)", "shallow")
    var shallow = try VaultUnderTest(root: repository.path + "/shallow")
    shallow.environment.variables.merge(repository.variables) { first, _ in first }
    #expect(try shallow.vault().read { try $0.gitHistory(ofTask: "a.md:1") }.isCutOff)
  }

  @Test func changedTasks() throws {
    let (repository, test) = try repository()
    try repository.write(
      "- [ ] one thing here\n- [ ] two thing here 📅 2026-03-01\n- [ ] three thing here\n- [ ] four\n", to: "a.md")
    try repository.write("- [ ] five\n", to: "b.md")
    try repository.commit()
    try repository.write("- [x] one thing here\n- [ ] two thing here 📅 2026-03-09\n- [ ] seven\n", to: "a.md")
    try repository.write("- [ ] five\n- [x] three thing here\n", to: "b.md")
    let events = try test.vault().read { try $0.changedTasks(since: "HEAD") }
    #expect(
      events.map { "\($0.task.path):\($0.task.line) \($0.event.name)" } == [
        "a.md:1 completed", "a.md:2 postponed", "a.md:3 added", "a.md:4 removed", "b.md:2 completed", "b.md:2 moved",
      ])
  }

  @Test func versionsOfANote() throws {
    let (repository, test) = try repository()
    try repository.write("A text that is long enough.\nAnd more of it.\n- [ ] one\n", to: "old.md")
    try repository.commit("Begin")
    try repository.git("mv", "old.md", "new.md")
    try repository.commit("Rename")
    try repository.write("A text that is long enough.\nAnd more of it, too.\n- [x] one\n", to: "new.md")
    try repository.commit("Edit")
    let history = try test.vault().read { try $0.gitHistory(of: "new") }
    #expect(
      history.versions.map {
        "\($0.version.subject) \($0.version.path) \($0.words ?? 0) \($0.openTasks ?? 0)/\($0.closedTasks ?? 0)"
      }
        == ["Edit new.md 13 0/1", "Rename new.md 11 1/0", "Begin old.md 11 1/0"])
  }
}
