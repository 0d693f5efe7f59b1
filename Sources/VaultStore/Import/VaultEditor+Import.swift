import VaultCore
import VaultPlatform

extension VaultEditor {
  /// Takes over notes from elsewhere, and the files that belong to them, in one operation that `undo` takes back. Never
  /// overwrites: what has the same name gets a number, what is there already is left out. Links lead where they led in
  /// the source, and links of the vault's own notes to the same files as before. Throws `ImportError`.
  package func importNotes(
    _ request: ImportRequest, _ options: ChangeOptions = ChangeOptions()
  ) throws -> (outcome: ChangeOutcome, report: ImportReport) {
    let source = try read { try ImportReader(request, $0) }
    var report = ImportReport()
    var times: [(path: NotePath, modified: timespec)] = []
    let outcome = try change("import \(source.name)", options) { plan in
      (report, times) = try ImportPlan(source, request, plan).work()
    }
    if outcome.end == .done { report.problems += times.compactMap(setTime) }
    return (outcome, report)
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
