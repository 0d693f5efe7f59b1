import VaultCore
import VaultPlatform

/// How a change is to be made.
package struct ChangeOptions {
  /// Only say what would be done.
  package var dryRun = false
  /// Leave out what cannot be changed of several notes, and change the others.
  package var skipsUnchangeable = false
  /// Asked with what is planned before anything changes; false stops it. Nobody is asked where it is nil.
  package var confirm: ((PlannedChange) throws -> Bool)?
  /// True where who is asked gets every file that moves, too.
  package var confirmsInFull = false
  /// What whoever asks for the change calls it, should it be asked for once more; the history keeps it.
  package var request: String?
  /// The program that asks for it, where no person does; the history keeps it.
  package var actor: String?

  package init(
    dryRun: Bool = false, skipsUnchangeable: Bool = false, confirm: ((PlannedChange) throws -> Bool)? = nil
  ) {
    self.dryRun = dryRun
    self.skipsUnchangeable = skipsUnchangeable
    self.confirm = confirm
  }
}

/// What a command that changes files did.
package struct ChangeOutcome: Sendable {
  package enum End: Sendable, Hashable {
    case done
    /// There was nothing to do.
    case unchanged
    /// Only asked what would be done.
    case dryRun
    /// A person said no.
    case declined
  }

  package var end: End
  package var planned: PlannedChange
  /// Its number in the history; nil where nothing was done.
  package var sequence: Int?
}

extension ChangeOutcome {
  /// Several as one: of those that did something, all; with the number of the last one.
  init(_ all: [ChangeOutcome], isDryRun: Bool) {
    let done = all.filter { $0.end == .done || $0.end == .dryRun }
    let end: End = isDryRun ? .dryRun : done.isEmpty ? .unchanged : .done
    self.init(end: end, planned: PlannedChange(done.map(\.planned)), sequence: done.last?.sequence)
  }
}

/// Makes every change of a vault: plans it, carries it out all or not at all, and writes it down for `undo`.
package struct VaultEditor {
  package let vault: Vault
  var listener: VaultListener
  /// The plan that changes join, where several are to be one.
  var openPlan: ChangePlan?
  /// What is known of the history, for whoever makes many changes.
  let journalHeads = JournalHeads()

  var environment: VaultEnvironment { vault.environment }
  var configuration: Configuration { vault.configuration }
  var location: VaultLocation { vault.location }
  var parsingOptions: ParsingOptions { vault.parsingOptions }
}

extension Vault {
  package func editor(telling listener: VaultListener = VaultListener()) -> VaultEditor {
    VaultEditor(vault: self, listener: listener)
  }
}

extension VaultEditor {
  /// How often a plan is made anew because a file changed under it.
  private static let attempts = 25

