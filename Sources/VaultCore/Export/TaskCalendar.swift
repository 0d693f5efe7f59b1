/// Tasks as an iCalendar object (RFC 5545) with a VTODO each, for calendars and other task managers.
///
/// - DTSTART is the start, else the day that it is scheduled for, unless that is not before the due date, which the RFC
///   rules out. Of a task that recurs it is the day that the rule counts from, since RRULE counts from there: then it is
///   mostly the due date itself, as other task managers write it.
/// - COMPLETED and CREATED must be times in UTC, and the task knows days: noon is on that day nearly everywhere.
/// - A rule that RRULE cannot say exactly is kept as X-VAULT-RECURRENCE.
/// - RELATED-TO names only tasks that are in the calendar: the parent, and those that must be done before (RFC 9253).
/// - A task whose status says that it is none is left out, and so are dates of days that do not exist.
package struct TaskCalendar {
  /// What the ends of the UIDs are; names no machine, so that they are the same everywhere.
  static let domain = "vault"

  private let now: CivilTime
  private let summary: (TaskItem) -> String
  private let tasks: [TaskItem]
  /// By handle.
  private var uids: [String: String] = [:]
  /// UIDs by 🆔.
  private var named: [String: [String]] = [:]

  /// `now` is when the calendar is made, in UTC. `summary` makes plain text of a task's description.
  package init(_ tasks: [TaskItem], now: CivilTime, summary: @escaping (TaskItem) -> String) {
    self.tasks = tasks.filter { $0.status.type != .nonTask }
    self.now = now
    self.summary = summary
    let ids = Dictionary(self.tasks.compactMap(\.id).map { ($0, 1) }, uniquingKeysWith: +)
    let handles = Set(self.tasks.map(\.handle))
    for task in self.tasks {
      let id = task.id.flatMap { ids[$0] == 1 && !handles.contains($0) ? $0 : nil }
      let uid = "\(id ?? task.handle)@\(Self.domain)"
      uids[task.handle] = uid
      if let id = task.id { named[id, default: []].append(uid) }
    }
  }

  package var bytes: [UInt8] {
    var lines = CalendarLines()
    lines.add("BEGIN", "VCALENDAR")
    lines.add("VERSION", "2.0")
    lines.add("PRODID", "-//vault//tasks//EN")
    for task in tasks { add(task, to: &lines) }
    lines.add("END", "VCALENDAR")
    return lines.bytes
  }

  private func add(_ task: TaskItem, to lines: inout CalendarLines) {
    lines.add("BEGIN", "VTODO")
    lines.add("UID", text: uids[task.handle] ?? task.handle)
    lines.add("DTSTAMP", Self.day(now.date) + Self.time(now))
    let summary = summary(task)
    if !summary.isEmpty { lines.add("SUMMARY", text: summary) }
    lines.add("DESCRIPTION", text: "\(task.path.text):\(task.line)")
    addDates(of: task, to: &lines)
    if let status = Self.status(task.status.type) { lines.add("STATUS", status) }
    if let priority = Self.priority(task.priority) { lines.add("PRIORITY", priority) }
    let category = task.namedCategory.map { [$0] } ?? []
    let categories = category + task.tags.filter { $0 != category.first }
    if !categories.isEmpty { lines.add("CATEGORIES", texts: categories) }
    if let parent = task.parent.flatMap({ uids[$0] }) { lines.add("RELATED-TO;RELTYPE=PARENT", text: parent) }
    for uid in task.dependsOn.flatMap({ named[$0] ?? [] }) { lines.add("RELATED-TO;RELTYPE=DEPENDS-ON", text: uid) }
    lines.add("END", "VTODO")
  }

  private func addDates(of task: TaskItem, to lines: inout CalendarLines) {
    let due = task.due?.date
    let reference = task.dates.reference?.date.date
    let rule = reference.flatMap { task.rule?.rrule(from: $0) }
    let start = task.start?.date ?? task.scheduled?.date
    if let start = rule == nil ? start : reference, rule != nil || due.map({ start < $0 }) ?? true {
      lines.add("DTSTART;VALUE=DATE", Self.day(start))
    }
    if let rule {
      lines.add("RRULE", rule)
    } else if let recurrence = task.recurrence {
      lines.add("X-VAULT-RECURRENCE", text: recurrence)
    }
    if let due { lines.add("DUE;VALUE=DATE", Self.day(due)) }
    if let created = task.dates[day: .created] { lines.add("CREATED", Self.day(created) + Self.noon) }
    if task.status.type == .done, let done = task.dates[day: .done] {
      lines.add("COMPLETED", Self.day(done) + Self.noon)
    }
  }

  private static let noon = "T120000Z"

  private static func day(_ day: CivilDate) -> String {
    day.description.filter { $0 != "-" }
  }

  private static func time(_ time: CivilTime) -> String {
    let parts = [time.secondOfDay / 3_600, time.secondOfDay / 60 % 60, time.secondOfDay % 60]
    return "T" + parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined() + "Z"
  }

  /// Returns nil for what is no task.
  private static func status(_ type: StatusType) -> String? {
    switch type {
    case .todo, .onHold: "NEEDS-ACTION"
    case .inProgress: "IN-PROCESS"
    case .done: "COMPLETED"
    case .cancelled: "CANCELLED"
    case .nonTask: nil
    }
  }

  /// 1 is the highest; 5 is in the middle of the RFC's three levels, and 2, 4 and so on are other programs'.
  private static func priority(_ priority: TaskPriority) -> String? {
    switch priority {
    case .highest: "1"
    case .high: "3"
    case .medium: "5"
    case .low: "7"
    case .lowest: "9"
    case .none: nil
    }
  }
}
