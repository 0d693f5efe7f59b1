/// A directory as it will be when files are gone.
package struct RemainingLinkDirectory: LinkDirectory {
  private let before: any LinkDirectory
  private let gone: Set<NotePath>

  package init(before: any LinkDirectory, without gone: Set<NotePath>) {
    self.before = before
    self.gone = gone
  }

  package func exact(foldedPath: String) -> [NotePath] {
    before.exact(foldedPath: foldedPath).filter { !gone.contains($0) }
  }

  package func named(foldedName: String) -> [NotePath] {
    before.named(foldedName: foldedName).filter { !gone.contains($0) }
  }

  package func aliased(foldedAlias: String) -> [NotePath] {
    before.aliased(foldedAlias: foldedAlias).filter { !gone.contains($0) }
  }

  package var findsParts: Bool { before.findsParts }

  package func notes(with part: LinkPart, where isWanted: (NotePath) -> Bool) -> [NotePath] {
    before.notes(with: part) { !gone.contains($0) && isWanted($0) }
  }
}
