/// The tasks of a later version of a note paired with those of an earlier one that they are.
///
/// The same one has the same id or block id; else the same description, heading and dates; else the same description; else
/// more than half of its words. Of several alike the first is the first. The next occurrence of a task that recurs is a task
/// of its own: the one that was completed keeps its dates.
package struct TaskSuccession {
  /// For each later task the place of the one it was; nil for a new one.
  package private(set) var former: [Int?]
  /// For each earlier task the place of the one it is; nil for one that is gone.
  package private(set) var later: [Int?]

  /// `exactly`: a task with other words is another one, as among the tasks of several notes.
  package init(from before: [TaskItem], to after: [TaskItem], exactly: Bool = false) {
    former = Array(repeating: nil, count: after.count)
    later = Array(repeating: nil, count: before.count)
    match(before, after) { $0.id.map { ["id", $0] } }
    match(before, after) { $0.blockID.map { ["block", $0] } }
    match(before, after) { [$0.description, $0.heading ?? ""] + Self.dates(of: $0) }
    match(before, after) { [$0.description] + Self.dates(of: $0) }
    match(before, after) { [$0.description, $0.heading ?? ""] }
    match(before, after) { [$0.description] }
    if !exactly { matchByWords(before, after) }
  }

  /// In order, as many as there are of both.
  private mutating func match(_ before: [TaskItem], _ after: [TaskItem], by name: (TaskItem) -> [String]?) {
    var waiting: [[String]: [Int]] = [:]
    for (place, task) in before.enumerated().reversed() where later[place] == nil {
      if let name = name(task), !task.description.isEmpty || name.count == 2 {
        waiting[name, default: []].append(place)
      }
    }
    for (place, task) in after.enumerated() where former[place] == nil {
      guard let name = name(task), let old = waiting[name]?.popLast() else { continue }
      former[place] = old
      later[old] = place
    }
  }

  /// More pairs than this are not compared.
  private static let mostPairs = 40_000

  private mutating func matchByWords(_ before: [TaskItem], _ after: [TaskItem]) {
    let olds = before.indices.filter { later[$0] == nil }
    let news = after.indices.filter { former[$0] == nil }
    guard !olds.isEmpty, !news.isEmpty, olds.count <= Self.mostPairs / news.count else { return }
    func bag(_ task: TaskItem) -> WordBag {
      WordBag(Array(task.description.utf8).split { !$0.isASCIILetterOrDigit && $0 < 0x80 })
    }
    let bags = Dictionary(uniqueKeysWithValues: news.map { ($0, bag(after[$0])) })
    for old in olds {
      let words = bag(before[old])
      let likes = news.filter { former[$0] == nil }.map { (place: $0, likeness: bags[$0]?.likeness(to: words) ?? 0) }
      guard let best = likes.max(by: { ($0.likeness, -$0.place) < ($1.likeness, -$1.place) }), best.likeness > 0.5
      else {
        continue
      }
      former[best.place] = old
      later[old] = best.place
    }
  }

  private static func dates(of task: TaskItem) -> [String] {
    TaskFieldKind.recurringDates.map { task.values[$0] ?? "" }
  }
}

/// What became of a task from one version to the next.
package enum TaskEvent: Hashable, Sendable {
  case added, completed, cancelled, reopened, removed
  case reworded(from: String)
  /// Its day went from one to another, later one; with the number of days.
  case postponed(from: CivilDate, to: CivilDate)
  case broughtForward(from: CivilDate, to: CivilDate)
  /// It came from another note.
  case moved(from: NotePath)

  package var name: String {
    switch self {
    case .added: "added"
    case .completed: "completed"
    case .cancelled: "cancelled"
    case .reopened: "reopened"
    case .removed: "removed"
    case .reworded: "reworded"
    case .postponed: "postponed"
    case .broughtForward: "brought-forward"
    case .moved: "moved"
    }
  }

  /// Everything that differs between two versions of a task, in the order in which it is told.
  package static func all(from old: TaskItem, to new: TaskItem) -> [TaskEvent] {
    var events: [TaskEvent] = []
    if old.description != new.description { events.append(.reworded(from: old.description)) }
    if let from = old.day, let to = new.day, from != to {
      events.append(from < to ? .postponed(from: from, to: to) : .broughtForward(from: from, to: to))
    }
    if old.status.type.isOpen, !new.status.type.isOpen {
      events.append(new.status.type == .cancelled ? .cancelled : .completed)
    } else if !old.status.type.isOpen, new.status.type.isOpen {
      events.append(.reopened)
    }
    return events
  }
}

extension TaskItem {
  /// The day that postponing moves: due, else scheduled, else start.
  package var day: CivilDate? { values.dates[day: .due] ?? values.dates[day: .scheduled] ?? values.dates[day: .start] }
}
