import VaultCore
import VaultStore

/// `--group`: what tasks are put together by.
package enum TaskGrouping: String, CaseIterable, Sendable {
  case due, scheduled, start, happens, created, done, cancelled, priority, category, tag, status, recurrence, path,
    note, folder,
    heading, none

  /// Reads `due,category`: fields, the outer ones first, each once. `none` stands for no field. Throws `UnknownName`.
  package static func list(_ text: String) throws -> [TaskGrouping] {
    var found: [TaskGrouping] = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      let name = String(name.drop { $0 == " " }.prefix { $0 != " " })
      guard let grouping = TaskGrouping(rawValue: name.lowercased()) else {
        throw UnknownName(noun: "field to group by", name: name, known: allCases.map(\.rawValue))
      }
      if grouping != .none, !found.contains(grouping) { found.append(grouping) }
    }
    return found
  }

  /// What groups depend on besides the tasks.
  package struct Calendar {
    package let today: CivilDate
    /// The last day of the week that `today` is in.
    let endOfWeek: CivilDate
    /// The titles of notes, for those who group by `note`; the name of the file where there is none.
    package var titles: [NotePath: String] = [:]

    /// `firstWeekday`: 1 is Monday, 7 is Sunday.
    package init(today: CivilDate, firstWeekday: Int) {
      self.today = today
      endOfWeek = today.adding(days: 6 - (today.isoWeekday - firstWeekday + 7) % 7)
    }

    package init(_ environment: VaultEnvironment) {
      self.init(today: environment.today, firstWeekday: environment.firstWeekday)
    }
  }
}

/// What one field of a task has in common with that of others.
package struct TaskGroupKey: Hashable, Comparable {
  fileprivate var rank = 0
  /// What it compares by; what has none comes last.
  fileprivate var name = ""
  package let title: String
  /// For programs; nil where the task lacks the field.
  package let value: String?
  fileprivate(set) package var isOverdue = false

  package static func == (a: Self, b: Self) -> Bool { a.rank == b.rank && a.name == b.name }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(rank)
    hasher.combine(name)
  }

  package static func < (a: Self, b: Self) -> Bool { (a.rank, a.name) < (b.rank, b.name) }

}

extension TaskGroupKey {
  fileprivate init(text: String?, name: String? = nil, orElse missing: String) {
    self.init(
      rank: text == nil ? 1 : 0, name: name ?? text ?? "", title: text ?? missing, value: text)
  }
}

extension TaskGrouping {
  /// One key, but of tags as many as the task has. None for `none`.
  ///
  /// `counting`: for the figures of a group. What is done then counts where it was due, today or later, so that a group
  /// can say how much of it is done; a list has all done tasks together at its end.
  package func keys(of task: TaskItem, _ calendar: Calendar, counting: Bool = false) -> [TaskGroupKey] {
    switch self {
    case .none: []
    case .tag where !task.tags.isEmpty: tagKeys(of: task)
    default: [key(of: task, calendar, counting: counting)]
    }
  }

  private func key(of task: TaskItem, _ calendar: Calendar, counting: Bool) -> TaskGroupKey {
    switch self {
    case .due: return dueKey(of: task, calendar, counting: counting)
    case .scheduled: return dayKey(task.scheduled, "Not scheduled")
    case .happens: return dayKey(task.happens, "No start, scheduled or due date")
    case .start, .created, .done, .cancelled:
      return dayKey(TaskFieldKind(rawValue: rawValue).flatMap { task.dates[$0] }, "No \(rawValue) date")
    case .priority:
      let (priority, word) = (task.priority, task.priority.rawValue)
      return TaskGroupKey(
        rank: -priority.rank, title: priority == .none ? "No priority" : word.capitalizedFirst, value: word)
    case .category: return TaskGroupKey(text: task.category, name: task.category.lowercased(), orElse: "")
    case .status:
      let (status, rank) = (task.status.name, StatusType.allCases.firstIndex(of: task.status.type) ?? 0)
      return TaskGroupKey(rank: rank, name: status, title: status, value: status)
    case .recurrence: return TaskGroupKey(text: task.recurrence, orElse: "Not recurring")
    case .path: return TaskGroupKey(text: task.path.text, orElse: "")
    case .note:
      // Notes of one title are not one group.
      let title = calendar.titles[task.path] ?? task.path.stem
      return TaskGroupKey(name: title.lowercased() + "\0" + task.path.text, title: title, value: title)
    case .folder:
      return TaskGroupKey(text: task.path.folder.isEmpty ? nil : task.path.folder, orElse: "No folder")
    case .heading: return TaskGroupKey(text: task.heading, orElse: "No heading")
    case .tag, .none: return TaskGroupKey(text: nil, orElse: "No tag")
    }
  }

  private func tagKeys(of task: TaskItem) -> [TaskGroupKey] {
    var seen: Set<String> = []
    return task.tags.compactMap { tag in
      let name = tag.lowercased()
      return seen.insert(name).inserted ? TaskGroupKey(name: name, title: "#" + tag, value: tag) : nil
    }
  }

  private func dayKey(_ date: TaskDate?, _ missing: String) -> TaskGroupKey {
    switch date {
    case nil: TaskGroupKey(rank: 1, title: missing, value: nil)
    case .impossible: TaskGroupKey(rank: 2, title: "A day that does not exist", value: "impossible")
    case .date(let day): TaskGroupKey(name: day.description, title: day.description, value: day.description)
    }
  }

  private func dueKey(of task: TaskItem, _ calendar: Calendar, counting: Bool) -> TaskGroupKey {
    let isOpen = task.status.type.isOpen
    let isPast = task.due?.date.map { $0 < calendar.today } ?? false
    guard isOpen || counting && !isPast else { return TaskGroupKey(rank: 7, title: "Done", value: "done") }
    switch task.due {
    case nil: return TaskGroupKey(rank: 5, title: "No due date", value: nil)
    case .impossible: return TaskGroupKey(rank: 6, title: "Due on a day that does not exist", value: "impossible")
    case .date where isPast: return TaskGroupKey(rank: 0, title: "Overdue", value: "overdue", isOverdue: true)
    case .date(calendar.today): return TaskGroupKey(rank: 1, title: "Today", value: "today")
    case .date(calendar.today.adding(days: 1)): return TaskGroupKey(rank: 2, title: "Tomorrow", value: "tomorrow")
    case .date(let day) where day <= calendar.endOfWeek:
      return TaskGroupKey(rank: 3, title: "This week", value: "this-week")
    case .date: return TaskGroupKey(rank: 4, title: "Later", value: "later")
    }
  }
}
