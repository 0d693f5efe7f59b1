import VaultCore
import VaultPlatform

/// One sync: commit, fetch, merge, send. Nothing is forced, rebased, reset, stashed or cleaned, and however it ends, each text
/// that was committed is in a commit, and each other one in its file.
struct SyncRun {
  private let editor: VaultEditor
  private let options: SyncOptions
  private let repository: GitRepository
  private let actions: GitActions

  /// The commit whose notes are coming over, for whoever goes on after an end in between.
  private static let arriving = "refs/vault/arriving"
  /// What the branch was before each merge, by number.
  private static let former = "refs/vault/sync/"
  private static let mostFormer = 20
  private static let attempts = 5
  private static let lock = "vault-sync.lock"

  init(_ editor: VaultEditor, _ options: SyncOptions) throws {
    if editor.vault.options.visible != nil { throw SyncError.hides }
    (self.editor, self.options) = (editor, options)
    repository = try GitRepository(
      of: editor.location.root, variables: editor.environment.variables,
      cancellation: editor.vault.options.cancellation)
    actions = GitActions(repository.git, usesTerminal: options.usesTerminal)
  }

  /// `outcome` tells what was done, also where an error is thrown.
  func run(_ outcome: inout SyncOutcome) throws {
    let folder = openFile(repository.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw AtomicFileError(repository.folder, .system("opened", errno)) }
    // What a process that was killed was just starting keeps it for a moment.
    let lock = try FileLock.acquire(
      Self.lock, in: OwnedDescriptor(folder), path: repository.folder + "/" + Self.lock, .alone, patience: 0.5,
      fileMode: 0o600)
    guard let lock else { throw SyncError.atWork }
    defer { lock.release() }
    try actions.waitForGit(repository.folder + "/index.lock")
    var state = try GitState(repository)
    outcome.branch = state.branchName
    outcome.remotes = state.remotes
    var isFetched = try begin(&state, &outcome)
    // Else the first notes that come over would make it, behind all that is committed.
    if try repository.leavesOut(NotePath(ConfigurationFile.relativePath)) { throw SyncError.sparse }
    if !options.dryRun {
      try editor.makeOwnFolder()
      try goOn(&state)
    }
    // What others have sent since is asked for again only where they were faster.
    for attempt in 0..<Self.attempts {
      if attempt > 0 { usleep(UInt32.random(in: 200_000...400_000) << UInt32(attempt)) }
      do {
        // A person may have gone on with git meanwhile.
        if attempt > 0 { state = try GitState(repository) }
        try commit(&state, &outcome)
        guard let upstream = try state.upstream(repository) else {
          outcome.sending = .noUpstream
          return
        }
        outcome.upstream = upstream.name
        try tellWaiting(state, upstream, &outcome)
        if !isFetched { try fetch(upstream) }
        isFetched = true
        guard try merge(&state, upstream, &outcome) else { return }
        if try send(state, upstream, &outcome) { return }
        isFetched = false
      } catch is SyncArrival.NotesChanged {
        continue
      } catch is SyncCommit.FilesChanged {
        continue
      }
    }
    throw outcome.upstream.map { isFetched ? SyncError.restless : .overtaken($0) } ?? .restless
  }

  /// What others have becomes the first commit of a branch that has none, as in a clone of what was empty then. True where
  /// that was fetched.
  private func begin(_ state: inout GitState, _ outcome: inout SyncOutcome) throws -> Bool {
    guard state.head == nil, let upstream = try state.upstream(repository) else { return false }
    outcome.upstream = upstream.name
    try fetch(upstream)
    guard let theirs = try commit(upstream.tracking) else { return true }
    // Git refuses where a file that it does not know is in the way.
    let known = try GitFields(repository.git.read(["ls-files", "-z", "--full-name"])).fields.map { Array($0) }
    try SyncArrival.check(
      Array(repository.entries(of: theirs).keys), areNotAmongFilesUnknownTo: known, repository)
    state.head = theirs
    if options.dryRun { return true }
    let nothing = try repository.emptyTree()
    do { try actions.run(["read-tree", "-v", "-m", "-u", nothing, theirs], .files) } catch let error as GitError {
      throw error.inTheWay.map { SyncError.inTheWay($0) } ?? error
    }
    // Only where there is still no commit.
    try actions.run(["update-ref", "-m", "vault sync", state.branch, theirs, ""])
    return true
  }

