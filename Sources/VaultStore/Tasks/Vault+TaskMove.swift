import VaultCore

extension Vault {
  /// Moves tasks, with all that is nested in them, to the end of a note or of a section of it, which is made where it is
  /// missing. `note`: nil for the note that each is in.
  package func moveTasks(
    _ names: [String], to note: String?, under heading: String?, _ options: ChangeOptions = ChangeOptions()
  ) throws -> TaskChangeOutcome {
    let lookup = try lookUp(tasks: names)
    let target = try note.map { try resolve($0) }
    var changed: [ChangedTask] = []
    let title = "tasks move \(lookup.title) to \([target?.text, heading].compactMap { $0 }.joined(separator: "#"))"
    let outcome = try change(title, options) { plan in
      changed = []
      var order: [NotePath] = []
      for task in lookup.named where !order.contains(task.path) { order.append(task.path) }
      for source in order {
        let blocks = try takeOut(lookup.named.filter { $0.path == source }, of: source, plan)
        for block in blocks {
          changed.append(try putIn(block, target ?? source, under: heading, from: source, lookup, plan))
        }
      }
      for path in order + [target].compactMap({ $0 }) where !plan.records.contains(where: { $0.path == path }) {
        plan.record(ChangeRecord(.updated, path))
      }
    }
    return reported(TaskChangeOutcome(change: outcome, tasks: outcome.end == .unchanged ? [] : changed))
  }

  private func takeOut(_ named: [NamedTask], of path: NotePath, _ plan: ChangePlan) throws -> [[UInt8]] {
    let note = TaskNote(try plan.text(path), path: path, options: parsingOptions)
    var tasks: [TaskLine] = []
    for name in named {
      let task = try current(name, in: note)
      // What is below another goes with it.
      if tasks.contains(where: { $0.block.contains(task.line.lowerBound) }) { continue }
      tasks.removeAll { task.block.contains($0.line.lowerBound) }
      tasks.append(task)
    }
    let edits = tasks.map { $0.removal(in: note.bytes) }
    try plan.replace(path, with: edits.applied(to: note.bytes))
    let after = TaskNote(try plan.text(path), path: path, options: parsingOptions)
    if let line = TaskEditCheck(before: note, after: after, edits: edits).changedLine(exceptTasksAt: []) {
      throw TaskRefusal(path: path, line: tasks[0].item.line, cause: .wouldChange(line: line))
    }
    return tasks.map { $0.unindentedBlock(in: note.bytes) }
  }

  private func putIn(
    _ block: [UInt8], _ path: NotePath, under heading: String?, from source: NotePath, _ lookup: TaskLookup,
    _ plan: ChangePlan
  ) throws -> ChangedTask {
    let task = try insertTask(block, in: path, under: heading, plan)
    return ChangedTask(.updated, view(of: task.item, lookup), from: source == path ? nil : source)
  }

  /// Puts an item at the end of a note or a section, and finds the task that it is there. The note's `updated` stays as
  /// it is.
  func insertTask(_ block: [UInt8], in path: NotePath, under heading: String?, _ plan: ChangePlan) throws -> TaskLine {
    let before = TaskNote(try plan.text(path), path: path, options: parsingOptions)
    try plan.edit(path) { bytes in
      do {
        return try SectionInsertion.edits(
          inserting: block, .append, under: heading, creating: heading != nil, in: bytes)
      } catch SectionInsertionError.heading(let problem) {
        throw HeadingNameError(note: path, problem: problem)
      }
    }
    let after = TaskNote(try plan.text(path), path: path, options: parsingOptions)
    // The first line in which the two differ is in what was put in.
    let shared = zip(before.bytes, after.bytes).prefix { $0 == $1 }.count
    let first = block.prefix { $0 != 0x0A }
    let own = after.tasks.first { task in
      task.line.upperBound > shared && after.bytes[task.content].elementsEqual(first)
    }
    guard let own else {
      throw ChangeError(path, .refused("what was to be put in would be no task there; name another heading"))
    }
    return own
  }
}
