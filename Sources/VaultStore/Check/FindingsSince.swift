import VaultCore

extension VaultReader {
  /// The findings in what has changed since a commit, and of links whose target has. `text`: a revision of git or a day.
  /// Throws `GitError`.
  func findings(_ findings: [Finding], since text: String) throws -> [Finding] {
    let repository = try GitRepository(
      of: location.root, variables: environment.variables, cancellation: cancellation)
    let changes = try repository.changes(since: repository.revision(text, in: vault))
    let changed = Set(changes.map(\.path))
    // What links called a file that is no longer there, or no longer there by that name.
    let gone = Set(
      changes.compactMap { $0.kind == .deleted ? $0.path : $0.from }.flatMap { LinkKey.all(to: $0, aliases: []) })
    let configuration = NotePath(ConfigurationFile.relativePath)
    return findings.filter { finding in
      guard let path = finding.path, path != configuration, !changed.contains(path) else { return true }
      guard let link = finding.link else { return false }
      if let target = link.resolved { return changed.contains(target) }
      return LinkKey.all(of: link.link).contains(where: gone.contains)
    }
  }
}
