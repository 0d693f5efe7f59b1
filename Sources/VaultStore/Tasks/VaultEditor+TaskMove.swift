import VaultCore

extension VaultEditor {
  /// Moves tasks, with all that is nested in them, to the end of a note or of a section of it.
  /// `note`: nil for the note that each is in.
  package func moveTasks(
    _ names: [String], to note: String?, under section: SectionChoice?, _ options: ChangeOptions = ChangeOptions()
  ) throws -> TaskChangeOutcome {
    let (lookup, target, left) = try read { reader in
      let lookup = try reader.lookUp(tasks: names)
      let target = try note.map { try reader.resolve($0) }
      return (lookup, target, try target.map { try reader.links(leftBehindBy: lookup, movedTo: $0).shown } ?? [])
    }
    var changed: [ChangedTask] = []
    let title =
      "tasks move \(lookup.title) to \([target?.text, section?.heading].compactMap { $0 }.joined(separator: "#"))"
    let outcome = try change(title, options) { plan in
      changed = []
      var section = section
      let sources = lookup.byNote
      for (source, named) in sources {
        let path = target ?? source
        let (blocks, lines) = try takeOut(named, of: source, plan)
        // The heading's line is that of the note as it was.
        if path == source, let line = section?.line { section?.line = line - lines.count { $0 < line } }
        for task in try insertTasks(blocks, in: path, under: section, plan) {
          let from = source == path ? nil : source
          changed.append(ChangedTask(state: .updated, view: view(of: task.item, lookup), from: from))
        }
      }
      for path in sources.map(\.path) + [target].compactMap({ $0 }) { plan.recordUpdate(path) }
    }
    if outcome.end == .done || outcome.end == .dryRun {
      for sentence in left { listener.notice(VaultNotice("\(sentence)")) }
    }
    return TaskChangeOutcome(change: outcome, tasks: outcome.end == .unchanged ? [] : changed)
  }

  /// The blocks, and the lines that they had.
  private func takeOut(
    _ named: [NamedTask], of path: NotePath, _ plan: ChangePlan
  ) throws -> (blocks: [[UInt8]], lines: [Int]) {
    let note = try plan.taskNote(path)
    let found = try named.map { try $0.current(in: note, plan.renamedTasks) }
    // What is below another goes with it.
    let blocks = TaskBlocks(found)
    let tasks = found.filter { !blocks.holdBelowAnother($0) }
    let edits = tasks.map { $0.removal(in: note.bytes) }.joiningRemovals(atEndOf: note.bytes)
    try plan.apply(edits, to: path)
    let after = try plan.taskNote(path)
    if let line = TaskEditCheck(before: note, after: after, edits: edits).changedLine(exceptTasksAt: []) {
      throw TaskRefusal(path: path, line: tasks[0].item.line, cause: .wouldChange(line: line))
    }
    let lines = tasks.flatMap { task in
      task.item
        .line..<(task.item.line
        + note.bytes[task.block].split(separator: 0x0A, omittingEmptySubsequences: false).dropLast().count)
    }
    let taken = try tasks.map { task in
      guard let block = note.unindentedBlock(of: task) else {
        throw TaskRefusal(path: path, line: task.item.line, cause: .mixedIndentation)
      }
      return block
    }
    return (taken, lines)
  }

  /// Puts items at the end of a note or a section, and finds the tasks that they are there. The note's `updated` stays
  /// as it is.
  func insertTasks(
    _ blocks: [[UInt8]], in path: NotePath, under section: SectionChoice?, _ plan: ChangePlan
  ) throws -> [TaskLine] {
    let before = try plan.text(path)
    let text = Array(blocks.joined(separator: [0x0A]))
    try plan.edit(path) {
      try SectionInsertion.edits(inserting: text, .append, under: section, in: $0)
    }
    let after = try plan.taskNote(path)
    // The first line in which the two differ is in what was put in.
    let shared = FilePatch(from: before, to: after.bytes).prefix
    var left = after.tasks[...].drop { $0.line.upperBound <= shared }
    return try blocks.map { block in
      let first = block.prefix { $0 != 0x0A }
      left = left.drop { !after.bytes[$0.content].elementsEqual(first) }
      guard let own = left.popFirst() else {
        throw ChangeError(path, .refused("what was to be put in would be no task there; name another heading"))
      }
      return own
    }
  }
}
