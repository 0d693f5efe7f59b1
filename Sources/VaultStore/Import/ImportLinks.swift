import VaultCore
import VaultPlatform

/// The links of notes that are imported, which were read from where the notes are in the source.
struct ImportLinks {
  private let rewriter: LinkRewriter
  private let keeper: LinkRewriter
  private let source: LinkResolver
  /// The source's folder, for links to what is in it and is not imported.
  private let root: String?

  /// `moves`: every file, from its place in the source to that in the vault. `aliases` go by the source.
  init(
    moves: [NotePath: NotePath], aliases: [(alias: String, path: NotePath)], vault: any LinkDirectory, root: String?
  ) {
    let before = InMemoryLinkDirectory(paths: moves.keys.sorted(), aliases: aliases)
    let added = InMemoryLinkDirectory(
      paths: moves.values.sorted(), aliases: aliases.map { ($0.alias, moves[$0.path] ?? $0.path) })
    let after = JoinedLinkDirectory(first: vault, second: added)
    rewriter = LinkRewriter(before: before, after: after, moves: moves)
    let stay = Dictionary(moves.values.map { ($0, $0) }) { first, _ in first }
    keeper = LinkRewriter(before: vault, after: after, moves: stay)
    source = LinkResolver(before)
    self.root = root
  }

  /// The note's text with each link leading where it led; nil where it is that already. `note` is parsed from the text at
  /// its place in the source. What cannot be so is told, and nothing of the note is changed then.
  func rewritten(_ note: Note, _ bytes: [UInt8]) -> (bytes: [UInt8]?, problems: [TransferProblem]) {
    var problems = lost(note)
    do {
      let edits = try rewriter.edits(for: note, in: bytes)
      guard !edits.isEmpty else { return (nil, problems) }
      guard String(validating: bytes, as: UTF8.self) != nil else {
        let message = "is not UTF-8, so its links stay as they are, and some lead elsewhere now; mend them by hand"
        problems.append(TransferProblem(place: note.path.text, message: message))
        return (nil, problems)
      }
      return (try edits.applied(to: bytes), problems)
    } catch {
      problems.append(TransferProblem(place: "", message: "\(error). The note's links stay as they are"))
      return (nil, problems)
    }
  }

  /// Edits of a note of the vault that keep new files from catching its links.
  func keeping(_ note: Note, in bytes: [UInt8]) throws -> [TextEdit] { try keeper.edits(for: note, in: bytes) }

  /// Links to files that are there in the source, and are not imported.
  private func lost(_ note: Note) -> [TransferProblem] {
    guard let root else { return [] }
    return note.links.compactMap { link in
      guard !link.isExternal, source.resolve(target: link.target, kind: link.kind, from: note.path).path == nil,
        [LinkTarget(link.target).path, LinkTarget(markdown: link.target).path].contains(where: { path in
          !path.isEmpty && ["", note.path.folder].contains { isThere(root + "/" + $0 + "/" + path) }
        })
      else { return nil }
      let message = "the link to \"\(link.target)\" leads to something that is not imported; copy it by hand"
      return TransferProblem(place: "\(note.path):\(link.location.line)", message: message)
    }
  }

  /// Folders are made for what is in them.
  private func isThere(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
  }
}

/// The names of two folders together.
private struct JoinedLinkDirectory: LinkDirectory {
  let first: any LinkDirectory
  let second: InMemoryLinkDirectory

  func exact(foldedPath: String) -> [NotePath] {
    joined(first.exact(foldedPath: foldedPath), second.exact(foldedPath: foldedPath))
  }

  func named(foldedName: String) -> [NotePath] {
    joined(first.named(foldedName: foldedName), second.named(foldedName: foldedName))
  }

  func aliased(foldedAlias: String) -> [NotePath] {
    joined(first.aliased(foldedAlias: foldedAlias), second.aliased(foldedAlias: foldedAlias))
  }

  var findsParts: Bool { first.findsParts }

  func notes(with part: LinkPart, where isWanted: (NotePath) -> Bool) -> [NotePath] {
    joined(first.notes(with: part, where: isWanted), second.notes(with: part, where: isWanted))
  }

  /// A file that is there already may be one of those that are imported.
  private func joined(_ first: [NotePath], _ second: [NotePath]) -> [NotePath] {
    first + second.filter { !first.contains($0) }
  }
}
