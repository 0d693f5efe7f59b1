import VaultCore
import VaultPlatform

extension VaultEditor {
  /// Takes over notes from elsewhere, and the files that belong to them, in one operation that `undo` takes back. Never
  /// overwrites: what has the same name gets a number, what is there already is left out. Links lead where they led in
  /// the source, and links of the vault's own notes to the same files as before. To-dos become tasks at the end of the
  /// request's note. Throws `ImportError`.
  package func importNotes(
    _ request: ImportRequest, _ options: ChangeOptions = ChangeOptions()
  ) throws -> (outcome: ChangeOutcome, report: ImportReport) {
    let source = try read { try ImportReader(request, $0) }
    var report = ImportReport()
    var times: [(path: NotePath, modified: timespec)] = []
    let taskNote = try source.tasks.isEmpty ? nil : request.taskNote.map(noteOrNewPath)
    let outcome = try change("import \(source.name)", options) { plan in
      (report, times) = try ImportPlan(source, request, plan).work()
      if let taskNote { try append(source.tasks, to: taskNote, plan) }
    }
    (report.tasks, report.taskNote) = (source.tasks.count, taskNote)
    report.dates = source.dates
    if outcome.end == .done {
      report.problems += times.compactMap(setTime)
      report.problems += remember(report.references)
    }
    return (outcome, report)
  }

  /// Puts items, lines of Markdown without their ends, at the end of a note, which is made where it is not there yet.
  func append(_ items: [String], to path: NotePath, _ plan: ChangePlan) throws {
    try plan.makeIfMissing(path)
    try insert(Array(items.joined(separator: "\n").utf8), .append, under: nil, in: path, plan)
    plan.recordUpdate(path)
  }

  /// The path of the note that `name` names, else the one that a new note of that name gets.
  func noteOrNewPath(_ name: String) throws -> NotePath {
    do {
      return try read { try $0.resolve(name) }
    } catch NoteNameError.notFound {
      let path = try vault.pathInVault(name)
      return path.isNote ? path : NotePath(path.text + ".md")
    }
  }

  /// All else is done when this fails.
  private func remember(_ references: [NoteReference]) -> [TransferProblem] {
    guard !references.isEmpty else { return [] }
    do {
      try ReferencedNotes(of: location, environment.folders).append(references)
      return []
    } catch {
      return [TransferProblem(place: "", message: "when notes were last referenced is not kept: \(Message(error))")]
    }
  }

  /// A note's dates may be those of its file. All else is done when this fails.
  private func setTime(of path: NotePath, to modified: timespec) -> TransferProblem? {
    let reason: String
    do {
      let place = try VaultTree(root: location.root).place(path)
      if utimensat(place.folder.number, place.name, [modified, modified], AT_SYMLINK_NOFOLLOW) == 0 { return nil }
      reason = systemMessage(errno)
    } catch {
      reason = "\(error)"
    }
    let message = "its time of modification cannot be set, and is that of the import: \(reason)"
    return TransferProblem(place: path.text, message: message)
  }
}
