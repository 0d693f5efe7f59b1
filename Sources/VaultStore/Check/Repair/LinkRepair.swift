import VaultCore

/// What links that lead nowhere, or nowhere for who minds case, are meant to lead to.
struct LinkRepair {
  private let directory: any LinkDirectory
  private let renames: GitRenames

  /// The history is asked only where a link has lost its file.
  init(_ findings: [Finding], _ reader: VaultReader) throws {
    directory = try reader.snapshot.directory
    let lost = findings.contains { $0.link?.missing == .file }
    renames = lost ? try GitRenames(of: reader) : .none
  }

  /// Makes the links of the findings lead to their files. True where the note changes.
  func repair(_ findings: [Finding], in path: NotePath, _ plan: ChangePlan) throws -> Bool {
    var isChanged = false
    // From the end, so that those before it stay where they were found.
    for finding in findings.sorted(by: >) {
      guard let link = finding.link, let (old, new) = try target(of: link) else { continue }
      let rewriter = LinkRewriter(before: before(link, old, new), after: directory, moves: [old: new])
      let note = try plan.note(path)
      let changed = try plan.unlessRefused(link.link.location, in: path) {
        try plan.edit(path) { bytes in
          try rewriter.edits(for: note, in: bytes) {
            $0.location == link.link.location && $0.kind == link.link.kind && $0.target == link.link.target
          }
        }
      }
      isChanged = isChanged || changed
    }
    return isChanged
  }

  /// The files as they would have to be for the link to be right. Two that differ in case alone are never there at once.
  private func before(_ link: NoteLink, _ old: NotePath, _ new: NotePath) -> any LinkDirectory {
    link.resolved == nil
      ? ExtendedLinkDirectory(directory, adding: [old]) : MovedLinkDirectory(before: directory, moves: [new: old])
  }

  /// The file that the link names, which is not there by that name, and the one that is meant. Nil where that cannot be told.
  private func target(of link: NoteLink) throws -> (old: NotePath, new: NotePath)? {
    let named = names(of: link)
    if let file = link.resolved {
      guard link.missing == nil else { return nil }
      return named.first { LinkResolver.key($0.text) == LinkResolver.key(file.text) }.map { ($0, file) }
    }
    guard link.missing == .file else { return nil }
    for old in renames.oldNames(LinkKey.all(of: link.link)) where leads(link, to: old) {
      if let new = try renames.newName(of: old), isThere(new) { return (old, new) }
    }
    for old in named where leads(link, to: old) {
      let candidates = directory.named(foldedName: LinkResolver.key(old.name))
      if candidates.count == 1, let new = candidates.first { return (old, new) }
    }
    return nil
  }

  /// True where the link would lead to a file of that path, were it there.
  private func leads(_ link: NoteLink, to path: NotePath) -> Bool {
    LinkResolver(ExtendedLinkDirectory(directory, adding: [path]))
      .resolve(target: link.link.target, kind: link.link.kind, from: link.source).path == path
  }

  private func isThere(_ path: NotePath) -> Bool {
    directory.exact(foldedPath: LinkResolver.key(path.text)).contains(path)
  }

  /// The paths that the link may mean, as they are written: from the note's folder, or from the root.
  private func names(of link: NoteLink) -> [NotePath] {
    let paths = link.link.pathsAsWritten(from: link.source)
    return paths + paths.map { NotePath($0.text + ".md") }
  }
}
