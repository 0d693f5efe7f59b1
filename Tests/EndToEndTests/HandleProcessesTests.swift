import Foundation
import Synchronization
import Testing
import VaultCore
import VaultPlatform
import VaultTestSupport

/// Processes that change the same tasks by handles that they were shown earlier: none may change another line than the one
/// that it was shown. `VAULT_SOAK=1` makes 100,000 changes.
@Suite("Handles among processes", .serialized)
struct HandleProcessesTests {
  struct Crowd: Sendable, CustomTestStringConvertible {
    var processes: Int
    var changes: Int
    /// Where the next occurrence is put.
    var place: String
    var isWatched = false
    var testDescription: String { "\(processes) processes, \(place)\(isWatched ? ", watched" : "")" }
  }

  static let crowds: [Crowd] =
    if KillTests.isSoak {
      [2, 4, 8, 16].flatMap { processes in
        [
          Crowd(processes: processes, changes: 12_500, place: "above"),
          Crowd(processes: processes, changes: 12_500, place: "below", isWatched: processes > 4),
        ]
      }
    } else {
      [
        Crowd(processes: 2, changes: 60, place: "above"), Crowd(processes: 4, changes: 60, place: "below"),
        Crowd(processes: 16, changes: 60, place: "above"),
      ]
    }

