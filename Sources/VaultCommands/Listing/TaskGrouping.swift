import VaultCore
import VaultStore

/// `--group`: what tasks are put together by.
package enum TaskGrouping: String, CaseIterable, Sendable {
  case due, priority, category, path, tag, status, heading, none
}

/// Tasks under one title, in the order of the list.
struct TaskGroup: Equatable {
  /// Nil where nothing is grouped.
  var title: String?
  var isOverdue = false
  /// Places in the list.
  var tasks: [Int]
}

extension TaskGrouping {
  /// The days that groups of due dates depend on.
  struct Calendar {
    let today: CivilDate
    /// The last day of the week that `today` is in.
    let endOfWeek: CivilDate

    /// `firstWeekday`: 1 is Monday, 7 is Sunday.
    init(today: CivilDate, firstWeekday: Int) {
      self.today = today
      endOfWeek = today.adding(days: 6 - (today.isoWeekday - firstWeekday + 7) % 7)
    }
  }

  /// Every task in its group, with several tags in several; groups without tasks left out.
  func groups(of tasks: [TaskView], _ calendar: Calendar) -> [TaskGroup] {
    guard self != .none else { return tasks.isEmpty ? [] : [TaskGroup(tasks: Array(tasks.indices))] }
    var places: [Key: Int] = [:]
    var found: [(key: Key, tasks: [Int])] = []
    for (index, view) in tasks.enumerated() {
      for key in keys(of: view, calendar) {
        if let place = places[key] {
          found[place].tasks.append(index)
        } else {
          places[key] = found.count
          found.append((key, [index]))
        }
      }
    }
    return found.sorted { $0.key < $1.key }.map { group in
      TaskGroup(title: group.key.title, isOverdue: group.key.isOverdue, tasks: group.tasks)
    }
  }

  private struct Key: Hashable, Comparable {
    var rank = 0
    /// Compares without case; what has no name comes last.
    var name = ""
    var title: String
    var isOverdue = false

    static func == (a: Key, b: Key) -> Bool { a.rank == b.rank && a.name == b.name }

    func hash(into hasher: inout Hasher) {
      hasher.combine(rank)
      hasher.combine(name)
    }

    static func < (a: Key, b: Key) -> Bool { (a.rank, a.name) < (b.rank, b.name) }
  }

  private func keys(of view: TaskView, _ calendar: Calendar) -> [Key] {
    let task = view.task
    switch self {
    case .none: return []
    case .due: return [dueKey(of: view, calendar)]
    case .priority:
      let title = task.priority == .none ? "No priority" : task.priority.rawValue.capitalizedFirst
      return [Key(rank: -task.priority.rank, title: title)]
    case .category: return [Key(name: task.category.lowercased(), title: task.category)]
    case .path: return [Key(name: task.path.text, title: task.path.text)]
    case .tag:
      guard !task.tags.isEmpty else { return [Key(rank: 1, title: "No tag")] }
      var seen: Set<String> = []
      return task.tags.compactMap { tag in
        let name = tag.lowercased()
        return seen.insert(name).inserted ? Key(name: name, title: "#" + tag) : nil
      }
    case .status:
      let rank = StatusType.allCases.firstIndex(of: task.status.type) ?? 0
      return [Key(rank: rank, name: task.status.name, title: task.status.name)]
    case .heading:
      guard let heading = task.heading else { return [Key(rank: 1, title: "No heading")] }
      return [Key(name: heading, title: heading)]
    }
  }

  private func dueKey(of view: TaskView, _ calendar: Calendar) -> Key {
    guard view.task.status.type.isOpen else { return Key(rank: 7, title: "Done") }
    switch view.task.due {
    case nil: return Key(rank: 5, title: "No due date")
    case .impossible: return Key(rank: 6, title: "Due on a day that does not exist")
    case .date(let day) where day < calendar.today: return Key(rank: 0, title: "Overdue", isOverdue: true)
    case .date(calendar.today): return Key(rank: 1, title: "Today")
    case .date(calendar.today.adding(days: 1)): return Key(rank: 2, title: "Tomorrow")
    case .date(let day) where day <= calendar.endOfWeek: return Key(rank: 3, title: "This week")
    case .date: return Key(rank: 4, title: "Later")
    }
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
