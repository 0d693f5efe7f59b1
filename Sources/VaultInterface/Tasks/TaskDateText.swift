import VaultCore
import VaultStore

/// The date that matters of a task: when it is due, or was done or cancelled. Each day's text is made once.
package struct TaskDateText {
  package struct Shown {
    package var text: String
    package var width: Int

    /// `text` is in ASCII.
    package init(_ text: String) {
      self.text = text
      width = text.utf8.count
    }
  }

  private let today: CivilDate
  private let isRelative: Bool
  /// By what stands before the day, then by that.
  private var known: [String: [CivilDate: Shown]] = [:]

  package init(today: CivilDate, isRelative: Bool) {
    self.today = today
    self.isRelative = isRelative
  }

  package mutating func text(of task: TaskItem) -> Shown {
    if task.status.type == .done, let day = task.dates[day: .done] { return text("done ", day) }
    if task.status.type == .cancelled, let day = task.dates[day: .cancelled] { return text("cancelled ", day) }
    switch task.due {
    case nil: return Shown("")
    case .impossible: return Shown("no such day")
    case .date(let day): return text("", day)
    }
  }

  /// Where a task has no due date: for when it is scheduled, else when it starts.
  package mutating func anyText(of task: TaskItem) -> Shown {
    guard task.status.type.isOpen, task.due == nil else { return text(of: task) }
    if let day = task.scheduled?.date { return text("scheduled ", day) }
    return task.start?.date.map { text("starts ", $0) } ?? text(of: task)
  }

  private mutating func text(_ word: String, _ day: CivilDate) -> Shown {
    if let shown = known[word]?[day] { return shown }
    let shown = Shown(word + (isRelative ? RelativeTime.day(day, today: today) : day.description))
    known[word, default: [:]][day] = shown
    return shown
  }
}
