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
      case .day:
        root.hasChanged()
        lookForProblems(in: root)
      case .freshness(let freshness):
        write("\(root.place.root): \(freshness)")
        root.progress.end(through: self)
        if case .unvouched = freshness { askToWatch() }
      case .building(let done, let total): root.progress.report(done, of: total, through: self)
      }
    }
  }

  /// Has the client tell of changed files where this machine does not tell of them: on network file systems, or on a disk of
  /// another system.
  private func askToWatch() {
    guard client.registersWatchedFiles, !isTold else { return }
    isTold = true
    let kinds = JSONValue.members(("watchers", .list([.members(("globPattern", .text("**/*")))])))
    let registration = JSONValue.members(
      ("id", .text("watched files")), ("method", .text("workspace/didChangeWatchedFiles")), ("registerOptions", kinds))
    ask("client/registerCapability", .members(("registrations", .list([registration])))) { [unowned self] result in
      if case .failure(let error) = result { write("the client does not watch files: \(error.message)") }
    }
  }

  /// A client that tells of files gives a hint to look: what has changed is told by the session as ever.
  func lookAgain() {
    guard isTold else { return }
    for root in roots.values {
      root.session.ask(Question<Int>(priority: .background, key: "look") { try $0.noteCount(below: NotePath("")) }) {
        _ in
      }
    }
  }

  private func configure(_ root: WorkspaceRoot) {
    root.hasChanged()
    do { try root.configure() } catch { tell("\(Message(error))", isWarning: true) }
    lookForProblems(in: root)
  }

  /// Notes have changed on the disk: what is said of open ones may be about another state of theirs.
  private func changed(_ changes: NoteChanges, in root: WorkspaceRoot) {
    guard !changes.isEmpty else { return }
    root.follow(changes)
    lookForProblems(in: root)
    timers.set(.refresh, in: .milliseconds(150))
  }

  private func lookForProblems(in root: WorkspaceRoot) {
    for (uri, entry) in documents where entry.root === root { lookForProblemsSoon(in: uri, isTyped: false) }
  }

  func refreshProblems() {
    if client.refreshesDiagnostics, client.pullsDiagnostics { refresh("workspace/diagnostic/refresh") }
  }

  /// Lets the client ask anew for what it shows of documents that have not changed.
  func refresh() {
    refreshProblems()
    if client.refreshesTokens { refresh("workspace/semanticTokens/refresh") }
    if client.refreshesLenses { refresh("workspace/codeLens/refresh") }
    if client.refreshesHints { refresh("workspace/inlayHint/refresh") }
  }

  /// What was not answered yet is not asked twice, but once more when it is.
  private func refresh(_ method: String) {
    if refreshes[method] != nil {
      refreshes[method] = true
      return
    }
    refreshes[method] = false
    ask(method, nil) { [unowned self] _ in
      if refreshes.removeValue(forKey: method) == true { refresh(method) }
    }
  }
}
