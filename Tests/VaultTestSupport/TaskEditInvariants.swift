import VaultCore

/// What holds of every edit of a task's line, whatever the note's bytes.
package enum TaskEditInvariants {
  package struct Outcome {
    package var violations: [String] = []
    /// Edits that were made, and those that were refused, by their reason.
    package var made = 0
    package var refused: [String: Int] = [:]
  }

  private static let path = NotePath("Note.md")
  private static let today = CivilDate(year: 2026, month: 3, day: 12)!
  private static let values: [(TaskFieldKind, String)] = [
    (.due, "2031-01-02"), (.scheduled, "2031-01-03"), (.start, "2031-01-04"), (.created, "2031-01-05"),
    (.done, "2031-01-06"), (.cancelled, "2031-01-07"), (.priority, "high"), (.priority, "lowest"),
    (.recurrence, "every week on Monday"), (.onCompletion, "keep"), (.id, "new-id_1"), (.dependsOn, "a1,b2"),
    (.category, "errand"), (.category, "two words"),
  ]

  /// Completes every open task in three ways and takes it back, gives and takes every field that is not there, and a tag.
  package static func outcome(
    of bytes: [UInt8], options: ParsingOptions = ParsingOptions(), format: TaskFieldFormat = .emoji, limit: Int = .max
  ) -> Outcome {
    var outcome = Outcome()
    guard String(validating: bytes, as: UTF8.self) != nil else { return outcome }
    let note = TaskNote(bytes, path: path, options: options)
    for task in note.tasks.prefix(limit) {
      if task.item.status.type.isOpen {
        var change = TaskStatusChange(statuses: options.statuses, today: today, format: format)
        complete(task, in: note, change, options, "done", &outcome)
        change.nextIsBelow = true
        complete(task, in: note, change, options, "done, next below", &outcome)
        change.repeats = false
        complete(task, in: note, change, options, "done, no next", &outcome)
      }
      guard task.isTask else { continue }
      for (kind, value) in values where task.text.field(kind) == nil {
        thereAndBack(task, in: note, options, format, &outcome, "\(kind)") {
          $0.set(kind, value)
        } back: {
          $0.set(kind, nil as String?)
        }
      }
      for field in task.text.fields
      where field.kind.isDate && task.text.field(field.kind) == field && task.text.dates[day: field.kind] != nil {
        let old = String(
          decoding: bytes[
            (task.textStart + field.valueRange.lowerBound)..<(task.textStart + field.valueRange.upperBound)],
          as: UTF8.self)
        thereAndBack(task, in: note, options, format, &outcome, "another \(field.kind)") {
          $0.set(field.kind, "2031-02-03")
        } back: {
          $0.set(field.kind, old)
        }
      }
      thereAndBack(task, in: note, options, format, &outcome, "tag") {
        $0.add(tag: "vault/new-tag")
      } back: {
        $0.remove(tag: "vault/new-tag")
      }
    }
    return outcome
  }

  private static func thereAndBack(
    _ task: TaskLine, in note: TaskNote, _ options: ParsingOptions, _ format: TaskFieldFormat, _ outcome: inout Outcome,
    _ what: String, there: (inout TaskLineEditor) -> Void, back: (inout TaskLineEditor) -> Void
  ) {
    var editor = TaskLineEditor(task, in: note, format: format)
    there(&editor)
    let change = TaskChange(editor)
    guard let (after, new) = made(change, of: task, in: note, options, &outcome, what) else { return }
    guard let new else { return outcome.violations.append("line \(task.item.line), \(what): the task is gone") }
    if !differsInOneLine(note.bytes, after.bytes, at: task.content.lowerBound) {
      outcome.violations.append("line \(task.item.line), \(what): another line changed")
    }
    var other = TaskLineEditor(new, in: after, format: format)
    back(&other)
    guard let (end, _) = made(TaskChange(other), of: new, in: after, options, &outcome, what + " back") else {
      return outcome.violations.append("line \(task.item.line), \(what): cannot be taken back")
    }
    if !isSame(end.bytes, as: note, task) {
      outcome.violations.append(
        "line \(task.item.line), \(what) and back: “\(new.item.raw)” became “\(end.task(at: new.line.lowerBound)?.item.raw ?? "")”"
      )
    }
  }

  private static func complete(
    _ task: TaskLine, in note: TaskNote, _ change: TaskStatusChange, _ options: ParsingOptions, _ what: String,
    _ outcome: inout Outcome
  ) {
    let completed: TaskChange
    do {
      completed = try change.entering(change.completed(from: task.item.status.symbol), task, in: note)
    } catch {
      outcome.refused["\(what): \(reason(error))", default: 0] += 1
      return
    }
    func violation(_ text: String) { outcome.violations.append("line \(task.item.line), \(what)\(text)") }
    guard let (after, new) = made(completed, of: task, in: note, options, &outcome, what) else { return }
    if !change.repeats, completed.created != nil { violation(": there is a next occurrence") }
    if completed.isRemoved {
      if new?.item.raw == task.item.raw, after.bytes == note.bytes { violation(": it is there still") }
      return
    }
    guard let new else { return violation(": the task is gone") }
    if new.item.status.type != .done
      || task.isTask && (new.item.dates[.done] != .date(today) || new.item.dates[.cancelled] != nil)
    {
      violation(": “\(new.item.raw)”")
    }
    let reopening = TaskReopening(change, options: options)
    let past = TaskPast(note: note, task: task, lineChanges: LineChanges(from: note.bytes, to: after.bytes))
    for before in [past, nil] {
      // Without the history, other marks than a blank are not known, nor a day that was there before.
      let hasDay = task.text.field(.done) != nil || task.text.field(.cancelled) != nil
      if before == nil, task.item.status.symbol != " " || hasDay { continue }
      do {
        let (back, leaves) = try reopening.reopening(new, in: after, before: before)
        // Nor whether what looks like a next occurrence is one.
        if before == nil, !change.repeats, back.edits.count > 1 { continue }
        if leaves, change.repeats { violation(", undo: the next occurrence is not found") }
        let end = try back.edits.applied(to: after.bytes)
        if before == nil ? !isSame(end, as: note, task) : end != note.bytes {
          violation(", undo\(before == nil ? "" : " with history"): “\(new.item.raw)” was not taken back")
        }
      } catch {
        violation(", undo: \(error)")
      }
    }
  }

  /// A box with nothing behind it has a blank there once something was.
  private static func isSame(_ bytes: [UInt8], as note: TaskNote, _ task: TaskLine) -> Bool {
    bytes == note.bytes
      || task.boxEnd == task.content.upperBound
        && bytes == note.bytes[..<task.boxEnd] + [0x20] + note.bytes[task.boxEnd...]
  }

  /// The note with the change made and the task in it, nil where it goes; nil where the change is refused.
  private static func made(
    _ change: TaskChange, of task: TaskLine, in note: TaskNote, _ options: ParsingOptions, _ outcome: inout Outcome,
    _ what: String
  ) -> (note: TaskNote, task: TaskLine?)? {
    do {
      let after = TaskNote(try change.edits.applied(to: note.bytes), path: path, options: options)
      let check = TaskEditCheck(before: note, after: after, edits: change.edits)
      if check.changedLine(exceptTasksAt: [task.line.lowerBound]) != nil {
        outcome.refused["\(what): another line would change", default: 0] += 1
        return nil
      }
      let new = after.task(at: check.place(task.line.lowerBound))
      if !change.isRemoved, let new, let problem = change.problem?(new) {
        outcome.refused["\(what): \(reason(problem))", default: 0] += 1
        return nil
      }
      if let created = change.created {
        guard let next = after.task(at: check.placeOfInsertion(created.edit) + created.offset),
          next.item.status.type.isOpen
        else {
          outcome.violations.append("line \(task.item.line), \(what): the next occurrence is no open task")
          return nil
        }
      }
      outcome.made += 1
      return (after, new)
    } catch {
      outcome.violations.append("line \(task.item.line), \(what): the edits do not fit: \(error)")
      return nil
    }
  }

  private static func reason(_ error: TaskEditError) -> String {
    switch error {
    case .recurrence(let cause):
      switch cause {
      case .unknownRule: "no rule"
      case .unsupported: "a part of the rule is not supported"
      case .impossibleDate: "an impossible date"
      case .noFurtherDate, .outsideTheYears: "no further date"
      }
    case .misread(let kind): "\(kind) would be misread"
    default: "\(error)"
    }
  }

  /// Whether only bytes of the line at `offset` differ.
  private static func differsInOneLine(_ a: [UInt8], _ b: [UInt8], at offset: Int) -> Bool {
    func rest(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
      let end = bytes[offset...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.endIndex
      return bytes[end...]
    }
    return a[..<offset] == b[..<min(offset, b.count)] && rest(a) == rest(b)
  }
}
