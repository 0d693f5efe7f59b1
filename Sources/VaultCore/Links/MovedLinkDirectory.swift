/// A directory as it will be after files have moved, without a list of the vault: it asks the one from before and
/// moves what that answers.
package struct MovedLinkDirectory: LinkDirectory {
  private let before: any LinkDirectory
  private let moves: [NotePath: NotePath]
  private let moved: InMemoryLinkDirectory

  /// `moves`: every file that moves, those of a folder each by itself, from where it is to where it will be.
  package init(before: any LinkDirectory, moves: [NotePath: NotePath]) {
    self.before = before
    self.moves = moves
    moved = InMemoryLinkDirectory(paths: moves.values.sorted(), findsParts: before.findsParts)
  }

  package func exact(foldedPath: String) -> [NotePath] {
    before.exact(foldedPath: foldedPath).filter { moves[$0] == nil } + moved.exact(foldedPath: foldedPath)
  }

  package func named(foldedName: String) -> [NotePath] {
    before.named(foldedName: foldedName).filter { moves[$0] == nil } + moved.named(foldedName: foldedName)
  }

  package func aliased(foldedAlias: String) -> [NotePath] {
    before.aliased(foldedAlias: foldedAlias).map { moves[$0] ?? $0 }
  }

  package var findsParts: Bool { before.findsParts }

  package func notes(with part: LinkPart, where isWanted: (NotePath) -> Bool) -> [NotePath] {
    before.notes(with: part) { moves[$0] == nil && isWanted($0) } + moved.notes(with: part, where: isWanted)
  }
}
