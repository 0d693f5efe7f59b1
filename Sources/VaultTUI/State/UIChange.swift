import VaultCore

/// A file in the trash, by the operation that put it there.
package struct TrashedFile: Hashable, Sendable {
  package var id: String
  package var path: NotePath
}

/// A change that keys and forms ask for. It is made by the one editor of the vault; this says which.
package enum UIChange: Hashable, Sendable {
  /// Tasks are marked done, those that are not open opened again.
  case toggle([String])
  case taskDay([String], TaskFieldKind, CivilDate?)
  case taskPriority([String], TaskPriority)
  case taskTags([String], add: [String], remove: [String])
  case taskText(String, String)
  case removeTasks([String])
  case addTask(String, mayBePast: Bool)
  case makeNote(title: String, folder: String?, template: String?)
  case dailyNote(CivilDate)
  case rename(NotePath, to: String)
  case renameSeveral([NotePath], replacing: String, with: String)
  case renameTag(String, to: String)
  case move([NotePath], to: String)
  case tags([NotePath], add: [String], remove: [String])
  case pin([NotePath], Bool)
  case delete([NotePath])
  case restore([TrashedFile])
  /// These files, and no others that came into it meanwhile.
  case emptyTrash([TrashedFile])
  case undo(Int?)
  case redo
  case set(String, String)

  /// True for what is shown before it is done: what may touch several notes, and every rename.
  package var showsPlanFirst: Bool {
    switch self {
    case .toggle(let tasks), .taskDay(let tasks, _, _), .taskPriority(let tasks, _), .taskTags(let tasks, _, _),
      .removeTasks(let tasks):
      tasks.count > 1
    case .rename, .renameSeveral, .renameTag, .move: true
    case .tags(let notes, _, _), .pin(let notes, _): notes.count > 1
    // A folder holds notes, too.
    case .delete(let files): files.count > 1 || files.contains { !$0.isNote }
    case .restore(let files): files.count > 1
    case .undo(let number): number != nil
    default: false
    }
  }

  /// True of what is done with the rows at hand, whose marks have served their purpose then.
  var isAboutRows: Bool {
    switch self {
    case .toggle, .taskDay, .taskPriority, .taskTags, .taskText, .removeTasks, .rename, .renameSeveral, .renameTag,
      .move, .tags, .pin, .delete, .restore:
      true
    case .addTask, .makeNote, .dailyNote, .emptyTrash, .undo, .redo, .set: false
    }
  }

  /// What it is called in the history and in a dialog.
  package var title: String {
    switch self {
    case .toggle(let tasks): "toggle \(Self.tasks(tasks.count))"
    case .taskDay(let tasks, let kind, let day):
      "\(day.map { "\(kind.word) \($0)" } ?? "no \(kind.word) date") for \(Self.tasks(tasks.count))"
    case .taskPriority(let tasks, let priority): "priority \(priority.rawValue) for \(Self.tasks(tasks.count))"
    case .taskTags(let tasks, let add, let remove): "\(Self.tags(add, remove)) \(Self.tasks(tasks.count))"
    case .taskText: "edit a task"
    case .removeTasks(let tasks): "delete \(Self.tasks(tasks.count))"
    case .addTask: "add a task"
    case .makeNote(let title, _, _): "make \(title)"
    case .dailyNote(let day): "make the note of \(day)"
    case .rename(let path, let name): "rename \(path.name) to \(name)"
    case .renameSeveral(let notes, _, _): "rename \(Self.notes(notes))"
    case .renameTag(let old, let new): "rename #\(old) to #\(new)"
    case .move(let notes, let folder): "move \(Self.notes(notes)) to \(folder)"
    case .tags(let notes, let add, let remove): "\(Self.tags(add, remove)) \(Self.notes(notes))"
    case .pin(let notes, let isPinned): "\(isPinned ? "pin" : "unpin") \(Self.notes(notes))"
    case .delete(let files):
      files.count == 1 && !files[0].isNote
        ? "move \(files[0].text) with all in it to the trash" : "delete \(Self.notes(files))"
    case .restore(let files): "put back \(files.count == 1 ? files[0].path.name : "\(files.count) files")"
    case .emptyTrash: "empty the trash"
    case .undo(let number): number.map { "undo change \($0)" } ?? "undo"
    case .redo: "redo"
    case .set(let name, let value): "set \(name) to \(value)"
    }
  }

  private static func tasks(_ count: Int) -> String { count == 1 ? "a task" : "\(count) tasks" }

  private static func notes(_ notes: [NotePath]) -> String {
    notes.count == 1 ? notes[0].name : "\(notes.count) notes"
  }

  private static func tags(_ add: [String], _ remove: [String]) -> String {
    let parts = [
      add.isEmpty ? nil : "add " + add.map { "#\($0)" }.joined(separator: " ") + " to",
      remove.isEmpty ? nil : "take " + remove.map { "#\($0)" }.joined(separator: " ") + " off",
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}

extension TaskFieldKind {
  fileprivate var word: String { self == .due ? "due" : self == .scheduled ? "scheduled" : "\(self)" }
}
