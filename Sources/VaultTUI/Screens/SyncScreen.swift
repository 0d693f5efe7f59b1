import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// How far the vault is from its other machines.
enum SyncScreen {
  static func answer(_ question: ListQuestion, _ reader: VaultReader) throws -> ListAnswer {
    var answer = ListAnswer()
    let status: SyncOutcome
    do { status = try reader.syncStatus() } catch let failure as any Failure
      where failure is GitError || failure is SyncError
    {
      answer.nothing = failure.message.text
      return answer
    }
    func rows(_ title: String, _ paths: [NotePath]) -> [Row] {
      guard !paths.isEmpty else { return [] }
      return [NotesScreen.title("\(title)  \(paths.count)", question)]
        + paths.map { path in
          var row = Row(path.isNote ? .note(path) : .file(path), StyledText(path.text), name: path.text)
          if path.isNote { row.note = path }
          return row
        }
    }
    answer.rows = question.filtered(
      rows("Waits to be committed", status.committed.map(\.path))
        + rows("Waits to be merged", status.received.map(\.path)))
    answer.count = status.upstream.map { "\(status.branch) with \($0)" } ?? status.branch
    answer.nothing = "All is committed, and nothing waits to be merged."
    return answer
  }
}
