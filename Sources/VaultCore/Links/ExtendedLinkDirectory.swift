/// A directory with a few files besides those that are there: what a link would lead to if it led somewhere.
package struct ExtendedLinkDirectory: LinkDirectory {
  private let actual: any LinkDirectory
  private let added: InMemoryLinkDirectory

  package init(_ actual: any LinkDirectory, adding paths: [NotePath]) {
    self.actual = actual
    added = InMemoryLinkDirectory(paths: paths, findsParts: actual.findsParts)
  }

  package func exact(foldedPath: String) -> [NotePath] {
    actual.exact(foldedPath: foldedPath) + added.exact(foldedPath: foldedPath)
  }

  package func named(foldedName: String) -> [NotePath] {
    actual.named(foldedName: foldedName) + added.named(foldedName: foldedName)
  }

  package func aliased(foldedAlias: String) -> [NotePath] { actual.aliased(foldedAlias: foldedAlias) }

  package var findsParts: Bool { actual.findsParts }

  package func notes(with part: LinkPart, where isWanted: (NotePath) -> Bool) -> [NotePath] {
    actual.notes(with: part, where: isWanted) + added.notes(with: part, where: isWanted)
  }
}
