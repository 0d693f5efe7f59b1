import VaultCore
import VaultStore

extension EditorServer {
  /// Hears what has happened to a vault since it was heard last.
  func hear(_ root: WorkspaceRoot) {
    for event in root.events?.take() ?? [] {
      switch event {
      case .notes(let changes): changed(changes, in: root)
      case .configuration: configure(root)
      case .notice(let notices): for notice in notices { tell(notice.message, isWarning: notice.isWarning) }
      case .gone(let reason): tell("\(reason)", isWarning: true)
      case .day: lookForProblems(in: root)
      case .freshness(let freshness):
        write("\(root.place.root): \(freshness)")
        root.progress.end(through: self)
      case .building(let done, let total): root.progress.report(done, of: total, through: self)
      }
    }
  }

  private func configure(_ root: WorkspaceRoot) {
    do { try root.configure() } catch { tell("\(Message(error))", isWarning: true) }
    lookForProblems(in: root)
  }

  /// Notes have changed on the disk: what is said of open ones may be about another state of theirs.
  private func changed(_ changes: NoteChanges, in root: WorkspaceRoot) {
    guard !changes.isEmpty else { return }
    lookForProblems(in: root)
    timers.set(.refresh, in: .milliseconds(150))
  }

  private func lookForProblems(in root: WorkspaceRoot) {
    for (uri, entry) in documents where entry.root === root { lookForProblemsSoon(in: uri, isTyped: false) }
  }

  /// Lets the client ask anew for what it shows of documents that have not changed.
  func refresh() {
    if client.refreshesDiagnostics, client.pullsDiagnostics { ask("workspace/diagnostic/refresh", nil) { _ in } }
    if client.refreshesTokens { ask("workspace/semanticTokens/refresh", nil) { _ in } }
    if client.refreshesLenses { ask("workspace/codeLens/refresh", nil) { _ in } }
    if client.refreshesHints { ask("workspace/inlayHint/refresh", nil) { _ in } }
  }
}
