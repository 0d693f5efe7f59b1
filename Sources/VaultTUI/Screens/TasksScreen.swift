import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// Tasks by tabs: open ones by due day, undated last, then those that are done, folded.
enum TasksScreen {
  static let doneFold = "done"

  static func answer(_ question: ListQuestion, _ reader: VaultReader) throws -> ListAnswer {
    let vault = reader.vault
    let environment = vault.environment
    let tab = question.place.tab ?? .all
    let query = try vault.query(question.text)
    let look = question.look
    var answer = ListAnswer()
    for warning in query.warnings { answer.remarks.append(warning.message) }
    let today = environment.today
    // One look at the tasks counts what each tab shows, too.
    let tabs = VaultURL.TasksTab.allCases
    var counts = [Int](repeating: 0, count: tabs.count)
    let open = try reader.tasks(query, scope: .open, limit: question.limit) { task in
      for (number, tab) in tabs.enumerated() where tab.holds(task, today: today) { counts[number] += 1 }
      return tab.holds(task, today: today)
    }
    let groups = TaskGroup.groups(of: open.tasks, by: [.due], TaskGrouping.Calendar(environment))
    let rows = TaskRowMaker(question, reader)
    for group in groups {
      if let title = group.title {
        answer.rows.append(
          Row(nil, StyledText(title, look[group.key?.isOverdue == true ? .overdue : .heading])))
      }
      answer.rows += group.tasks.map { rows.row(open.tasks[$0], id: .task(handle: open.tasks[$0].task.handle)) }
    }
    // What the query itself says of it is all that there is.
    let most = query.limit ?? .max
    answer.isComplete = open.tasks.count >= min(open.total, most)
    if answer.isComplete {
      let isUnfolded = question.unfolded.contains(doneFold)
      let done = try reader.tasks(
        query, scope: .done, sort: [.init(.done, isReversed: true)], limit: isUnfolded ? question.limit : 0
      ) {
        tab.holds($0, today: today)
      }
      if done.total > 0 {
        let sign = isUnfolded ? look.glyphs.unfolded : look.glyphs.folded
        answer.rows.append(
          Row(.fold(doneFold), StyledText("\(sign) Done and cancelled  \(done.total)", look[.muted])))
        answer.rows += done.tasks.map { rows.row($0, id: .task(handle: $0.task.handle)) }
        answer.isComplete = !isUnfolded || done.tasks.count >= min(done.total, most)
      }
    }
    answer.count = "\(GroupedNumber.text(min(open.total, most))) open"
    if open.overdue > 0 { answer.count += ", \(open.overdue) overdue" }
    answer.nothing = question.text.isEmpty ? "Nothing is open here." : "No task matches."
    answer.tabs = zip(tabs, counts).map { ListTab($0.title, count: $1, isSelected: $0 == tab) }
    return answer
  }
}

/// Makes rows of tasks.
struct TaskRowMaker {
  private let question: ListQuestion
  private let printer: Printer
  private let styler: InlineStyler
  private let today: CivilDate

  init(_ question: ListQuestion, _ reader: VaultReader) {
    self.question = question
    printer = question.printer(reader)
    styler = InlineStyler(theme: question.look.theme, definitions: [:])
    today = reader.vault.environment.today
  }

  /// When it is due; how long ago it was done.
  private func date(of task: TaskItem) -> String {
    if task.status.type == .done, let day = task.dates[day: .done] { return RelativeTime.briefDay(day, today: today) }
    if task.status.type == .cancelled, let day = task.dates[day: .cancelled] {
      return RelativeTime.briefDay(day, today: today)
    }
    switch task.due {
    case nil: return ""
    case .impossible: return "no such day"
    case .date(let day):
      let text = RelativeTime.briefDay(day, today: today)
      return task.isOverdue(on: today) ? text + " ago" : text
    }
  }

  func row(_ view: TaskView, id: RowID, date: String? = nil) -> Row {
    let (task, look) = (view.task, question.look)
    let isOpen = task.status.type.isOpen
    let base = isOpen ? Style.plain : look[.done]
    let sign = look.glyphs.sign(of: view)
    var row = Row(id, styler.styled(task.description, base: base))
    row.sign = StyledText(sign.text, sign.role.map { look[$0] } ?? .plain)
    (row.note, row.line) = (task.path, task.line)
    row.depth = 0
    var when = date ?? self.date(of: task)
    if task.recurrence != nil, isOpen, !when.isEmpty { when += " " + look.glyphs.recurring }
    let priority = task.priority == .none ? "" : task.priority.rawValue
    row.trail = [
      StyledText(task.path.stem, look[.path]),
      StyledText(
        task.namedCategory ?? "", isOpen ? task.namedCategory.map { look[Role(category: $0)] } ?? .plain : base),
      StyledText(priority, isOpen ? look[Role(task.priority)] : base),
      StyledText(when, view.isOverdue ? look[.overdue] : isOpen ? look[.muted] : base),
    ]
    var about = StyledText("\(task.path.text):\(task.line)", look[.path])
    if let heading = task.heading { about.append("  " + heading, look[.muted]) }
    if view.isBlocked { about.append("  waits for another", look[.warning]) }
    row.below = about
    return row
  }
}
