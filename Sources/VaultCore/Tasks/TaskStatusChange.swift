/// What follows from a task's entering another status: the dates that come and go, and the next occurrence of a
/// recurring one.
package struct TaskStatusChange: Sendable {
  package var statuses: StatusRegistry
  package var today: CivilDate
  /// The format of new fields in lines whose own fields do not tell.
  package var format: TaskFieldFormat
  /// True when completing makes the next occurrence; without it, a rule that is not understood is no obstacle.
  package var repeats = true
  /// True when the next occurrence gets a created date, today.
  package var writesCreated = false
  /// True when entering done and cancelled writes the day.
  package var writesDone = true
  package var writesCancelled = true
  /// True when the next occurrence has a scheduled date beside a start or due date.
  package var keepsScheduled = true
  /// True when the next occurrence stands below the completed task rather than above it.
  package var nextIsBelow = false

  package init(statuses: StatusRegistry, today: CivilDate, format: TaskFieldFormat) {
    self.statuses = statuses
    self.today = today
    self.format = format
  }

  /// The symbol of the first status of a type: that of the built-in ones where it has the type still.
  package func symbol(of type: StatusType) -> Unicode.Scalar? {
    let usual: [StatusType: Unicode.Scalar] = [.todo: " ", .inProgress: "/", .done: "x", .cancelled: "-"]
    if let symbol = usual[type], statuses.status(for: symbol).type == type { return symbol }
    return statuses.all.first { $0.type == type }?.symbol
  }

  /// The symbol that a person means by `word`: that one character, or the symbol of the type or the status called so. Nil
  /// where none is.
  package func symbol(called word: String) -> Unicode.Scalar? {
    let scalars = word.unicodeScalars
    guard scalars.count > 1 else { return scalars.first }
    let ofType = StatusType.allCases.first { $0.isCalled(word) }.flatMap(symbol(of:))
    return ofType ?? statuses.all.first { $0.status.isCalled(word) }?.symbol
  }

  /// The symbol that completes a task: the first on the way of the next symbols that is done, else the usual one.
  package func completed(from symbol: Unicode.Scalar) -> Unicode.Scalar {
    way(from: symbol).first { $0.type == .done }?.symbol ?? self.symbol(of: .done) ?? "x"
  }

  /// Where toggling leads from `symbol`: along the next symbols to the first that is open; in progress if none is todo.
  package func opened(from symbol: Unicode.Scalar) -> Unicode.Scalar {
    let way = way(from: symbol)
    return (way.first { $0.type == .todo } ?? way.first { $0.type == .inProgress })?.symbol ?? " "
  }

  /// The statuses that toggling again and again leads to, each once.
  private func way(from symbol: Unicode.Scalar) -> [TaskStatus] {
    var way: [TaskStatus] = []
    var seen: Set<Unicode.Scalar> = []
    var next = statuses.next(after: symbol)
    while seen.insert(next).inserted {
      way.append(statuses.status(for: next))
      next = statuses.next(after: next)
    }
    return way
  }

  package func entering(
    _ symbol: Unicode.Scalar, _ task: TaskLine, in note: TaskNote
  ) throws(TaskEditError) -> TaskChange {
    guard symbol != "]", symbol != "[", symbol.value >= 0x20, symbol.value != 0x7F else {
      throw .badSymbol(String(symbol))
    }
    let (old, new) = (task.item.status.type, statuses.status(for: symbol).type)
    var editor = TaskLineEditor(task, in: note, format: format)
    editor.set(symbol: symbol)
    guard task.isTask else { return TaskChange(editor) }
    // A date that does not fit the status goes even where the old status did not fit it either.
    let written = [(TaskFieldKind.done, StatusType.done, writesDone), (.cancelled, .cancelled, writesCancelled)]
    for (kind, type, isWritten) in written where new != type || old != type {
      editor.set(kind, new == type && isWritten ? today.description : nil)
    }
    var change = TaskChange(editor)
    guard new == .done, old != .done else { return change }
    let next = repeats ? try nextOccurrence(of: task, in: note, completedAs: symbol) : nil
    if task.item.onCompletion == "delete" {
      guard !task.hasMore else { throw .hasMore(deletedOnCompletion: true) }
      guard next.map({ !note.bytes[task.content].elementsEqual($0) }) ?? true else { throw .recursUnchanged }
      return deletion(of: task, in: note, leaving: next)
    }
    guard let next else { return change }
    let (insertion, offset) = insertion(of: next, beside: task, in: note)
    change.created = (change.edits.count, offset)
    change.edits.append(insertion)
    return change
  }

  // MARK: The next occurrence

  /// Its line without ending; nil for a task that does not recur. Its dates come from those of the line alone.
  package func nextOccurrence(
    of task: TaskLine, in note: TaskNote, completedAs symbol: Unicode.Scalar
  ) throws(TaskEditError) -> [UInt8]? {
    let item = task.item
    guard let rule = item.recurrence else { return nil }
    let dates: TaskDates
    do throws(RecurrenceError) {
      dates = try task.text.values.dates.next(rule, completedOn: today, keepsScheduled: keepsScheduled)
    } catch {
      throw .recurrence(error)
    }
    var editor = TaskLineEditor(task, in: note, format: format)
    editor.set(symbol: opened(from: symbol))
    for kind in [TaskFieldKind.id, .dependsOn, .done, .cancelled] where task.text.field(kind) != nil {
      editor.set(kind, nil)
    }
    editor.removeBlockID()
    for kind in TaskFieldKind.recurringDates where task.text.values.dates[kind] != dates[kind] {
      editor.set(kind, dates[day: kind]?.description)
    }
    if writesCreated {
      editor.set(.created, today.description)
    } else if item.dates[.created] != nil {
      editor.set(.created, nil)
    }
    return editor.line
  }

  private func insertion(of line: [UInt8], beside task: TaskLine, in note: TaskNote) -> (TextEdit, offset: Int) {
    let ending = LineEnding(of: note.bytes).bytes
    guard nextIsBelow else { return (TextEdit(insertingAt: task.line.lowerBound, line + ending), 0) }
    let isAtUnendedEnd = task.isAtUnendedEnd(of: note.bytes)
    let text = isAtUnendedEnd ? ending + line : line + ending
    return (TextEdit(insertingAt: task.block.upperBound, text), isAtUnendedEnd ? ending.count : 0)
  }

  private func deletion(of task: TaskLine, in note: TaskNote, leaving next: [UInt8]?) -> TaskChange {
    guard let next else { return TaskChange(edits: [task.removal(in: note.bytes)], isRemoved: true) }
    let edit = TextEdit(task.content, in: note.bytes, with: next)
    return TaskChange(edits: [edit], isRemoved: true, created: (0, 0))
  }
}
