import VaultCore

extension VaultReader {
  /// How far a vault is from its other machines, as far as is known here: nobody is asked, and nothing of what the repository names
  /// runs. `committed` is what waits to be committed, `received` what was fetched and not merged. Throws `GitError`, and `SyncError`
  /// where a person has begun something with git.
  package func syncStatus() throws -> SyncOutcome {
    if vault.hidesNotes { throw SyncError.hides }
    let repository = try GitRepository(
      of: location.root, variables: environment.variables, cancellation: cancellation)
    let state = try GitState(repository)
    var outcome = SyncOutcome()
    (outcome.branch, outcome.remotes) = (state.branchName, state.remotes)
    let choice = try SyncChoice(self, repository, GitStatus(repository))
    (outcome.committed, outcome.leftOut) = (choice.changes, choice.leftOut)
    guard let upstream = try state.upstream(repository) else {
      outcome.sending = .noUpstream
      return outcome
    }
    outcome.upstream = upstream.name
    let (known, _) = try repository.git.answer(
      ["rev-parse", "--verify", "--quiet", "--end-of-options", upstream.tracking + "^{commit}"], accepting: 0...1)
    guard let head = state.head, known == 0 else {
      outcome.sending = .waiting
      return outcome
    }
    let counts = try repository.git.read(["rev-list", "--left-right", "--count", "\(head)...\(upstream.tracking)"])
      .split { $0 == 0x09 || $0 == 0x0A }.map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
    outcome.commits = counts.first ?? 0
    if counts.count > 1, counts[1] > 0 {
      let base = try repository.git.answer(["merge-base", head, upstream.tracking], accepting: 0...1)
      let common = base.status == 0 ? String(decoding: base.output.prefix { $0 != 0x0A }, as: UTF8.self) : head
      outcome.received = try repository.differences(from: common, to: upstream.tracking).compactMap { change in
        repository.path(of: change.path).map {
          GitChange(kind: change.old == nil ? .added : change.new == nil ? .deleted : .modified, path: $0)
        }
      }
    }
    outcome.sending = outcome.commits > 0 || !outcome.committed.isEmpty ? .waiting : .upToDate
    return outcome
  }

  /// What is settled of a note that both changed at the same place, and what is open; nil where that is nothing but the note as a
  /// whole.
  package func merge(of conflict: SyncOutcome.Conflict) throws -> NoteMerge.Result? {
    if vault.hidesNotes { throw SyncError.hides }
    guard let sides = conflict.sides else { return nil }
    let repository = try GitRepository(
      of: location.root, variables: environment.variables, cancellation: cancellation)
    let texts = try repository.texts(of: [sides.base, sides.ours, sides.theirs].map { Array($0.utf8) })
    guard texts.count == 3, let base = texts[0], let ours = texts[1], let theirs = texts[2],
      // A page shows text.
      [base, ours, theirs].allSatisfy({ String(validating: $0, as: UTF8.self) != nil && !$0.contains(0) })
    else { return nil }
    let options = try MergeSettings(repository.git).options(
      appends: repository.appends(conflict.path), parsingOptions.statuses)
    return NoteMerge.merge(base: base, ours: ours, theirs: theirs, options)
  }
}
