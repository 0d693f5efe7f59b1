import Foundation
import Synchronization
import Testing
import VaultCore
import VaultTestSupport

/// Processes that change the same tasks by handles that they were shown earlier: none may change another line than the one
/// that it was shown. `VAULT_SOAK=1` makes 100,000 changes.
///
/// Each line bears a mark in the blanks behind its box, which count for no handle: the test knows which line is which, and
/// vault does not.
@Suite("Handles among processes", .serialized)
struct HandleProcessesTests {
  struct Crowd: Sendable, CustomTestStringConvertible {
    var processes: Int
    /// Tasks that were done, taken back, moved or deleted; what is refused is none.
    var changes: Int
    /// Where the next occurrence is put.
    var place: String
    var isWatched = false
    /// So many that each process finds some that no other has changed meanwhile.
    var tasks: Int { 32 + 4 * processes }
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
    let seed = TestSeed(fixed: UInt64(crowd.processes))
    let sandbox = try Sandbox(notes: false)
    #expect(try sandbox.run("vault config set tasks.next_occurrence \(crowd.place)").status == 0)
    var random = SeededGenerator(seed: seed.value)
    let notes = MarkedNotes(sandbox)
    try notes.make(crowd.tasks, &random)
    let ledger = Ledger(lines: try notes.lines(), changes: crowd.changes)
    if crowd.isWatched { #expect(try sandbox.run("vault watch --detach").status == 0) }
    let threads = (0..<crowd.processes).map { number in
      Thread {
        var worker = Worker(
          sandbox, notes, ledger, most: crowd.tasks, seed: seed.value &+ UInt64(1_000 * crowd.processes + number))
        do { while !ledger.isFull { try worker.step() } } catch { ledger.fail("\(error)") }
      }
    }
    for thread in threads { thread.start() }
    while !threads.allSatisfy(\.isFinished) { usleep(10_000) }
    if crowd.isWatched { #expect(try sandbox.run("vault watch --stop").status == 0) }

    let result = ledger.result
    #expect(result.faults == [], "\(seed)")
    #expect(result.changed >= crowd.changes && result.changed * 2 >= result.attempts, "\(result)")
    #expect(result.stoodIn <= 10 + result.changed / 50, "\(result)")
    // What the reports told, all together, is what the notes hold now.
    let found = try notes.lines()
    let told = result.lines.filter { $0.value != 0 }
    #expect(found == told, "\(seed): \(Set(found.keys).union(told.keys).filter { found[$0] != told[$0] })")
    print("\(crowd.testDescription), \(seed): \(result)")
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
}

/// What the reports of all processes add up to.
private final class Ledger: Sendable {
  struct Result: CustomStringConvertible {
    var lines: [WrittenTask: Int]
    /// What was asked for of tasks that were shown.
    var attempts = 0
    var changed = 0
    /// How many of the changes were to a line that had come into the place of the one that was shown, and that nobody can
    /// tell from it.
    var stoodIn = 0
    var faults: [String] = []
    var counts: [String: Int] = [:]
    /// The words of the tasks around each marked line, wherever it was seen.
    var surroundings: [Int: Set<[String]>] = [:]

    var description: String {
      "\(changed) changes, \(attempts - changed) refused or without effect, \(stoodIn) to a line that stood in; "
        + counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }
  }

  private let state: Mutex<Result>
  private let changes: Int

  init(lines: [WrittenTask: Int], changes: Int) {
    state = Mutex(Result(lines: lines))
    self.changes = changes
  }

  var result: Result { state.withLock { $0 } }
  /// True also where so much was refused that there is no end to be seen.
  var isFull: Bool {
    state.withLock { $0.changed >= changes || $0.attempts > 3 * changes || !$0.faults.isEmpty }
  }

  func fail(_ fault: String) { state.withLock { $0.faults.append(fault) } }

  func add(_ task: WrittenTask, _ count: Int) { state.withLock { $0.lines[task, default: 0] += count } }

  func count(_ what: String) { state.withLock { $0.counts[what, default: 0] += 1 } }

  func count(_ action: String, _ status: Int32, changed: Bool) {
    count("\(action) \(changed ? "done" : status == 0 ? "unchanged" : "\(status)")")
    state.withLock {
      $0.attempts += 1
      $0.changed += changed ? 1 : 0
    }
  }

  func countStandIn() { state.withLock { $0.stoodIn += 1 } }

  func saw(_ mark: Int, below words: [String]) {
    state.withLock { _ = $0.surroundings[mark, default: []].insert(words) }
  }

  /// Nil for a line that was never seen.
  func wasSeen(_ mark: Int, below words: [String]) -> Bool? {
    state.withLock { $0.surroundings[mark]?.contains(words) }
  }
}

/// What `--json` prints of a task.
private struct PrintedTask: Decodable {
  var handle: String
  var raw: String
  var path: String
  var line: Int
  var heading: String?
  var description: String
  var parent: String?
  /// In a report alone, and so is `from`.
  var state: String?
  var from: String?

  var written: WrittenTask? { WrittenTask(raw) }
}

private struct FoundTask {
  var printed: PrintedTask
  /// The words of the tasks that it stands below, the nearest first.
  var surroundings: [String]

  /// Where it stands and what it says, without its fields.
  var kind: [String] { [printed.path, printed.heading ?? "", printed.description] + surroundings }
}

/// One process after the other, each by a handle that an earlier one has shown.
private struct Worker {
  private struct Shown {
    /// A handle, or as much of one as is shown.
    var name: String
    /// With a mark.
    var task: WrittenTask
    var path: String
    var heading: String?
    /// The words of the tasks that it stands below, the nearest first.
    var surroundings: [String]
    var description: String
    /// True for one of a kind that does not recur: whatever its dates, it is the same.
    var datesAreFree: Bool
  }

  private let sandbox: Sandbox
  private let notes: MarkedNotes
  private let ledger: Ledger
  private var random: SeededGenerator
  private var shown: [Shown] = []
  /// How many tasks there were at the last look, and how many there are to be.
  private var count = 0
  private let most: Int

  init(_ sandbox: Sandbox, _ notes: MarkedNotes, _ ledger: Ledger, most: Int, seed: UInt64) {
    (self.sandbox, self.notes, self.ledger) = (sandbox, notes, ledger)
    self.most = most
    random = SeededGenerator(seed: seed)
  }

  mutating func step() throws {
    guard !shown.isEmpty, random.below(5) > 0 else { return try list() }
    let place = (note: random.pick(["one", "two"]), heading: random.pick(["One", "Two"]))
    // The latest ones more often than those from long ago.
    let chosen = max(random.below(shown.count), random.below(shown.count))
    let own = shown[chosen]
    // A name that was used is mostly forgotten. One that is refused today may mean something else tomorrow.
    if random.below(4) > 0 { shown.remove(at: chosen) }
    switch random.below(8) {
    // As many as there are to be, although next occurrences come.
    case 0..<2 where count > most, 0..<5 where count > 2 * most: try change("rm", own)
    case 0: try add(place)
    case 1: try change("move", own, "--note \(place.note) --heading \(place.heading)")
    case 2: try change(own.task.isDone ? "done" : "undo", own)
    default: try change(own.task.isDone ? "undo" : "done", own)
    }
  }

  private func run(_ line: String) throws -> Outcome { try sandbox.run("vault tasks " + line) }

  private func tasks(_ outcome: Outcome) throws -> [PrintedTask] {
    try JSONDecoder().decode([PrintedTask].self, from: Data(outcome.output))
  }

  private mutating func list() throws {
    let all = try look()
    count = all.count
    let kinds = Dictionary(grouping: all, by: \.kind).mapValues(\.count)
    for _ in 0..<8 where !all.isEmpty {
      let task = random.pick(all)
      remember(task, isAlone: kinds[task.kind] == 1)
    }
    // How a list shows them: the task that it is about stands in the line that it names.
    for row in try run("--all").text.split(separator: "\n") where random.below(6) == 0 {
      let words = row.split(separator: " ")
      guard let word = words.dropFirst().first, let place = words.last(where: { $0.contains(".md:") }) else { continue }
      let meant = all.filter { $0.printed.handle.hasPrefix(word) && place == "\($0.printed.path):\($0.printed.line)" }
      if meant.count == 1 { remember(meant[0], as: String(word), isAlone: kinds[meant[0].kind] == 1) }
    }
    shown = shown.suffix(24)
  }

  /// All tasks, with what is learned of the places of their lines.
  private func look() throws -> [FoundTask] {
    let printed = try tasks(run("--all --json"))
    let parents = Dictionary(printed.map { ($0.handle, $0) }, uniquingKeysWith: { first, _ in first })
    func surroundings(of task: PrintedTask) -> [String] {
      guard let parent = task.parent.flatMap({ parents[$0] }) else { return [] }
      return [parent.description] + surroundings(of: parent)
    }
    let all = printed.map { FoundTask(printed: $0, surroundings: surroundings(of: $0)) }
    for task in all {
      if let mark = task.printed.written?.mark { ledger.saw(mark, below: task.surroundings) }
    }
    return all
  }

  private mutating func remember(_ task: FoundTask, as name: String? = nil, isAlone: Bool) {
    guard let written = task.printed.written else { return ledger.fail("\(task)") }
    // It is being added.
    if written.mark == nil { return }
    remember(task.printed, as: name ?? task.printed.handle, written, task.surroundings, isAlone: isAlone)
  }

  private mutating func remember(
    _ task: PrintedTask, as name: String, _ written: WrittenTask, _ surroundings: [String], isAlone: Bool
  ) {
    shown.append(
      Shown(
        name: name, task: written, path: task.path, heading: task.heading, surroundings: surroundings,
        description: task.description, datesAreFree: isAlone && written.next == nil))
  }

  private mutating func add(_ place: (note: String, heading: String)) throws {
    let line = "add '\(WrittenTask.new(&random))' --force --note \(place.note) --heading \(place.heading) --json"
    let outcome = try run(line)
    ledger.count("add \(outcome.status)")
    guard outcome.status == 0 else { return ledger.fail("\(line): \(outcome.errorText)") }
    for task in try tasks(outcome) {
      guard let written = task.written else { return ledger.fail("\(line): \(task)") }
      ledger.add(written, 1)
      let marked = try notes.mark(written.text, in: place.note + ".md")
      for task in marked {
        ledger.add(WrittenTask(mark: nil, text: task.text, isDone: task.isDone), -1)
        ledger.add(task, 1)
      }
      // Else it cannot be known which it is. Nothing was shown of others.
      if marked.count == 1 { remember(task, as: task.handle, marked[0], [], isAlone: true) }
    }
  }

  private mutating func change(_ action: String, _ own: Shown, _ place: String = "") throws {
    let line = "\(action) \(own.name) \(place) --json"
    let outcome = try run(line)
    let reports = outcome.status == 0 ? try tasks(outcome) : []
    ledger.count(action, outcome.status, changed: !reports.isEmpty)
    switch outcome.status {
    // It was changed, and nobody is told of entries of the history that others removed meanwhile.
    case 0 where !outcome.errorText.contains("is not there"): break
    // Gone or changed, which nobody may have noticed where the index was busy; or not to be changed so.
    case 1, 3: break
    // The beginning of a handle may be that of a newer one as well.
    case 2 where own.name.count < TaskHandle.length && outcome.errorText.contains("could be any of these tasks"): break
    // Whoever waits for long on a busy machine gives up, and says so.
    case 2 where outcome.errorText.contains("another process has been changing the vault"): break
    case 2 where action == "rm" && outcome.errorText.contains("the task has lines below it"): break
    default: ledger.fail("\(line): \(outcome.status) \(outcome.errorText)")
    }
    var next: WrittenTask?
    for report in reports {
      guard let state = report.state, let task = report.written else { return ledger.fail("\(line): \(report)") }
      if state == "created" {
        if task != next { ledger.fail("\(line): shown \(own), created \(report)") }
        ledger.add(task, 1)
        continue
      }
      if try !isMeant(own, by: task, report, isMoved: action == "move") {
        ledger.fail("\(line): shown \(own), changed \(report)")
      }
      next = task.next
      switch (state, action) {
      case ("deleted", _): ledger.add(task, -1)
      case (_, "done"), (_, "undo"):
        ledger.add(task.toggled, -1)
        ledger.add(task, 1)
        // The next occurrence goes without a word, and stays with one.
        if action == "undo", let next, !outcome.errorText.contains("so it stays") { ledger.add(next, -1) }
      default: break
      }
      if state != "deleted", task.mark != nil {
        let isMoved = action == "move"
        remember(
          report, as: report.handle, task, isMoved ? [] : own.surroundings, isAlone: isMoved || own.datesAreFree)
      }
    }
  }

  /// Returns true when the task of a report is the one that was shown, or stands in its place below the same tasks, where it
  /// says the same. `isMoved`: the report tells where it is now, and not under which heading it was.
  private func isMeant(_ own: Shown, by task: WrittenTask, _ report: PrintedTask, isMoved: Bool) throws -> Bool {
    guard (report.from ?? report.path) == own.path, isMoved || report.heading == own.heading else { return false }
    if task.mark == own.task.mark { return task.text == own.task.text }
    ledger.countStandIn()
    let saysTheSame = task.text == own.task.text
    guard saysTheSame || own.datesAreFree && task.next == nil && report.description == own.description else {
      return false
    }
    let isThere = try look().contains {
      $0.printed.written?.mark == own.task.mark && $0.printed.path == own.path && $0.printed.heading == own.heading
        && $0.surroundings == own.surroundings
    }
    ledger.count("stand-in \(saysTheSame ? "alike" : "with other dates")\(isThere ? " beside it" : "")")
    // Of several that are quite alike one is as good as another; one with other dates has to be the only one.
    guard saysTheSame || !isThere else { return false }
    guard let mark = task.mark else { return own.surroundings.isEmpty }
    // Of what was moved before anybody saw it, it is too late to know.
    return ledger.wasSeen(mark, below: own.surroundings) ?? true
  }
}