  // MARK: Commit

  private func commit(_ state: inout GitState, _ outcome: inout SyncOutcome) throws {
    let status = GitStatus(try actions.run(GitStatus.question + ["--", "."]), repository)
    let choice = try editor.read { try SyncChoice($0, repository, status) }
    outcome.leftOut = choice.leftOut
    let scratch = try MomentaryFolder(variables: editor.environment.variables)
    let commit = SyncCommit(repository, actions)
    let head = state.head
    if options.dryRun {
      state.head = try commit.trial(choice.changes, after: head, in: scratch)
    } else if !choice.changes.isEmpty {
      state.head = try commit.make(choice.changes, after: head, in: scratch, holdingVault: holdingVault)
    }
    guard state.head != head else { return }
    outcome.committed = (outcome.committed + choice.changes).uniqued(by: \.path).sorted { $0.path < $1.path }
  }

  /// Several notes that one operation changes are committed together.
  private func holdingVault(_ body: () throws -> Void) throws {
    guard status(of: editor.location.root + "/.vault", followsLink: false) != nil else { return try body() }
    let session = try ChangeSession(
      root: editor.location.root, editor.environment.folders, cancellation: editor.vault.options.cancellation,
      tell: editor.listener.notice)
    try withExtendedLifetime(session, body)
  }

  // MARK: Fetch and send

  private func fetch(_ upstream: GitState.Upstream) throws {
    try actions.run(
      ["fetch", "--progress", "--no-recurse-submodules", "--no-write-fetch-head", "--", upstream.remote], .network)
  }

  /// What is to be told where it cannot go on.
  private func tellWaiting(_ state: GitState, _ upstream: GitState.Upstream, _ outcome: inout SyncOutcome) throws {
    guard let head = state.head else { return }
    outcome.commits = try count(of: head, without: commit(upstream.tracking))
    if outcome.commits > 0 { outcome.sending = .waiting }
  }

  /// False where others were faster.
  private func send(_ state: GitState, _ upstream: GitState.Upstream, _ outcome: inout SyncOutcome) throws -> Bool {
    guard let head = state.head else { return true }
    let known = try commit(upstream.tracking)
    outcome.commits = try count(of: head, without: known)
    guard outcome.commits > 0 else {
      outcome.sending = .upToDate
      return true
    }
    guard options.sends, !options.dryRun else {
      outcome.sending = .waiting
      return true
    }
    outcome.sending = .waiting
    do {
      try actions.run(
        [
          "push", "--progress", "--no-recurse-submodules", "--", upstream.remote,
          "\(head):\(upstream.branch)",
        ],
        actions.hasHook("pre-push") ? .sending : .network)
    } catch let error as GitError {
      if error.isDenied { throw error }
      if error.isOvertaken { return false }
      guard let reason = error.refusal else { throw error }
      throw SyncError.sendingRefused(upstream.name, reason: reason)
    }
    outcome.sending = .sent
    return true
  }

  /// Nil where there is none of that name.
  private func commit(_ name: String) throws -> String? {
    let (status, answer) = try repository.git.answer(
      ["rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}"], accepting: 0...1)
    return status == 0 ? String(decoding: answer.dropLast(), as: UTF8.self) : nil
  }

  private func count(of commit: String, without known: String?) throws -> Int {
    let answer = try repository.git.read(["rev-list", "--count", commit] + (known.map { ["^" + $0] } ?? []))
    return Int(String(decoding: answer.dropLast(), as: UTF8.self)) ?? 0
  }

  // MARK: Merge

