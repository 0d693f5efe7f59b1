import VaultCore

extension VaultEditor {
  /// The edits of the links in a note that lead to what another one, or the note itself, will no longer have.
  typealias AnchorLinkEdits = (_ note: Note, _ text: [UInt8], _ resolver: LinkResolver) throws -> [TextEdit]

  /// Plans that headings or blocks of a note are called otherwise or go elsewhere, and that all links to them follow.
  /// - Parameters:
  ///   - own: The edits of the note itself but for those that `edits` makes of its links.
  ///   - others: Files whose links are looked at as well.
  func changeAnchors(
    of note: Note, own: [TextEdit], others: [NotePath] = [], links edits: AnchorLinkEdits, _ plan: ChangePlan
  ) throws {
    let reader = plan.reader
    let target = note.path
    for note in try reader.partlyRead(.link([target.stem] + note.aliases)) {
      plan.notice(note.notice("links in it stay as they are"))
    }
    let links = try linkEdits(edits, to: note, others, seenBy: reader, plan) { error in
      guard error.cause == .notUTF8, error.path != target else { throw error }
      plan.notice("\(error.path): is not UTF-8, so its links stay as they are")
    }
    try plan.checkLinks(links) { whole, refused in
      try linkEdits(edits, to: note, others, seenBy: whole, plan, refused: refused)
    }
    let ofLinks = links.first { $0.path == target }?.edits ?? []
    for path in try plan.apply([(target, own + ofLinks)] + links.filter { $0.path != target }) {
      plan.record(ChangeRecord(.updated, path))
    }
  }

  /// The edits of the links that a look sees, the note's own first.
  private func linkEdits(
    _ edits: AnchorLinkEdits, to note: Note, _ others: [NotePath], seenBy reader: VaultReader, _ plan: ChangePlan,
    refused: (ChangeError) throws -> Void
  ) throws -> [(path: NotePath, edits: [TextEdit])] {
    let keys = others.reduce(LinkKey.all(to: note.path, aliases: note.aliases)) { keys, path in
      keys.union(LinkKey.all(to: path, aliases: []))
    }
    let notes = try reader.snapshot.notes(linkingToAny: keys)
    let sources = try reader.snapshot.heads(of: notes).map(\.path).filter { $0 != note.path }.sorted()
    let resolver = LinkResolver(try reader.snapshot.directory)
    return try ([note.path] + sources).compactMap { path in
      do {
        let source = path == note.path ? note : try plan.note(path)
        return (path, try Self.changing(path) { try edits(source, plan.text(path), resolver) })
      } catch let error as ChangeError {
        try refused(error)
        return nil
      }
    }
  }

  /// Says of which note an error is.
  static func changing(_ path: NotePath, _ edits: () throws -> [TextEdit]) throws -> [TextEdit] {
    do { return try edits() } catch let error
      where error is HeadingRenameError || error is BlockRenameError || error is LinkRewriteError
      || error is SectionExtractionError || error is EmbedInliningError
    {
      throw ChangeError(path, .refused("\(error)"))
    }
  }
}