  @Test(arguments: crowds) func noChangeHitsAnotherLine(_ crowd: Crowd) throws {
    let sandbox = try Sandbox(notes: false)
    #expect(try sandbox.run("vault config set tasks.next_occurrence \(crowd.place)").status == 0)
    var random = SeededGenerator(seed: UInt64(crowd.processes))
    for name in ["one", "two"] {
      var text = ""
      for heading in ["One", "Two"] {
        text += "# \(heading)\n\n"
        for number in 0..<5 { text += (number > 0 && random.below(3) == 0 ? "  " : "") + "- [ ] \(newTask(&random))\n" }
        text += "\n"
      }
      try Data(text.utf8).write(to: URL(fileURLWithPath: sandbox.vault + "/\(name).md"))
    }
    let ledger = Ledger(lines: try lines(sandbox), changes: crowd.changes)
    if crowd.isWatched { #expect(try sandbox.run("vault watch --detach").status == 0) }
    let threads = (0..<crowd.processes).map { number in
      Thread {
        var worker = Worker(sandbox, ledger, seed: UInt64(1_000 * crowd.processes + number))
        do { while !ledger.isFull { try worker.step() } } catch { ledger.fail("\(error)") }
      }
    }
    for thread in threads { thread.start() }
    while !threads.allSatisfy(\.isFinished) { usleep(10_000) }
    if crowd.isWatched { #expect(try sandbox.run("vault watch --stop").status == 0) }

    #expect(ledger.faults == [])
    // What the reports told, all together, is what the notes hold now.
    let (found, told) = (try lines(sandbox), ledger.lines)
    #expect(found == told, "\(Set(found.keys).union(told.keys).filter { found[$0] != told[$0] })")
    print("\(crowd.testDescription): \(ledger.summary)")
  }

  /// The first of two tasks alike was the only one when its handle was shown.
  @Test func secondOfTwoAlikeHasAHandleAndTheFirstIsRefused() throws {
    let sandbox = try Sandbox(notes: false)
    func shown(_ line: String) throws -> String {
      let words = try sandbox.run(line).text.split(separator: " ")
      return String(try #require(words.dropFirst().first))
    }
    let first = [
      try shown("vault tasks add 'Buy milk'"), try sandbox.run("vault tasks --format '{handle}' | tr -d '\\n'").text,
    ]
    let second = try shown("vault tasks add 'Buy milk'")
    #expect(first[1].hasPrefix(first[0]) && second.count >= 3)
    for name in first {
      let refused = try sandbox.run("vault tasks done \(name)")
      #expect(refused.status == 3)
      for place in ["Inbox.md:1 (", "Inbox.md:2 ("] {
        #expect(refused.errorText.contains(place), "\(refused.errorText)")
      }
    }
    #expect(try sandbox.run("cat Inbox.md").text == "- [ ] Buy milk\n- [ ] Buy milk\n")
    #expect(try sandbox.run("vault tasks done \(second)").status == 0)
    #expect(try sandbox.run("cat Inbox.md").text == "- [ ] Buy milk\n- [x] Buy milk ✅ \(Sandbox.today)\n")
  }

  /// How often each line of a task stands in the notes, read without vault.
  private func lines(_ sandbox: Sandbox) throws -> [WrittenTask: Int] {
    let text = try sandbox.run("cat one.md two.md").text
    return text.split(separator: "\n").compactMap { WrittenTask(String($0)) }.reduce(into: [:]) {
      $0[$1, default: 0] += 1
    }
  }
}

private func newTask(_ random: inout SeededGenerator) -> String {
  "\(random.pick(["a", "b"])) task\(random.pick(["", "", " 🔁 every day"]))"
    + random.pick(["", " 📅 2026-03-11", " 📅 2026-03-12", " ⏳ 2026-03-11"])
}

/// A task's line but for where it stands and when it was done.
private struct WrittenTask: Hashable {
  /// Everything behind the box but the day on which it was done.
  var text: String
  var isDone: Bool

  init(text: String, isDone: Bool) { (self.text, self.isDone) = (text, isDone) }

  /// Nil for a line that is no task.
  init?(_ line: String) {
    let line = line.drop { $0 == " " }
    guard line.hasPrefix("- [ ] ") || line.hasPrefix("- [x] ") else { return nil }
    var words = line.dropFirst(6).split(separator: " ").map(String.init)
    if let done = words.firstIndex(of: "✅") { words.removeSubrange(done..<min(done + 2, words.count)) }
    self.init(text: words.joined(separator: " "), isDone: line.hasPrefix("- [x] "))
  }

  /// What is left when it is done and recurs; nil where it does not recur.
  var next: WrittenTask? {
    guard text.contains("🔁 every day") else { return nil }
    let words = text.split(separator: " ").map { word in
      CivilDate(String(word)).map { CivilDate(dayNumber: Int($0.dayNumber) + 1).description } ?? String(word)
    }
    return WrittenTask(text: words.joined(separator: " "), isDone: false)
  }
}

/// What the reports of all processes add up to.
private final class Ledger: Sendable {
  private struct State {
    var lines: [WrittenTask: Int]
    var done = 0
    var faults: [String] = []
    var results: [String: Int] = [:]
  }

  private let state: Mutex<State>
  private let changes: Int

  init(lines: [WrittenTask: Int], changes: Int) {
    state = Mutex(State(lines: lines))
    self.changes = changes
  }

  var isFull: Bool { state.withLock { $0.done >= changes || !$0.faults.isEmpty } }
  var faults: [String] { state.withLock { $0.faults } }
  var lines: [WrittenTask: Int] { state.withLock { $0.lines.filter { $0.value != 0 } } }
  var summary: String {
    state.withLock { $0.results.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ") }
  }

  func fail(_ fault: String) { state.withLock { $0.faults.append(fault) } }

  func add(_ task: WrittenTask, _ count: Int) { state.withLock { $0.lines[task, default: 0] += count } }

  func count(_ action: String, _ status: Int32) {
    state.withLock {
      $0.done += 1
      $0.results["\(action) \(status)", default: 0] += 1
    }
  }
}

/// One process after the other, each by a handle that an earlier one has shown.
private struct Worker {
  private struct Shown {
    /// A handle, or as much of one as is shown.
    var name: String
    var task: WrittenTask
    var path: String
    var heading: String?
    var description: String
    /// True for one of a kind that does not recur: whatever its dates, it is the same.
    var datesAreFree: Bool

    /// Returns true when the task of a report is the one that was shown.
    func isMeant(by task: WrittenTask, _ report: JSONValue, ignoringHeading: Bool) -> Bool {
      (report["from"]?.string ?? report["path"]?.string) == path
        && (ignoringHeading || report["heading"]?.string == heading)
        && (task.text == self.task.text
          || datesAreFree && task.next == nil && report["description"]?.string == description)
    }
  }

  private let sandbox: Sandbox
  private let ledger: Ledger
  private var random: SeededGenerator
  private var shown: [Shown] = []
  /// How many tasks there were at the last look.
  private var count = 0

  init(_ sandbox: Sandbox, _ ledger: Ledger, seed: UInt64) {
    (self.sandbox, self.ledger) = (sandbox, ledger)
    random = SeededGenerator(seed: seed)
  }

  mutating func step() throws {
    guard !shown.isEmpty, random.below(5) > 0 else { return try list() }
    let place = "--note \(random.pick(["one", "two"])) --heading \(random.pick(["One", "Two"]))"
    let own = random.pick(shown)
    switch random.below(8) {
    case 0..<3: try change("done", own)
    case 3, 4: try change("undo", own)
    case 5: try change("move", own, place)
    // As many as there are.
    case _ where count > 40: try change("rm", own)
    default: try add(place)
    }
  }

  private func run(_ line: String) throws -> Outcome { try sandbox.run("vault tasks " + line) }

  private func tasks(_ outcome: Outcome) throws -> [JSONValue] { try JSONValue(outcome.output).array ?? [] }

  private mutating func list() throws {
    let all = try tasks(run("--all --json"))
    count = all.count
    let kinds = Dictionary(grouping: all) { Self.kind(of: $0, all) }.mapValues(\.count)
    func isAlone(_ task: JSONValue) -> Bool { kinds[Self.kind(of: task, all)] == 1 }
    for _ in 0..<8 where !all.isEmpty {
      let task = random.pick(all)
      remember(task, isAlone: isAlone(task))
    }
    // How a list shows them: the task that it is about stands in the line that it names.
    for row in try run("--all").text.split(separator: "\n") where random.below(6) == 0 {
      let words = row.split(separator: " ")
      guard let word = words.dropFirst().first, let place = words.last(where: { $0.contains(".md:") }) else { continue }
      let meant = all.filter {
        $0["handle"]?.string?.hasPrefix(word) == true
          && place == "\($0["path"]?.string ?? ""):\(($0["line"]).map { line in Self.number(line) } ?? 0)"
      }
      if meant.count == 1 { remember(meant[0], as: String(word), isAlone: isAlone(meant[0])) }
    }
    shown = shown.suffix(60)
  }

  /// Where a task stands and what it says, without its fields.
  private static func kind(of task: JSONValue, _ all: [JSONValue]) -> [String] {
    let parent = all.first { $0["handle"] == task["parent"] }
    return ["path", "heading", "description"].map { task[$0]?.string ?? "" } + (parent.map { kind(of: $0, all) } ?? [])
  }

  private static func number(_ value: JSONValue) -> Int {
    if case .integer(let number) = value { number } else { 0 }
  }

  private mutating func remember(_ task: JSONValue, as name: String? = nil, isAlone: Bool) {
    guard let handle = name ?? task["handle"]?.string, let raw = task["raw"]?.string, let written = WrittenTask(raw)
    else {
      return ledger.fail("\(task)")
    }
    shown.append(
      Shown(
        name: handle, task: written, path: task["path"]?.string ?? "", heading: task["heading"]?.string,
        description: task["description"]?.string ?? "", datesAreFree: isAlone && written.next == nil))
  }

  private mutating func add(_ place: String) throws {
    let outcome = try run("add '\(newTask(&random))' --force \(place) --json")
    ledger.count("add", outcome.status)
    guard outcome.status == 0 else { return ledger.fail("add: \(outcome.errorText)") }
    for task in try tasks(outcome) {
      // Nothing was shown of others.
      remember(task, isAlone: true)
      if let raw = task["raw"]?.string, let written = WrittenTask(raw) { ledger.add(written, 1) }
    }
  }

  private func change(_ action: String, _ own: Shown, _ place: String = "") throws {
    let line = "\(action) \(own.name) \(place) --json"
    let outcome = try run(line)
    ledger.count(action, outcome.status)
    guard outcome.status == 0 else {
      // Gone or changed, which nobody may have noticed where the index was busy; or not to be changed so.
      if ![1, 2, 3].contains(outcome.status) { ledger.fail("\(line): \(outcome.status) \(outcome.errorText)") }
      return
    }
    var next: WrittenTask?
    for report in try tasks(outcome) {
      guard let state = report["state"]?.string, let raw = report["raw"]?.string, let task = WrittenTask(raw) else {
        return ledger.fail("\(line): \(report)")
      }
      if state == "created" {
        if task != next { ledger.fail("\(line): shown \(own), created \(raw)") }
        ledger.add(task, 1)
        continue
      }
      if !own.isMeant(by: task, report, ignoringHeading: action == "move") {
        ledger.fail("\(line): shown \(own), changed \(report)")
      }
      next = task.next
      switch (state, action) {
      case ("deleted", _): ledger.add(task, -1)
      case (_, "done"), (_, "undo"):
        ledger.add(WrittenTask(text: task.text, isDone: !task.isDone), -1)
        ledger.add(task, 1)
        // The next occurrence goes without a word, and stays with one.
        if action == "undo", let next, !outcome.errorText.contains("so it stays") { ledger.add(next, -1) }
      default: break
      }
    }
  }
}
