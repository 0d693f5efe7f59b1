import VaultCore

/// What queries ask of git, each asked once for one look at the vault.
final class GitQuestions {
  private unowned let reader: VaultReader
  private let repository: GitRepository
  private var status: GitStatus?
  private var log: GitLog?

  /// Throws `GitError` where there is no repository.
  init(_ reader: VaultReader) throws {
    self.reader = reader
    repository = try GitRepository(
      of: reader.location.root, variables: reader.environment.variables, cancellation: reader.cancellation)
  }

  func notes(where test: Query.GitTest) throws -> IDSet {
    switch test {
    case .state(let state): return try notes(at: knownStatus().paths(in: state))
    case .since(let revision):
      let changes = try repository.changes(since: repository.revision(revision, in: reader.vault))
      return try notes(at: Set(changes.filter { $0.kind != .deleted }.map(\.path)))
    case .committed(let range):
      let environment = reader.environment
      return try notes(where: { range.contains(NoteDate.instant($0.last * 1_000).day(in: environment.offset)) })
    case .author(let name):
      let wanted = LinkResolver.key(name)
      return try notes(where: { $0.authors.contains { LinkResolver.key($0).contains(wanted) } })
    }
  }

  private func knownStatus() throws -> GitStatus {
    if let status { return status }
    let asked = try GitStatus(repository)
    status = asked
    return asked
  }

  private func notes(where isWanted: (GitLog.Entry) -> Bool) throws -> IDSet {
    let known = try log ?? repository.head().map { try GitLog(repository, head: $0, keptIn: reader.vault.gitLogPath) }
    log = known
    return try notes(at: Set((known?.entries ?? [:]).filter { isWanted($0.value) }.keys))
  }

  private func notes(at paths: Set<NotePath>) throws -> IDSet {
    try IDSet(paths.compactMap { try reader.snapshot.note(at: $0) })
  }
}

extension VaultReader {
  func gitQuestions() throws -> GitQuestions {
    if let openGit { return openGit }
    let asked = try GitQuestions(self)
    openGit = asked
    return asked
  }

  /// What has become of the vault's notes since a revision or a day, by path. Throws `GitError`.
  package func changedNotes(since revision: String) throws -> [GitChange] {
    let repository = try GitRepository(
      of: location.root, variables: environment.variables, cancellation: cancellation)
    return try repository.changes(since: repository.revision(revision, in: vault)).filter { change in
      try (change.path.isNote || change.from?.isNote == true) && isVisible(change.path)
        && change.from.map { try isVisible($0) } != false
    }
  }
}
