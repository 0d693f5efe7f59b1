import Foundation
import VaultCore
import VaultInterface
import VaultStore

extension UIChange {
  /// What it would do.
  func planned(_ editor: VaultEditor) throws -> PlannedText {
    var notices: [VaultNotice] = []
    var listener = VaultListener()
    listener.notice = { notices.append($0) }
    let planned = try make(editor.vault.editor(telling: listener), ChangeOptions(dryRun: true)).planned
    let diff = ChangeDiff(planned)
    return PlannedText(
      lines: DiffLine.lines(of: diff), remarks: notices.map(\.text), signature: diff.signature(planned),
      files: diff.files.count)
  }

  /// Makes it, if what would be done is still what was shown (`plan`). `changed` hears what became of which files.
  func made(
    _ editor: VaultEditor, plan: [UInt8]?, changed: @escaping ([ChangeRecord]) -> Void = { _ in }
  ) throws -> ChangedText {
    var notices: [VaultNotice] = []
    var listener = VaultListener()
    listener.notice = { notices.append($0) }
    listener.changed = changed
    var options = ChangeOptions()
    if let plan {
      options.confirmsInFull = true
      options.confirm = { ChangeDiff($0).signature($0) == plan }
    }
    let outcome = try make(editor.vault.editor(telling: listener), options)
    let history = try editor.read { try $0.history() }
    return ChangedText(
      sentence: sentence(outcome, history), remarks: notices.map(\.text), note: try note(outcome, history, editor),
      didChange: outcome.end == .done || outcome.end == .dryRun, isOutdated: outcome.end == .declined)
  }

  /// Makes the change, or (`dryRun`) plans it, as one operation of the history.
  private func make(_ editor: VaultEditor, _ options: ChangeOptions) throws -> ChangeOutcome {
    func name(_ path: NotePath) -> String { Self.name(path, in: editor.vault) }
    // What has gone since it was marked is left out; where all has, that is said.
    func names(_ paths: [NotePath]) throws -> [String] {
      let there = paths.filter { Self.isThere($0, in: editor.vault) }
      guard let first = paths.first, there.isEmpty else { return there.map(name) }
      throw NoteNameError.notFound(first.text, nearest: [])
    }
    switch self {
    case .toggle(let tasks): return try editor.toggleTasks(tasks, title: title, options)
    case .taskDay(let tasks, let kind, let day):
      var change = TaskFieldChange()
      change.set(kind, day)
      return try editor.editTasks(tasks, change, title: "tasks edit", options).change
    case .taskPriority(let tasks, let priority):
      var change = TaskFieldChange()
      change.set(priority)
      return try editor.editTasks(tasks, change, title: "tasks priority", options).change
    case .taskTags(let tasks, let add, let remove):
      var change = TaskFieldChange()
      (change.addedTags, change.removedTags) = (add, remove)
      return try editor.editTasks(tasks, change, title: "tasks edit", options).change
    case .taskText(let task, let text):
      var change = TaskFieldChange()
      change.description = text
      return try editor.editTasks([task], change, title: "tasks edit", options).change
    case .removeTasks(let tasks): return try editor.removeTasks(tasks, nested: false, options).change
    case .addTask(let text, let mayBePast):
      return try editor.addTask(inQuickWords: text, to: nil, mayBePast: mayBePast, options).change
    case .makeNote(let title, let folder, let template):
      var new = NewNote(title: title)
      (new.folder, new.template) = (folder, template)
      return try editor.make(new, options)
    case .dailyNote(let day): return try editor.dailyNote(day, options).outcome
    case .rename(let path, let new):
      return try editor.rename(names([path]), title: title, options) { _, _ in new }
    case .renameSeveral(let notes, let old, let new):
      return try editor.rename(names(notes), by: NamePattern(replacing: old, with: new), options)
    case .renameTag(let old, let new): return try editor.renameTag(old, to: new, options)
    case .move(let notes, let folder): return try editor.move(names(notes), to: folder, options)
    case .tags(let notes, let add, let remove):
      let named = try names(notes)
      return try editor.changeAsOne(title, options) { editor in
        for tag in add { _ = try editor.addTag(tag, to: named) }
        for tag in remove { _ = try editor.removeTag(tag, from: named) }
      }
    case .pin(let notes, let isPinned): return try editor.setPinned(isPinned, names(notes), options)
    case .delete(let notes): return try editor.delete(named: names(notes), options)
    case .restore(let files): return try editor.restore(files.map { ($0.path, $0.id) }, options)
    case .emptyTrash(let files):
      let chosen = Set(files)
      let items = try editor.read { try $0.trash() }.filter {
        !$0.isForeign && chosen.contains(TrashedFile(id: $0.id, path: $0.path))
      }
      _ = try editor.emptyTrash(items)
      return try editor.change(title, ChangeOptions(dryRun: true)) { _ in }
    case .undo(let number):
      // What was shown in full and said yes to may be a change that others made.
      let confirm = options.confirm
      return try editor.undo(number: number, options, confirmForeign: confirm.map { ask in { try ask($1) } }).outcome
    case .redo: return try editor.undo(redo: true, options).outcome
    case .set(let name, let value): return try set(name, value, editor, options)
    }
  }

