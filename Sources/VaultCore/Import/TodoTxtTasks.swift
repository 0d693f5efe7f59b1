/// A todo.txt file as the items of a list.
///
/// Each item is read again as a task. Where that would not say what the line says (because of what Markdown makes of its
/// text), the line becomes the task's text as it is, or at last a code span, so that nothing is lost.
package struct TodoTxtTasks: Sendable {
  package struct Problem: Hashable, Sendable {
    /// From 1.
    package var line: Int
    package var message: String
  }

  /// Lines of Markdown, without their ends.
  package private(set) var items: [String] = []
  package private(set) var problems: [Problem] = []
  private let format: TaskFieldFormat
  private let options: ParsingOptions

  /// `format`: of the fields that are written.
  package init(_ text: String, format: TaskFieldFormat, options: ParsingOptions) {
    self.format = format
    self.options = options
    let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      var line = String(Substring(line))
      if index == 0, line.unicodeScalars.first == "\u{FEFF}" { line.unicodeScalars.removeFirst() }
      let words = TodoTxtWords.split(line).map(\.text)
      if !words.isEmpty { add(words.joined(separator: " "), number: index + 1) }
    }
  }

  private mutating func add(_ text: String, number: Int) {
    let line = TodoTxtLine(text)
    let task = withoutBlockID(kept(line.task(options.statuses)))
    let item = task.line(format)
    if let read = read(item), Self.says(read, task, category: line.context) {
      items.append(item)
      return
    }
    let plain = withoutBlockID(kept(NewTask(description: text))).line(format)
    let isTask = read(plain) != nil
    items.append(isTask ? plain : "- " + Self.codeSpan(text))
    let message =
      isTask
      ? "as a task it would say something else, because of its text; it is kept as an open task as it is written"
      : "cannot be a task, because of its text; it is kept as an item that is none"
    problems.append(Problem(line: number, message: message))
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
