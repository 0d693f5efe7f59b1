/// Merges two changes of one list item's line: its box, each of its fields and its words by themselves.
final class TaskLineMerge {
  /// A list item's first line in parts, without its ending.
  struct Item {
    /// Blanks, quote marks and the list mark; for a task without the box.
    var lead: ArraySlice<UInt8>
    /// Nil for an item without a box.
    var symbol: Unicode.Scalar?
    /// Behind the box and its blanks, or behind the list mark.
    var rest: ArraySlice<UInt8>

    /// The text without box and fields, but for the days of what recurs, which tell one time from the next; nil where there
    /// is none.
    var key: [UInt8]? {
      let text = rest.withUnsafeBufferPointer { TaskTextParser().parse($0) }
      guard !text.description.isEmpty else { return nil }
      let kinds = text.recurrence == nil ? [] : TaskFieldKind.recurringDates
      return Array(([text.description] + kinds.compactMap { text.values[$0] }).joined(separator: " ").utf8)
    }
  }

  /// A task alone in a note, as `TaskLineEditor` takes it.
  private struct Task {
    let note: TaskNote
    let line: TaskLine

    init?(_ bytes: [UInt8], _ statuses: StatusRegistry) {
      note = TaskNote(bytes, path: NotePath("task.md"), options: ParsingOptions(statuses: statuses))
      guard note.tasks.count == 1, let line = note.tasks.first, line.isTask else { return nil }
      // It cannot be told which of several fields of a kind is meant.
      guard Set(line.text.fields.map(\.kind)).count == line.text.fields.count else { return nil }
      self.line = line
    }
  }

  private let statuses: StatusRegistry
  /// The lines that were read, each of which is asked for again with the sides traded.
  private var known: [[UInt8]: Task?] = [:]

  init(statuses: StatusRegistry) {
    self.statuses = statuses
  }

  private func read(_ bytes: [UInt8]) -> Task? {
    if let task = known[bytes] { return task }
    let task = Task(bytes, statuses)
    known[bytes] = .some(task)
    return task
  }

  private func task(_ item: Item, _ symbol: Unicode.Scalar) -> Task? {
    read(Array("- [\(symbol)]".utf8) + item.rest)
  }

  /// The line, without its ending; nil where both sides changed the same part of it in different ways.
  func merged(_ items: ThreeSides<Item>) -> [UInt8]? {
    guard let lead = items.map(\.lead).agreed else { return nil }
    guard let base = items.base.symbol, let ours = items.ours.symbol, let theirs = items.theirs.symbol else {
      let symbols = items.map { $0.symbol }
      guard symbols.ours == symbols.base, symbols.theirs == symbols.base else { return nil }
      return items.map(\.rest).agreed.map { Array(lead) + $0 }
    }
    guard let symbol = symbol(ThreeSides(base, ours, theirs)),
      let before = task(items.base, base), let mine = task(items.ours, ours), let other = task(items.theirs, theirs)
    else { return nil }
    return merged(ThreeSides(before, mine, other), symbol).map { Array(lead) + $0 }
  }

  /// Two symbols that both say done are one as good as the other; done against cancelled is for a person.
  private func symbol(_ symbols: ThreeSides<Unicode.Scalar>) -> Unicode.Scalar? {
    if let agreed = symbols.agreed { return agreed }
    let areDone = [symbols.ours, symbols.theirs].allSatisfy { statuses.status(for: $0).type == .done }
    return areDone ? max(symbols.ours, symbols.theirs) : nil
  }

  /// From the box on.
  private func merged(_ tasks: ThreeSides<Task>, _ symbol: Unicode.Scalar) -> [UInt8]? {
    let texts = tasks.map(\.line.text)
    guard let description = texts.map(\.description).agreed, let blockID = texts.map(\.blockID).agreed,
      let values = values(texts.map(\.values), isDone: statuses.status(for: symbol).type == .done)
    else { return nil }
    // The line whose words stay gets the other's fields; which of two does not depend on the side it is on.
    let candidates = [(tasks.ours, tasks.theirs), (tasks.theirs, tasks.ours)].filter {
      $0.0.line.text.description == description && $0.0.line.text.blockID == blockID
    }
    guard
      let (task, other) = candidates.min(by: { $0.0.note.bytes.lexicographicallyPrecedes($1.0.note.bytes) })
    else { return nil }
    var editor = TaskLineEditor(task.line, in: task.note, format: other.line.text.format ?? .emoji)
    editor.set(symbol: symbol)
    for kind in TaskFieldKind.allCases where values[kind] != task.line.text.values[kind] {
      editor.set(kind, values[kind])
    }
    let line = editor.line
    guard let result = read(line), editor.problem(in: result.line) == nil, result.line.text.values == values,
      result.line.text.description == description
    else { return nil }
    return Array(line.dropFirst(2))
  }

  private func values(_ sides: ThreeSides<TaskFieldValues>, isDone: Bool) -> TaskFieldValues? {
    var values = sides.base
    for kind in TaskFieldKind.allCases {
      let value = sides.map { $0[kind] }
      if let agreed = value.agreed {
        values[kind] = agreed
      } else if kind == .done, isDone, let ours = sides.ours.dates[day: .done],
        let theirs = sides.theirs.dates[day: .done]
      {
        values.dates[day: .done] = min(ours, theirs)
      } else {
        return nil
      }
    }
    return values
  }
}