  /// Makes a plan with `body` and carries it out: under the vault's lock, all of it or nothing. Where a file turns out
  /// to have been changed by another program meanwhile, the plan is made afresh from what is there then; `body` is called
  /// again for that, so it must leave nothing behind. Throws `FileChangedError` when that goes on, or when what was
  /// confirmed is no longer what would be done.
  package func change(
    _ title: String, _ options: ChangeOptions = ChangeOptions(), undoes: Int? = nil,
    _ body: (ChangePlan) throws -> Void
  ) throws -> ChangeOutcome {
    if let openPlan {
      try body(openPlan)
      return ChangeOutcome(end: options.dryRun ? .dryRun : .done, planned: PlannedChange(openPlan))
    }
    // What a plan has to tell is told once, and only of the plan that is carried out: of those before it, it may be
    // out of date.
    var notices: [VaultNotice] = []
    var told: Set<VaultNotice> = []
    func tell() {
      for notice in notices where told.insert(notice).inserted { listener.notice(notice) }
      notices = []
    }
    defer { tell() }

    if vault.options.visible?.isReadOnly == true { throw VisibleChangeError.readOnly }
    if options.dryRun {
      return ChangeOutcome(end: .dryRun, planned: try PlannedChange(inFull: plan(body, &notices, commits: false)))
    }
    try vault.checkChangeable()
    var confirmed: [ChangeStep]?
    if let confirm = options.confirm {
      let plan = try plan(body, &notices)
      let planned = try options.confirmsInFull ? PlannedChange(inFull: plan) : PlannedChange(plan)
      if plan.isEmpty { return ChangeOutcome(end: .unchanged, planned: planned) }
      tell()
      guard try confirm(planned) else { return ChangeOutcome(end: .declined, planned: planned) }
      confirmed = plan.steps.comparable
    }
    if confirmed == nil, status(of: location.root + "/.vault", followsLink: false) == nil {
      // Nothing is made for a change that cannot be, or is none.
      let plan = try plan(body, &notices)
      if plan.isEmpty, undoes == nil { return ChangeOutcome(end: .unchanged, planned: PlannedChange(plan)) }
    }
    try makeOwnFolder()
    var attempt = 0
    while true {
      attempt += 1
      notices = []
      // Others get their turn between two attempts.
      let session = try ChangeSession(
        root: location.root, environment.folders, known: journalHeads, cancellation: vault.options.cancellation,
        tell: vault.listener(ofAll: listener).notice)
      do {
        let plan = try plan(body, &notices)
        let planned = PlannedChange(plan)
        // An undo that finds all as it was is one nevertheless: else the next would be about the same change again.
        if plan.isEmpty, undoes == nil { return ChangeOutcome(end: .unchanged, planned: planned) }
        if let confirmed, confirmed != plan.steps.comparable {
          throw FileChangedError(path: plan.steps.first?.path.text ?? "")
        }
        try vault.options.cancellation?.commit()
        let sequence = try session.commit(
          plan.steps, history: plan.history, title: title, undoes: undoes, options, in: plan.tree,
          now: environment.now, tell: listener.notice, progress: listener.changeProgress)
        tell()
        do { try session.journal.prune() } catch {
          listener.notice(VaultNotice("\(Journal.path): old entries cannot be removed: \(error)"))
        }
        followReferences(plan.steps)
        listener.changed(planned.records)
        return ChangeOutcome(end: .done, planned: planned, sequence: sequence)
      } catch let error as FileChangedError {
        guard confirmed == nil, attempt < Self.attempts else { throw error }
        // Whoever is saving just now should be given the time to finish.
        usleep(UInt32(min(1_000 << attempt, 50_000)))
      }
    }
  }

  private func followReferences(_ steps: [ChangeStep]) {
    let moves = steps.compactMap { step -> PathMoves.Move? in
      if case .move(let from, let to) = step { (from, to) } else { nil }
    }
    do { try vault.moveReferences(PathMoves(moves)) } catch {
      listener.notice(VaultNotice("when the moved notes were last referenced is not kept: \(Message(error))"))
    }
  }

  /// Makes several changes one: all of them or none, and one operation of the history. `body` makes them by the editor that it
  /// gets. Each finds the texts as those before it leave them, and names notes as they were called before all of them.
  package func changeAsOne(
    _ title: String, _ options: ChangeOptions = ChangeOptions(), _ body: (VaultEditor) throws -> Void
  ) throws -> ChangeOutcome {
    try change(title, options) { plan in
      var editor = self
      editor.openPlan = plan
      try body(editor)
    }
  }

