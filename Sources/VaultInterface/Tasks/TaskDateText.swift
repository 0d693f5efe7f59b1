import VaultCore
import VaultStore

/// The date that matters of a task: when it is due, or was done or cancelled. Each day's text is made once.
package struct TaskDateText {
  package struct Shown {
    package var text: String
    package var width: Int

    package init(text: String, width: Int) {
      self.text = text
      self.width = width
    }

    /// `text` is in ASCII.
    package init(_ text: String) { self.init(text: text, width: text.utf8.count) }
  }

  private struct Key: Hashable {
    /// What stands before the day.
    var word: String
    var day: CivilDate
  }

  private let today: CivilDate
  private let isRelative: Bool
  private var known: [Key: Shown] = [:]

  package init(today: CivilDate, isRelative: Bool) {
    self.today = today
    self.isRelative = isRelative
  }

  package mutating func text(of task: TaskItem) -> Shown {
    if task.status.type == .done, let day = task.dates[day: .done] { return text("done ", day) }
    if task.status.type == .cancelled, let day = task.dates[day: .cancelled] { return text("cancelled ", day) }
    switch task.due {
    case nil: return Shown(text: "", width: 0)
    case .impossible: return Shown(text: "no such day", width: 11)
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
    let key = Key(word: word, day: day)
    if let shown = known[key] { return shown }
    let text = word + (isRelative ? RelativeTime.day(day, today: today) : day.description)
    let shown = Shown(text: text, width: text.utf8.count)
    known[key] = shown
    return shown
  }
}
