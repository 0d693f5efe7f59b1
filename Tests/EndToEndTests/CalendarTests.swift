import Foundation
import Testing
import VaultTestSupport

/// `vault tasks --ics`, read by other programs: Python's icalendar and dateutil, where the machine has them.
@Suite("iCalendar", .enabled(if: CalendarReader.isPresent))
struct CalendarTests {
  private static let runs = ProcessInfo.processInfo.environment["VAULT_SOAK"] == nil ? 300 : 20_000

  /// Reads the calendar given as first argument and compares it with the tasks of `--json` in the second.
  private static let check = #"""
    import datetime, json, sys
    from dateutil.rrule import rrulestr
    from icalendar import Calendar

    data = open(sys.argv[1], "rb").read()
    assert all(len(line) <= 75 for line in data.split(b"\r\n")), "a line is too long"
    assert data.count(b"\n") == data.count(b"\r\n")
    calendar = Calendar.from_ical(data)
    assert not calendar.errors and calendar["VERSION"] == "2.0" and calendar["PRODID"]
    todos = calendar.walk("VTODO")
    tasks = json.load(open(sys.argv[2]))
    assert len(todos) == len(tasks), (len(todos), len(tasks))
    assert len({str(todo["UID"]) for todo in todos}) == len(todos), "identifiers are not unique"
    uids = {task["handle"]: str(todo["UID"]) for todo, task in zip(todos, tasks)}
    states = {"todo": "NEEDS-ACTION", "on-hold": "NEEDS-ACTION", "in-progress": "IN-PROCESS", "done": "COMPLETED",
              "cancelled": "CANCELLED"}
    priorities = {"highest": 1, "high": 3, "medium": 5, "none": None, "low": 7, "lowest": 9}

    def day(name, todo):
        value = todo.decoded(name) if name in todo else None
        return value.date().isoformat() if isinstance(value, datetime.datetime) else value and value.isoformat()

    for todo, task in zip(todos, tasks):
        assert not todo.errors, todo.errors
        assert todo["DESCRIPTION"] == f"{task['path']}:{task['line']}"
        if task["plain"]:
            assert todo.get("SUMMARY", "") == task["description"], (todo.get("SUMMARY"), task["description"])
        assert todo["STATUS"] == states[task["status"]["type"]]
        assert todo.get("PRIORITY") == priorities[task["priority"]]
        assert day("DUE", todo) == task["due"] and day("CREATED", todo) == task["created"]
        assert day("COMPLETED", todo) == (task["done"] if task["status"]["type"] == "done" else None)
        assert todo.decoded("DTSTAMP").tzinfo is not None
        categories = todo.get("CATEGORIES")
        categories = [str(c) for c in categories.cats] if categories else []
        assert all(tag in categories for tag in task["tags"]), (categories, task["tags"])
        related = todo.get("RELATED-TO", [])
        related = related if isinstance(related, list) else [related]
        parents = [str(r) for r in related if r.params["RELTYPE"] == "PARENT"]
        assert parents == ([uids[task["parent"]]] if task["parent"] in uids else [])
        if "RRULE" in todo:
            start = todo.decoded("DTSTART")
            text = todo["RRULE"].to_ical().decode()
            first = next(iter(rrulestr(text, dtstart=datetime.datetime.combine(start, datetime.time()))))
            assert first.date() == start, ("the series does not begin on its first day", text, start)
        else:
            assert bool(task["recurrence"]) == ("X-VAULT-RECURRENCE" in todo)
            if "DTSTART" in todo and "DUE" in todo:
                assert todo.decoded("DTSTART") < todo.decoded("DUE")
    print(len(todos), sum("RRULE" in todo for todo in todos))

    """#

  @Test func theSampleVaultIsRead() throws {
    let sandbox = try Sandbox()
    let counts = try Self.counts(sandbox, arePlain: false)
    #expect(counts.todos > 100 && counts.rules > 5)
  }

  @Test func generatedTasksAreRead() throws {
    let sandbox = try Sandbox(notes: false)
    var random = SeededGenerator(seed: 31)
    let words = [
      "bread", "a;b", "c,d", "é", "豆腐", "🎂🎂", "back:slash", "\"quote\"", "#tag/sub", String(repeating: "ü", count: 50),
    ]
    let fields: [@Sendable (inout SeededGenerator) -> String] = [
      { "📅 " + Self.date(&$0) }, { "⏳ " + Self.date(&$0) }, { "🛫 " + Self.date(&$0) }, { "➕ " + Self.date(&$0) },
      { "✅ " + Self.date(&$0) }, { _ in "⏫" }, { _ in "🔽" }, { _ in "🔁 every week" }, { _ in "@home" },
      { _ in "🔁 every month on the last" }, { _ in "🔁 every weekday" }, { _ in "🔁 every 2 months" },
      { _ in "🔁 every day when done" }, { _ in "🔁 every June and July on the 2nd Friday" }, { _ in "🆔 x" },
      { "🆔 x\(Int.random(in: 0...40, using: &$0))" }, { "⛔ x\(Int.random(in: 0...40, using: &$0))" },
    ]
    var note = ""
    for _ in 0..<Self.runs {
      let text = (0..<Int.random(in: 1...12, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
      let marks = fields.shuffled(using: &random).prefix(Int.random(in: 0...6, using: &random))
      let indent = Int.random(in: 0...3, using: &random) == 0 && !note.isEmpty ? "  " : ""
      let box = ["- [ ] ", "- [x] ", "- [/] ", "- [-] "].randomElement(using: &random) ?? ""
      note += indent + box + (text + marks.map { $0(&random) }).joined(separator: " ") + "\n"
    }
    try note.write(toFile: sandbox.vault + "/Tasks.md", atomically: true, encoding: .utf8)
    let counts = try Self.counts(sandbox, arePlain: true)
    #expect(counts.todos == Self.runs && counts.rules > 0)
  }

  private static func date(_ random: inout SeededGenerator) -> String {
    let day = Int.random(in: 1...30, using: &random)
    return "2026-0\(Int.random(in: 1...4, using: &random))-\(day < 10 ? "0" : "")\(day)"
  }

  /// `arePlain`: the descriptions have no marks that the calendar leaves out.
  private static func counts(_ sandbox: Sandbox, arePlain: Bool) throws -> (todos: Int, rules: Int) {
    try check.write(toFile: sandbox.root + "/results/check.py", atomically: true, encoding: .utf8)
    let outcome = try sandbox.run(
      """
      cd "$RESULTS"; export VAULT_DIR="$VAULT_FOLDER"
      vault tasks --all --ics > tasks.ics && vault tasks --all --json > tasks.json &&
      python3 -c 'import json; tasks = json.load(open("tasks.json"))
      for task in tasks: task["plain"] = \(arePlain ? "True" : "False")
      json.dump(tasks, open("tasks.json", "w"))' && python3 check.py tasks.ics tasks.json
      """)
    #expect(outcome.status == 0, "\(outcome.errorText)")
    let numbers = outcome.text.split { !$0.isNumber }.compactMap { Int($0) }
    return numbers.count == 2 ? (numbers[0], numbers[1]) : (0, 0)
  }
}

enum CalendarReader {
  static let isPresent: Bool = {
    // Where not even a sandbox can be made, the tests say why.
    guard let sandbox = try? Sandbox(notes: false) else { return true }
    return (try? sandbox.run("python3 -c 'import icalendar, dateutil.rrule'").status) == 0
  }()
}