  private static func isThere(_ path: NotePath, in vault: Vault) -> Bool {
    // A name that is not UTF-8 cannot be looked for by its text.
    path.undecodable != nil || FileManager.default.fileExists(atPath: vault.location.root + "/" + path.text)
  }

  /// A note by its address, so that no other of the same name can be meant; a folder by its path with a slash behind it.
  private static func name(_ path: NotePath, in vault: Vault) -> String {
    if path.isNote { return VaultURL(file: path)?.description ?? path.text }
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: vault.location.root + "/" + path.text, isDirectory: &isFolder)
    return isThere && isFolder.boolValue ? path.text + "/" : path.text
  }

  /// The vault's own configuration says it, or the user's where that alone may, or says it already and wins.
  private func set(
    _ name: String, _ value: String, _ editor: VaultEditor, _ options: ChangeOptions
  ) throws -> ChangeOutcome {
    guard let key = ConfigurationKey.named(name) else {
      throw UnknownName(noun: "setting", name: name, known: ConfigurationKey.all.map(\.name))
    }
    func edited(_ text: String, _ origin: ConfigurationOrigin) throws -> String {
      value.isEmpty
        ? try ConfigurationEditor.removing(name, in: text, of: origin)
        : try ConfigurationEditor.setting(name, value, in: text, of: origin)
    }
    let isUsers = key.power == .personal || key.power.isUsersFirst && editor.vault.user.settings.contains(name)
    guard isUsers else {
      return try editor.changeConfiguration("config set \(name)", options) { try edited($0, .vault) }
    }
    try UserConfiguration.change(editor.vault.environment.folders) { try edited($0, .user) }
    return try editor.change(title, ChangeOptions(dryRun: true)) { _ in }
  }

  /// What was done, in a sentence. `history`: the operations with this one, the latest first.
  private func sentence(_ outcome: ChangeOutcome, _ history: [HistoryEntry]) -> Message {
    switch outcome.end {
    case .unchanged: return "There was nothing to change."
    case .declined: return "Something else would be done by now; look at it once more."
    case .done, .dryRun: break
    }
    switch self {
    case .undo, .redo:
      let title = history.first { $0.sequence == outcome.sequence }?.title ?? title
      return "\(title.capitalizedFirst)."
    case .emptyTrash(let files): return files.count == 1 ? "It is gone." : "\(files.count) files are gone."
    case .set: return "\(title.capitalizedFirst)."
    case .addTask:
      let note = outcome.planned.records.last.map { " to \($0.path)" } ?? ""
      return "\(title.capitalizedFirst)\(note): done; \(command: .undo) takes it back."
    default: return "\(title.capitalizedFirst): done; \(command: .undo) takes it back."
    }
  }

  /// The note that a person looks at next: the one that was made, where the first one went, or the one that is back.
  private func note(_ outcome: ChangeOutcome, _ history: [HistoryEntry], _ editor: VaultEditor) throws -> NotePath? {
    switch self {
    case .dailyNote(let day): return try editor.read { try $0.dailyNotePath(day) }
    case .undo, .redo:
      let paths = history.first { $0.sequence == outcome.sequence }?.paths ?? []
      let there = paths.filter { $0.isNote && Self.isThere($0, in: editor.vault) }
      return there.count == 1 ? there[0] : nil
    default: break
    }
    let records = outcome.planned.records.filter { $0.state != .deleted }
    return (records.first { $0.from != nil } ?? records.last)?.path
  }
}
