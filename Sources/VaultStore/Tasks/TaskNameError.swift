import VaultCore

/// A name that names no task, or several. Nothing was changed.
package enum TaskNameError: Failure {
  /// `near`: open tasks whose descriptions hold the words or are like them.
  case notFound(String, near: [TaskItem] = [])
  /// The name of a note. `open`: its open tasks.
  case note(NotePath, open: [TaskItem])
  /// Fewer characters than the shortest handle that is shown.
  case tooShort(String)
  /// `gone`: what is no longer there, or something else than it was.
  case ambiguous(String, candidates: [TaskItem], gone: [TaskItem] = [])
  /// A whole handle that no task has. What it meant is not known.
  case vanished(String)
  /// `kind`: what the line is; nil for one that is not there, of which `lines` tells how many there are.
  case noTask(NotePath, line: Int, kind: BodyLine.Kind?, text: String?, lines: Int)
  /// Standard input named none.
  case noneGiven

  package var kind: FailureKind {
    switch self {
    case .notFound, .note, .noTask, .noneGiven: .notFound
    case .ambiguous(_, _, let gone): gone.isEmpty ? .ambiguous : .changedMeanwhile
    case .tooShort: .ambiguous
    case .vanished: .changedMeanwhile
    }
  }

  package var message: Message {
    switch self {
    case .notFound(let name, let near):
      let none: Message = "there is no task \"\(ShownName.quoted(name))\""
      guard near.isEmpty else { return none + ". Did you mean one of these?\(Self.lines(near))" }
      return none
        + ". Give a handle as \(command: .listTasks) shows it, its beginning, a 🆔 id, PATH:LINE, or its whole description"
    case .note(let path, let open):
      let note: Message = "\(ShownName.path(path.text)) is a note and no task; "
      guard !open.isEmpty else { return note + "it has no open ones" }
      return note + "give the handle of one of its open ones:\(Self.lines(open))"
    case .tooShort(let name):
      return "\"\(ShownName.quoted(name))\" is too short for a handle; give at least three of its characters"
    case .ambiguous(let name, let candidates, let gone):
      let list = Self.lines(candidates, gone: gone)
      return "\"\(ShownName.quoted(name))\" could be any of these tasks; give more of the handle, or PATH:LINE:\(list)"
    case .vanished(let name):
      return
        "\"\(ShownName.quoted(name))\" names no task: the task that had this handle is gone or has changed. Nothing was "
        + "changed; \(command: .listTasks) shows what there is"
    case .noTask(let path, let line, let kind, let text, let lines):
      let place = "\(ShownName.path(path.text)):\(line)"
      guard let text else { return "\(place): there is no such line; the note has \(lines)" }
      let shown = text.trimmingWhitespace.isEmpty ? "" : ": \"\(Self.cut(text.trimmingWhitespace))\""
      return
        "\(place): this line is no task, but \(Self.name(of: kind))\(shown). \(command: .listTasks) lists what is one"
    case .noneGiven: return "no tasks were named on standard input"
    }
  }

  private static func lines(_ tasks: [TaskItem], gone: [TaskItem] = []) -> String {
    let lines =
      tasks.map { "\n  \($0.handle)  \(shown($0))" }
      + gone.map { "\n  \($0.handle)  \(shown($0)), which is gone or has changed" }
    return lines.prefix(10).joined() + (lines.count > 10 ? "\n  and \(lines.count - 10) more" : "")
  }

  private static func shown(_ task: TaskItem) -> String {
    "\"\(cut(task.description))\" (\(ShownName.path(task.path.text)):\(task.line))"
  }

  /// Short enough to stand in a sentence.
  package static func cut(_ text: String) -> String {
    let shown = ShownName.quoted(text)
    return shown.count > 60 ? shown.prefix(59) + "…" : shown
  }

  private static func name(of kind: BodyLine.Kind?) -> String {
    switch kind {
    case nil: "front matter"
    case .code: "part of a code block, where a box is only text"
    case .html: "HTML, where a box is only text"
    case .comment: "part of a comment, where a box is only text"
    case .bullet, .ordered: "a list item without a box"
    case .heading: "a heading"
    case .blank: "empty"
    case .tableRow: "part of a table"
    case .quote: "a quote"
    case .rule: "a rule"
    case .linkDefinition: "a link definition"
    case .task: "a checkbox that the setting `tasks.filter` leaves out"
    case .paragraph: "text"
    }
  }
}

/// The task that a name meant is not what it was, or not there any more. Nothing was changed.
package struct TaskChangedError: Failure {
  /// As typed.
  package let name: String
  /// What it meant.
  package let was: TaskItem
  /// What stands now in the line where it was; nil where the note is gone, or has no such line.
  package let found: String?
  /// Tasks of the same words, the nearest first.
  package let elsewhere: [TaskItem]

  package var kind: FailureKind { .changedMeanwhile }
  package var message: Message { message(beginning: "\"\(ShownName.quoted(name))\" meant", showsHandles: true) }

  /// For where nobody types handles.
  package var messageWithoutHandles: Message { message(beginning: "the task was", showsHandles: false) }

  private func message(beginning: String, showsHandles: Bool) -> Message {
    let place = "\(ShownName.path(was.path.text)):\(was.line)"
    var text = "\(beginning) \"\(TaskNameError.cut(was.raw.trimmingWhitespace))\" at \(place), "
    if let found, found.trimmingWhitespace == was.raw.trimmingWhitespace {
      text += "where the same words stand now, perhaps as another task."
    } else if let found {
      text += "which has changed: there is \"\(TaskNameError.cut(found.trimmingWhitespace))\" now."
    } else {
      text += "which is no longer there."
    }
    if let first = elsewhere.first {
      let places = elsewhere.prefix(3).map {
        "\(ShownName.path($0.path.text)):\($0.line)" + (showsHandles ? " (\($0.handle))" : "")
      }
      let more = elsewhere.count > 3 ? " and \(elsewhere.count - 3) more places" : ""
      text += " \"\(TaskNameError.cut(first.description))\" is at \(places.joined(separator: ", "))\(more)."
    }
    return "\(text) Nothing was changed; \(command: .listTasks) shows what there is"
  }
}
