/// Makes items of a list from tasks that came from elsewhere.
///
/// Each item is read again as a task. Where that would not say what the task says (because of what Markdown makes of its
/// text), its text becomes the task's as it is, or at last a code span, so that nothing is lost.
struct ImportedTaskLine {
  /// The format in which fields are written.
  let format: TaskFieldFormat
  let options: ParsingOptions

  /// A line of Markdown without its end, and what is wrong with it. `text`: the task as it came; `category`: one that the
  /// line has to say.
  func item(for task: NewTask, text: String, category: String?) -> (item: String, problem: String?) {
    let task = withoutBlockID(kept(task))
    let item = task.line(format)
    if let read = read(item), Self.says(read, task, category: category) { return (item, nil) }
    let plain = withoutBlockID(kept(NewTask(description: text))).line(format)
    return read(plain) != nil
      ? (
        plain,
        "as a task it would say something else, because of its text; it is kept as an open task as it is written"
      )
      : ("- " + Self.codeSpan(text), "cannot be a task, because of its text; it is kept as an item that is none")
  }

  /// With the word that makes it a task, where the configuration wants one.
  private func kept(_ task: NewTask) -> NewTask {
    guard let filter = options.taskFilter, !task.description.contains(filter) else { return task }
    var task = task
    task.description += (task.description.isEmpty ? "" : " ") + filter
    return task
  }

  /// The words of todo.txt know no block ids: a last one `^x` stays text.
  private func withoutBlockID(_ task: NewTask) -> NewTask {
    guard let id = read(task.line(format))?.blockID, task.description.hasSuffix("^" + id) else { return task }
    var task = task
    task.description = task.description.dropLast(id.count + 1) + "\\^" + id
    return task
  }

  /// Returns nil when it is no task, or more than that, or would change what follows.
  private func read(_ item: String) -> TaskItem? {
    let note = TaskNote(Array((item + "\n- [ ] next\n").utf8), path: NotePath("Note.md"), options: options)
    guard note.tasks.count == 2, note.tasks[0].isTask, note.tasks[0].item.line == 1, note.tasks[1].item.line == 2,
      note.tasks[1].item.parent == nil
    else { return nil }
    return note.tasks[0].item
  }

  /// Returns true when all fields that were written are there.
  private static func says(_ item: TaskItem, _ task: NewTask, category: String?) -> Bool {
    item.status.symbol == task.symbol && (category == nil || item.category == category)
      && TaskFieldKind.allCases.allSatisfy { kind in
        kind == .category || task.values[kind] == nil || item.values[kind] == task.values[kind]
      }
  }

  private static func codeSpan(_ text: String) -> String {
    let longest = text.utf8.split(whereSeparator: { $0 != 0x60 }).map(\.count).max() ?? 0
    let ticks = String(repeating: "`", count: longest + 1)
    return "\(ticks) \(text) \(ticks)"
  }
}
