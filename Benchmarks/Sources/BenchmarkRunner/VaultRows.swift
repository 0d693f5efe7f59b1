/// All rows of one vault.
struct VaultRows {
  let session: Session
  let vault: MeasuredVault
  /// Of the program, in seconds; nil where it could not be measured.
  let startUp: Double?
  let note: @Sendable (String) -> Void

  init(session: Session, vault: MeasuredVault, startUp: Double?, note: @escaping @Sendable (String) -> Void) {
    self.session = vault.facts.isVast ? session.brief : session
    self.vault = vault
    self.startUp = startUp
    self.note = note
  }

  /// The goals are set for vaults of so many notes and more.
  static let leastForGoals = 30_000

  private var facts: VaultFacts { vault.facts }

  func block() throws -> Block {
    var remarks = vault.remarks
    say("first index")
    let index = IndexRows(session: session, vault: vault)
    let built = FirstIndexRows(session: session, vault: vault).rows()
    say("refresh, search, tasks")
    let refresh = index.refresh(startUp: startUp)
    let search = SearchRows(session: session, vault: vault).rows()
    let hasTasks = try hasTasks()
    let tasks = hasTasks ? TaskRows(session: session, vault: vault).rows() : []
    if !hasTasks { remarks.append("There are no open tasks here, so nothing about tasks is measured.") }
    var others: [Row] = []
    if !facts.isVast {
      say("other tools")
      let tools = ToolRows(session: session, vault: vault, hasTasks: hasTasks)
      others = try tools.rows()
      remarks += try tools.remarks()
    }
    var completed: [Row] = []
    if hasTasks, !facts.isVast {
      say("a task completed")
      completed = TaskChangeRows(session: session, vault: vault).rows()
    }
    say("one note changed")
    let changed = index.changed()
    say("with a watcher")
    let watched = WatchRows(session: session, vault: vault, hasTasks: hasTasks).rows()
    var moved: [Row] = []
    if !facts.isVast {
      say("a note moved")
      moved = MoveRows(session: session, vault: vault).rows()
    } else {
      remarks += [
        "Of more than \(VaultFacts.mostToRepeat) notes no copies are made: mv, tasks done and tasks undo are left out, and so "
          + "are other tools.",
        "All is timed in one round instead of three, and no system calls are counted; the first index, and a search "
          + "without one, are run once.",
      ]
    }
    let limits = LimitRows(notes: facts.notes).rows(search: search, watched: watched)
    return Block(
      title: vault.title, detail: vault.detail, notes: facts.isGenerated ? facts.notes : nil,
      goalsApply: facts.notes >= Self.leastForGoals, remarks: remarks,
      rows: search + tasks + completed + refresh + [changed] + watched + limits + built + moved + others)
  }

  private func say(_ what: String) { note("\(vault.title): \(what)") }

  private func hasTasks() throws -> Bool {
    if facts.isGenerated || facts.openTasks > 0 { return true }
    return try session.number(from: session.vault("tasks", "--count", in: vault.root), orNothing: 1) ?? 0 > 0
  }
}
