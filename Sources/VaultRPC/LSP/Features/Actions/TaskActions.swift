import VaultCore
import VaultStore

/// What can be done with a task, and with an item that could be one.
enum TaskActions: ActionFamily {
  static func offers(at site: ActionSite) throws -> [ActionOffer] {
    if let task = site.task {
      return offers(of: task, site.reader.vault.environment.today) + (try moves(of: task, site))
    }
    guard site.isItem,
      ListMarker.makingTask(site.text.content(ofLine: site.line), in: site.text.bytes) != nil
    else { return [] }
    return [ActionOffer(title: "Make the item a task", action: NoteAction(.makeTask, line: site.line))]
  }

  private static func offers(of task: TaskItem, _ today: CivilDate) -> [ActionOffer] {
    let line = task.line
    var offers = [
      ActionOffer(title: "Toggle the task", action: NoteAction(.toggleTask, line: line), isPreferred: true)
    ]
    func offer(_ title: String, _ name: NoteAction.Name, _ text: String?, _ word: String? = nil) {
      offers.append(ActionOffer(title: title, action: NoteAction(name, line: line, text: text, word: word)))
    }
    for (words, days) in [("today", 0), ("tomorrow", 1), ("in a week", 7)]
    where task.due != .date(today.adding(days: days)) {
      offer("Due \(words)", .setDate, TaskFieldKind.due.rawValue, today.adding(days: days).description)
    }
    if task.due != nil { offer("No due date", .setDate, TaskFieldKind.due.rawValue) }
    for (words, days) in [("today", 0), ("tomorrow", 1)] where task.dates[.scheduled] != .date(today.adding(days: days))
    {
      offer("Scheduled \(words)", .setDate, TaskFieldKind.scheduled.rawValue, today.adding(days: days).description)
    }
    for priority in [TaskPriority.high, .medium, .low, .none] where task.priority != priority {
      offer(
        priority == .none ? "No priority" : "Priority: \(priority.rawValue)", .setPriority, priority.rawValue)
    }
    offer("Make the task a plain item", .makeItem, nil)
    return offers
  }

  /// More notes than these nobody looks through in a menu.
  private static let mostTargets = 4

  /// Moves to today's note, to the inbox, and to the notes that are open, as far as they are there.
  private static func moves(of task: TaskItem, _ site: ActionSite) throws -> [ActionOffer] {
    let reader = site.reader
    // A place that the settings name wrongly is none to move to.
    func configured(_ place: () throws -> NotePath) throws -> NotePath? {
      do { return try place() } catch let error where error is any Failure && !(error is CancelledError) { return nil }
    }
    let usual = try [
      configured { try reader.dailyNotePath(reader.vault.environment.today) },
      configured { try reader.vault.inboxPath() },
    ]
    let targets = usual.compactMap { $0 } + site.request.workspace.documents.keys.sorted()
    let known = try site.reader.titles(ofNotesAt: Set(targets))
    return targets.uniqued(by: \.self).filter { known[$0] != nil && $0 != site.path }.prefix(mostTargets).map {
      target in
      ActionOffer(
        title: "Move the task to \(ShownName.quoted(target.text))",
        action: NoteAction(.moveTask, line: task.line, text: target.text))
    }
  }

  static func planned(_ action: NoteAction, in path: NotePath, _ editor: VaultEditor) throws -> PlannedChange {
    let options = ChangeOptions(dryRun: true)
    let task = "\(path.text):\(action.line)"
    switch action.name {
    case .toggleTask: return try editor.toggleTask(task, options).change.planned
    case .setDate:
      guard let kind = TaskFieldKind(rawValue: try action.neededText), kind.isDate else { throw NoteAction.malformed }
      let day = action.word.flatMap { CivilDate($0) }
      guard action.word == nil || day != nil else { throw NoteAction.malformed }
      var change = TaskFieldChange()
      change.set(kind, day)
      return try editor.editTasks([task], change, options).change.planned
    case .setPriority:
      guard let priority = TaskPriority(rawValue: try action.neededText) else { throw NoteAction.malformed }
      var change = TaskFieldChange()
      change.set(priority)
      return try editor.editTasks([task], change, options).change.planned
    case .moveTask: return try editor.moveTasks([task], to: action.neededText, under: nil, options).change.planned
    case .makeTask:
      return try action.planned(in: path, editor, "make a task") { ListMarker.makingTask($1, in: $0) }
    case .makeItem:
      return try action.planned(in: path, editor, "make an item") { ListMarker.makingItem($1, in: $0) }
    default: throw NoteAction.malformed
    }
  }
}
