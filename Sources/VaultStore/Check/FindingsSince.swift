import VaultCore

extension VaultReader {
  /// The findings in what has changed since a commit, and of links whose target has. `text`: a revision of git or a day.
  /// Throws `GitError`.
  func findings(_ findings: [Finding], since text: String) throws -> [Finding] {
    let repository = try GitRepository(
      of: location.root, variables: environment.variables, cancellation: cancellation)
    let commit = try repository.revision(text, in: vault)
    let changes = try repository.changes(since: commit)
    let changed = Set(changes.map(\.path))
    let gone = changes.compactMap { $0.kind == .deleted ? $0.path : $0.from }
    // What links called a file that is no longer there, or no longer there by that name.
    var names = Set(gone.flatMap { LinkKey.all(to: $0, aliases: []) })
    if let commit { names.formUnion(try aliases(before: changes, in: commit, repository).compactMap(LinkKey.of)) }
    let folders = Set(gone.flatMap(\.ancestors))
    let configuration = NotePath(ConfigurationFile.relativePath)
    // Another schema asks something else of every note.
    let asksAnew = changed.contains(configuration)
    return findings.filter { finding in
      guard let path = finding.path, path != configuration, !changed.contains(path) else { return true }
      if finding.property != nil { return asksAnew }
      guard let link = finding.link else { return false }
      if let target = link.resolved { return changed.contains(target) }
      return LinkKey.all(of: link.link).contains(where: names.contains)
        || link.link.exactPaths(from: link.source).contains(where: folders.contains)
    }
  }

  /// The aliases that notes had which have changed.
  private func aliases(
    before changes: [GitChange], in commit: String, _ repository: GitRepository
  ) throws -> [String] {
    let objects = try repository.objects(in: commit)
    let paths = changes.compactMap { $0.from ?? $0.path }.filter { $0.isNote && objects[$0] != nil }
    let parser = NoteParser(options: parsingOptions)
    return try zip(paths, repository.texts(of: paths.map { Array((objects[$0] ?? "").utf8) })).flatMap { path, text in
      text.map { parser.structure(of: $0, path: path).aliases } ?? []
    }
  }
}
