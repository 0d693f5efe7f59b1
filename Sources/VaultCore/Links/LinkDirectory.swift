/// The names of a vault's files, as links ask for them. All keys are made by `LinkResolver.key`.
package protocol LinkDirectory {
  /// The files whose whole path, extension included, has that key: several only where the disk tells case apart.
  func exact(foldedPath: String) -> [NotePath]
  /// The files whose name, extension included, has that key.
  func named(foldedName: String) -> [NotePath]
  /// The notes that have such an alias.
  func aliased(foldedAlias: String) -> [NotePath]
  /// True in notebooks of zk, where a part of a note's path names it.
  var findsParts: Bool { get }
  /// The first few notes whose paths have that part, and that are wanted.
  func notes(with part: LinkPart, where isWanted: (NotePath) -> Bool) -> [NotePath]
}

/// A directory in memory.
package struct InMemoryLinkDirectory: LinkDirectory, Sendable {
  private var paths: [String: [NotePath]] = [:]
  private var names: [String: [NotePath]] = [:]
  private var aliases: [String: [NotePath]] = [:]
  private var parts: PathParts?

  package init(paths: [NotePath], aliases: [(alias: String, path: NotePath)] = [], findsParts: Bool = false) {
    if findsParts { parts = PathParts(paths.filter(\.isNote)) }
    for path in paths {
      self.paths[LinkResolver.key(path.text), default: []].append(path)
      names[LinkResolver.key(path.name), default: []].append(path)
    }
    for (alias, path) in aliases {
      self.aliases[LinkResolver.key(alias), default: []].append(path)
    }
  }

  package func exact(foldedPath: String) -> [NotePath] { paths[foldedPath] ?? [] }
  package func named(foldedName: String) -> [NotePath] { names[foldedName] ?? [] }
  package func aliased(foldedAlias: String) -> [NotePath] { aliases[foldedAlias] ?? [] }
  package var findsParts: Bool { parts != nil }
  package func notes(with part: LinkPart, where isWanted: (NotePath) -> Bool) -> [NotePath] {
    parts?.notes(with: part, where: isWanted) ?? []
  }
}
