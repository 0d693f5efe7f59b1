/// A to-do from elsewhere, before it has a line.
package struct ImportedTask: Hashable, Sendable {
  package var title: String
  package var isDone = false
  package var due: NoteDate?
  package var created: NoteDate?
  package var completed: NoteDate?
  package var priority = TaskPriority.none
  package var category: String?
  /// Without `#`.
  package var tags: [String] = []

  package init(title: String) { self.title = title }

  /// The item of a list, and what is wrong with it. Days are those that the clocks of the zone show.
  package func item(
    _ format: TaskFieldFormat, _ options: ParsingOptions, zone: ZoneOffset
  ) -> (item: String, problem: String?) {
    let text = ([title] + tags.map { "#" + $0 }).joined(separator: " ")
    let type: StatusType = isDone ? .done : .todo
    var task = NewTask(description: text)
    task.symbol = options.statuses.symbol(for: type)
    task.priority = priority
    task.category = category
    task.dates[day: .due] = due?.day(in: zone)
    task.dates[day: .created] = created?.day(in: zone)
    if isDone { task.dates[day: .done] = completed?.day(in: zone) }
    return ImportedTaskLine(format: format, options: options).item(for: task, text: text, category: category)
  }
}