  /// All that `body` asks is asked of one look at the vault. The plan is made within it, and anew where the look has to be
  /// repeated, so that `body` may change the plan between its questions. `notices` gets what is to be told of the plan.
  ///
  /// Throws `OverlaidNoteError` for a plan that is to be carried out (`commits`) and would write a note of which an
  /// editor has text.
  private func plan(
    _ body: (ChangePlan) throws -> Void, _ notices: inout [VaultNotice], commits: Bool = true
  ) throws -> ChangePlan {
    var heard: [VaultNotice] = []
    defer { notices = heard }
    var planning = listener
    planning.notice = { heard.append($0) }
    return try vault.read(telling: planning, journalHeads) { reader in
      let plan = try ChangePlan(reader)
      try body(plan)
      try plan.orderMoves(id: ChangeSession.newID())
      try plan.checkVisible()
      if commits, let path = plan.overlaid.first(changedBy: plan.steps) { throw OverlaidNoteError(path: path) }
      return plan
    }
  }

  /// The same, whose notices are told there, too.
  package func telling(_ tell: @escaping (VaultNotice) -> Void) -> VaultEditor {
    var editor = self
    editor.listener.notice = { [notice = listener.notice] in
      tell($0)
      notice($0)
    }
    return editor
  }

  /// Asks what is to be known before a change is planned.
  package func read<Answer>(_ body: (VaultReader) throws -> Answer) throws -> Answer {
    if let openPlan { return try body(openPlan.reader) }
    return try vault.read(telling: listener, journalHeads, body)
  }

  /// The first change of a folder makes it a vault, and says so.
  func makeOwnFolder() throws {
    // Says so where the vault itself is gone.
    _ = try VaultTree(root: location.root)
    let made = try VaultFolder.create(in: location.root)
    if !made.isEmpty, location.marker != .vault {
      listener.notice(VaultNotice("Made \(made.joined(separator: " and ")) in \(location.root).", isWarning: false))
    }
  }

  /// Names for titles of operations: the first ones, and how many more there are.
  static func list(_ names: [String]) -> String {
    let shown = names.prefix(3).map { name in
      // A person knows a note by its path. What is no address of a note stays; where it names nothing, looking it up says so.
      guard name.utf8.starts(with: VaultURL.scheme.utf8), case .note(let path)? = (try? VaultURL(name))?.place else {
        return name
      }
      return path.text
    }.joined(separator: ", ")
    return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
  }
}

extension Vault {
  /// Takes back what an interrupted operation has left, if there is one and nobody is at work. Called before anything
  /// is read.
  func recoverIfNeeded(_ listener: VaultListener) throws {
    guard !location.isForeign else { return }
    let listener = self.listener(ofAll: listener)
    let file = openInside(location.root, Journal.pendingPath)
    if file < 0, errno == ENOENT || errno == ENOTDIR { return }
    let isKeptFromUs = file < 0 && errno == EACCES
    if file >= 0 { close(file) }
    do {
      // Looked at before anything is made in a folder that may be anybody's.
      guard try journal()?.pending() != nil else { return }
      _ = try ChangeSession(root: location.root, environment.folders, patience: 0, tell: listener.notice)
    } catch is ChangeSession.LockError {
      // It is not interrupted: another process is at it.
    } catch is Journal.ForeignPending {
      listener.notice(
        VaultNotice(
          "\(Journal.pendingPath): was not written here by you, so nothing of it is done; look at it, and move it away, as "
            + "the next change does"))
    } catch let error as ChangeError where error.systemCode == EACCES && isKeptFromUs {
      // Another user's of a vault that several share: nobody can tell whether there is any.
    } catch {
      try ShortageError.check("a change was interrupted and cannot be taken back", error)
      // Whoever only reads still may, and is told.
      listener.notice(
        VaultNotice(
          "a change was interrupted and cannot be taken back just now, so notes may be half changed: \(error)"))
    }
  }
}

extension [ChangeStep] {
  /// Without what is another at each attempt: the place in the trash, and the vault's own folder, which is made between the two
  /// attempts at its first change.
  fileprivate var comparable: [ChangeStep] {
    map { step in
      guard case .move(let from, let to) = step, Trash.holds(to) else { return step }
      return .move(from, to: Trash.path)
    }.filter { !Trash.holds($0.path) && $0 != .makeFolder(NotePath(".vault")) }
  }
}
