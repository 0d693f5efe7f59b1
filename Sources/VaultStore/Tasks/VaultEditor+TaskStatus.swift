import VaultCore

extension VaultEditor {
  /// How statuses change here and today.
  var statusChange: TaskStatusChange {
    var change = TaskStatusChange(
      statuses: parsingOptions.statuses, today: environment.today, format: vault.taskFormat)
    change.writesCreated = configuration.writesCreatedDates
    change.nextIsBelow = configuration.nextOccurrence == .below
    return change
  }

  /// Marks tasks done, with the day, and puts in the next occurrences of recurring ones (`repeats`). Done ones stay as
  /// they are.
  package func completeTasks(
    _ names: [String], repeats: Bool = true, _ options: ChangeOptions = ChangeOptions()
  ) throws -> TaskChangeOutcome {
    var change = statusChange
    change.repeats = repeats
    return try changeTasks(names, title: "tasks done", options) { task, note throws(TaskEditError) in
      let symbol = task.item.status.symbol
      guard task.item.status.type != .done else { return .none }
      return try change.entering(change.completed(from: symbol), task, in: note)
    }
  }

  /// Gives tasks the first status of a type; those that have the type stay as they are.
  package func setTasks(
    _ type: StatusType, _ names: [String], title: String, _ options: ChangeOptions = ChangeOptions()
  ) throws -> TaskChangeOutcome {
    let change = statusChange
    return try changeTasks(names, title: title, options) { task, note throws(TaskEditError) in
      guard task.item.status.type != type else { return .none }
      guard let symbol = change.symbol(of: type) else { throw .noSuchStatus(type) }
      return try change.entering(symbol, task, in: note)
    }
  }

  /// Writes a symbol into the box, with all that follows from it.
  package func setTasks(
    symbol: Unicode.Scalar, _ names: [String], repeats: Bool = true, _ options: ChangeOptions = ChangeOptions()
  ) throws -> TaskChangeOutcome {
    var change = statusChange
    change.repeats = repeats
    return try changeTasks(names, title: "tasks status \(symbol)", options) { task, note throws(TaskEditError) in
      guard task.item.status.symbol != symbol else { return .none }
      return try change.entering(symbol, task, in: note)
    }
  }

  /// Takes tasks out of their notes; `nested`: with all that is below them, which else is refused.
  package func removeTasks(
    _ names: [String], nested: Bool, _ options: ChangeOptions = ChangeOptions()
  ) throws -> TaskChangeOutcome {
    try changeTasks(names, title: "tasks rm", options) { task, note throws(TaskEditError) in
      guard nested || !task.hasMore else { throw .hasMore(deletedOnCompletion: false) }
      return TaskChange(edits: [task.removal(in: note.bytes)], isRemoved: true)
    }
  }
}
