import VaultCore
import VaultStore

/// How many tasks of a group are open, done and overdue.
package struct TaskTally: Equatable {
  package var open = 0
  /// Cancelled ones and non-tasks as well, as `--done` has it.
  package var done = 0
  /// How many of the open ones are overdue.
  package var overdue = 0

  package var total: Int { open + done }

  package mutating func add(_ task: TaskItem, today: CivilDate) {
    if task.status.type.isOpen { open += 1 } else { done += 1 }
    if task.isOverdue(on: today) { overdue += 1 }
  }
}

/// The tallies of all groups, those inside of others by the keys from the outermost on.
package struct TaskTallies {
  package let groupings: [TaskGrouping]
  private let calendar: TaskGrouping.Calendar
  private var tallies: [[TaskGroupKey]: TaskTally] = [:]

  package init(_ groupings: [TaskGrouping], _ calendar: TaskGrouping.Calendar) {
    self.groupings = groupings
    self.calendar = calendar
  }

  package mutating func add(_ task: TaskItem) {
    var paths: [[TaskGroupKey]] = [[]]
    for grouping in groupings {
      let keys = grouping.keys(of: task, calendar, counting: true)
      paths = paths.flatMap { path in keys.map { path + [$0] } }
      for path in paths { tallies[path, default: TaskTally()].add(task, today: calendar.today) }
    }
  }

  package subscript(keys: [TaskGroupKey]) -> TaskTally { tallies[keys] ?? TaskTally() }

  package struct Row {
    /// One for each grouping.
    package var keys: [TaskGroupKey]
    package var tally: TaskTally
  }

  /// Those of the innermost groups, in order.
  package var rows: [Row] {
    tallies.filter { $0.key.count == groupings.count }.map { Row(keys: $0.key, tally: $0.value) }
      .sorted { $0.keys.lexicographicallyPrecedes($1.keys) }
  }
}

extension TaskTallies {
  /// The tallies of all tasks that match, whatever their status.
  package init(_ groupings: [TaskGrouping], of query: Query, _ reader: VaultReader) throws {
    var calendar = TaskGrouping.Calendar(reader.vault.environment)
    if groupings.contains(.note) { calendar.titles = try reader.noteTitles() }
    self = try reader.reduceTasks(query, scope: .all, into: TaskTallies(groupings, calendar)) { $0.add($1) }
  }
}

extension RecordFields where Record == TaskTallies.Row {
  /// The groups by their fields, then the figures.
  package static func tally(by groupings: [TaskGrouping]) -> RecordFields {
    RecordFields(
      groupings.enumerated().map { place, grouping in
        // `done` is a figure.
        Field(grouping == .done ? "doneDate" : grouping.rawValue) { .text($0.keys[place].value) }
      } + [
        Field("open") { .integer($0.tally.open) },
        Field("done") { .integer($0.tally.done) },
        Field("overdue") { .integer($0.tally.overdue) },
        Field("total") { .integer($0.tally.total) },
      ])
  }
}
