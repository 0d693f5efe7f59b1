extension TodoTxtLine {
  /// Something of a task that its line does not say.
  package enum Loss: Hashable, Sendable {
    case recurrence(String)
    case impossibleDate(TaskFieldKind)
    case deletion
  }

  /// A task as a line, and what of it is lost. Nil for what is no task by its status.
  ///
  /// Tags are projects, the category is the first context, the start is `t:`. The two highest priorities are A, then
  /// come B (medium), C (low) and D (lowest).
  package static func line(of task: TaskItem) -> (line: TodoTxtLine, losses: [Loss])? {
    guard task.status.type != .nonTask else { return nil }
    var line = TodoTxtLine()
    var losses: [Loss] = []
    func day(_ kind: TaskFieldKind) -> CivilDate? {
      if task.dates[kind] == .impossible { losses.append(.impossibleDate(kind)) }
      return task.dates[day: kind]
    }
    let type = task.status.type
    line.isDone = type == .done || type == .cancelled
    line.status = type == .todo || type == .done ? nil : type
    line.priority = letters[task.priority]
    if type == .done { line.completed = day(.done) }
    if type == .cancelled { line.completed = day(.cancelled) }
    line.created = day(.created)
    line.due = day(.due)
    line.threshold = day(.start)
    line.scheduled = day(.scheduled)
    line.id = task.id
    line.dependsOn = task.dependsOn
    line.context = task.namedCategory.flatMap { TagGrammar.isTag($0) ? $0 : nil }
    if let rule = task.recurrence {
      line.recurrence = Recurrence(rule)
      if line.recurrence?.todoTxt == nil { losses.append(.recurrence(rule)) }
    }
    if task.onCompletion == "delete" { losses.append(.deletion) }
    line.text = replacing("#", by: "+", in: task.description)
    // Words of the text that todo.txt takes for keys are keys there, so they go where keys are.
    return (TodoTxtLine(line.description), losses)
  }

  /// The line as a task that is to be written.
  package func task(_ statuses: StatusRegistry) -> NewTask {
    var task = NewTask(description: Self.replacing("+", by: "#", in: text))
    task.category = context
    var words = TodoTxtWords.split(task.description)
    if let context, let other = words.firstIndex(where: Self.isContext) {
      // In a task's line, too, the first one is the category.
      words.insert(.init(text: "@" + context), at: other)
      task.description = words.map(\.text).joined(separator: " ")
      task.category = nil
    }
    let type = status ?? (isDone ? .done : .todo)
    task.symbol = statuses.symbol(for: type)
    if statuses.status(for: task.symbol).type != type { task.description += " status:\(type.rawValue)" }
    task.priority = Self.priority(priority)
    task.dates[day: .due] = due
    task.dates[day: .start] = threshold
    task.dates[day: .scheduled] = scheduled
    task.dates[day: .created] = created
    task.dates[day: type == .cancelled ? .cancelled : .done] = completed
    task.recurrence = recurrence?.text
    task.id = id
    task.dependsOn = dependsOn
    return task
  }

  /// Replaces the sign that begins a word, where the rest of the word is a tag.
  private static func replacing(_ sign: Character, by other: Character, in text: String) -> String {
    TodoTxtWords.split(text).map { word in
      guard !word.isOpaque, word.text.first == sign else { return word.text }
      let rest = word.text.dropFirst()
      var bytes = String(rest)
      let isTag = bytes.withUTF8 { TagGrammar.isTag($0, 0..<TagGrammar.end($0, from: 0, limit: $0.count)) }
      return isTag ? String(other) + rest : word.text
    }.joined(separator: " ")
  }

  /// None for tasks without a priority.
  private static let letters: [TaskPriority: Unicode.Scalar] = [
    .highest: "A", .high: "A", .medium: "B", .low: "C", .lowest: "D",
  ]

  private static func priority(_ letter: Unicode.Scalar?) -> TaskPriority {
    guard let letter else { return .none }
    return [TaskPriority.high, .medium, .low].first { letters[$0] == letter } ?? .lowest
  }
}

extension StatusRegistry {
  /// The symbol that a task of that type is written with: the usual one, unless it is configured to mean another type.
  func symbol(for type: StatusType) -> Unicode.Scalar {
    let usual = StatusDefinition.defaults.first { $0.type == type }?.symbol
    if let usual, status(for: usual).type == type { return usual }
    return all.first { $0.type == type }?.symbol ?? usual ?? " "
  }
}