  /// False where a conflict is left to a person.
  private func merge(_ state: inout GitState, _ upstream: GitState.Upstream, _ outcome: inout SyncOutcome) throws
    -> Bool
  {
    guard let theirs = try commit(upstream.tracking) else { return true }
    guard let head = state.head else { return true }
    if head == theirs { return true }
    if try repository.isAncestor(theirs, of: head) { return true }
    if try repository.isAncestor(head, of: theirs) { return try arrive(theirs, from: head, &state, &outcome) }
    let scratch = try MomentaryFolder(variables: editor.environment.variables)
    let result = try SyncMerge(
      repository, actions, editor.vault, ours: head, theirs: theirs, upstream: upstream.name, options
    ).result(in: scratch)
    switch result {
    case .open(let places, let tree):
      outcome.conflicts = places.compactMap { place in
        // A file outside of the vault is named by its path from the repository's root.
        let path = repository.path(of: place.path)
        return SyncOutcome.Conflict(
          path: path ?? NotePath(bytes: place.path), kind: place.kind, sides: path == nil ? nil : place.sides)
      }
      outcome.sending = .waiting
      outcome.commits = try count(of: head, without: theirs)
      if options.conflicts == .markers { try mergeWithMarks(theirs, into: head, tree, upstream, &outcome) }
      return false
    case .merged(let tree, let copies):
      outcome.copies += copies.compactMap { repository.path(of: $0) }
      let commit = try mergeCommit(tree, head, theirs, upstream)
      return try arrive(commit, from: head, &state, &outcome)
    }
  }

  private func mergeCommit(
    _ tree: String, _ head: String, _ theirs: String, _ upstream: GitState.Upstream
  ) throws -> String {
    let (_, signs) = try repository.git.answer(
      ["config", "--type=bool", "--get", "commit.gpgSign"], accepting: 0...1)
    let isSigned = signs.starts(with: "true".utf8) && !options.dryRun
    let (_, commit) = try actions.answer(
      ["commit-tree", tree, "-p", head, "-p", theirs] + (isSigned ? ["-S"] : []), .commit,
      input: Array("vault sync: merge \(upstream.name)\n".utf8), accepting: 0...0)
    return String(decoding: commit.dropLast(), as: UTF8.self)
  }

  /// Git's own merge, which ends with marks in the files, however the user wants merges to be made. `tree`: what git makes of
  /// the two.
  private func mergeWithMarks(
    _ theirs: String, into head: String, _ tree: String, _ upstream: GitState.Upstream, _ outcome: inout SyncOutcome
  ) throws {
    // Git overwrites files that it ignores.
    let suffix = Array("~\(head)".utf8)
    let arriving = try repository.differences(from: head, to: tree).filter { $0.old == nil }.map { change in
      // What is in a folder's way is called by the branch where it is checked out.
      change.path.suffix(suffix.count).elementsEqual(suffix)
        ? change.path.dropLast(suffix.count) + Array("~HEAD".utf8) : change.path
    }
    try SyncArrival.check(
      arriving, areNotAmongFilesUnknownTo: Array(repository.entries(of: head).keys), repository)
    if options.dryRun { return }
    let lock = repository.folder + "/index.lock"
    try actions.waitForGit(lock)
    do {
      let (status, _) = try actions.answer(
        ["merge", "--no-autostash", "--commit", "--no-squash", "--ff", "--no-edit", "-m"]
          + ["vault sync: merge \(upstream.name)", theirs], .commit, accepting: 0...1)
      outcome.isMerging = GitState.isUnderWay(repository)
      if status == 0 { outcome.conflicts = [] }
      if status == 1, !outcome.isMerging { throw GitError(.system("it did not begin"), command: "merge") }
    } catch let error as GitError {
      throw error.inTheWay.map { SyncError.inTheWay($0) } ?? error
    }
  }

  // MARK: Coming over

  /// Makes the branch and the files what a commit has. True: all is there.
  private func arrive(
    _ commit: String, from head: String, _ state: inout GitState, _ outcome: inout SyncOutcome
  ) throws -> Bool {
    let arrival = try SyncArrival(repository, actions, editor, from: head, to: commit)
    outcome.received = (outcome.received + arrival.changes).uniqued(by: \.path).sorted { $0.path < $1.path }
    if let path = outcome.leftOut.first(where: { arrival.notePaths.contains($0.path) })?.path {
      throw SyncError.leftOut(path)
    }
    let scratch = try MomentaryFolder(variables: editor.environment.variables)
    try arrival.checkOtherFiles(in: scratch, trial: options.dryRun ? outcome.committed : nil)
    guard !options.dryRun else {
      state.head = commit
      return true
    }
    try keep(head)
    try actions.run(["update-ref", Self.arriving, commit])
    try arrival.bringNotes()
    try arrival.finish(state.branch)
    try actions.run(["update-ref", "-d", Self.arriving])
    state.head = commit
    return true
  }

  /// Keeps what was here before the merge, by number, so that it is found again.
  private func keep(_ head: String) throws {
    let numbers = try formerNumbers()
    if try numbers.last.flatMap({ try commit(Self.former + "\($0)") }) == head { return }
    try actions.run(["update-ref", Self.former + "\((numbers.last ?? 0) + 1)", head])
    for number in numbers.dropLast(Self.mostFormer - 1) {
      try actions.run(["update-ref", "-d", Self.former + "\(number)"])
    }
  }

  private func formerNumbers() throws -> [Int] {
    let answer = try repository.git.read(["for-each-ref", "--format=%(refname)", Self.former])
    return String(decoding: answer, as: UTF8.self).split(separator: "\n")
      .compactMap { Int($0.dropFirst(Self.former.count)) }.sorted()
  }

  /// Ends what a sync that was killed has begun: where the notes have come over, the branch follows.
  private func goOn(_ state: inout GitState) throws {
    guard let commit = try commit(Self.arriving) else { return }
    let last = try formerNumbers().last
    let before = try last.flatMap { try self.commit(Self.former + "\($0)") }
    if let head = state.head, head == before, head != commit {
      let change = try editor.read { try $0.change(requestedAs: SyncArrival.request(commit)) }
      let arrival = try SyncArrival(repository, actions, editor, from: head, to: commit)
      if try change != nil && arrival.isThere() {
        do {
          try arrival.finish(state.branch)
          state.head = commit
        } catch SyncError.inTheWay {
          // Then what has come over is committed as if it had been written here, and merged anew.
        }
      }
    }
    try actions.run(["update-ref", "-d", Self.arriving])
  }
}

extension GitError {
  private var lines: [Substring] {
    guard case .complaint(let text) = cause else { return [] }
    return text.split(separator: "; ")
  }

  /// True where the other machine has commits that are not here.
  fileprivate var isOvertaken: Bool {
    lines.contains {
      $0.contains("[rejected]") || $0.contains("cannot lock ref") || $0.contains("failed to update ref")
        || $0.contains("incorrect old value provided")
    }
  }

  /// What the other machine said where it lets this user in and does not take the commits.
  fileprivate var refusal: String? {
    guard lines.contains(where: { $0.contains("[remote rejected]") || $0.hasPrefix("remote: ") }) else { return nil }
    let reasons = lines.compactMap { line -> String? in
      if Self.saidOfEachSending.contains(where: line.hasPrefix) { return nil }
      if line.hasPrefix("remote: ") { return String(line.dropFirst(8)).trimmingWhitespace }
      // ` ! [remote rejected] HEAD -> main (why)`
      guard line.contains("[remote rejected]"), line.last == ")", let start = line.lastIndex(of: "(") else {
        return String(line).trimmingWhitespace
      }
      return String(line[start...].dropFirst().dropLast())
    }
    return reasons.filter { !$0.isEmpty }.joined(separator: "; ")
  }

  private static let saidOfEachSending = [
    "Enumerating objects: ", "Delta compression ", "Total ", "To ", "failed to push some refs",
  ]
}

extension VaultEditor {
  /// Brings a vault in step with its other machines over git. `outcome` tells what was done, also where an error is thrown:
  /// `SyncError`, `GitError`, or what a change of notes throws.
  package func sync(_ options: SyncOptions, _ outcome: inout SyncOutcome) throws {
    try vault.checkChangeable()
    try SyncRun(self, options).run(&outcome)
  }
}
