import VaultCore

extension VaultReader {
  /// The file that links to `name` lead to: a note by any of its names, else another file by its path or its unique name
  /// with extension. The number is a note's. Throws `NoteNameError`.
  func linkTarget(_ name: String) throws -> (path: NotePath, id: Int?) {
    do {
      let (path, id) = try find(name)
      return (path, id)
    } catch let error as NoteNameError {
      guard case .notFound = error, let path = try attachment(name) else { throw error }
      return (path, nil)
    }
  }

  /// The file, other than a note, of that path or name. Throws `NoteNameError` where several have the name.
  package func attachment(_ name: String) throws -> NotePath? {
    let directory = try snapshot.directory
    for key in paths(named: name).map({ LinkResolver.key($0.text) }) {
      if let path = directory.exact(foldedPath: key).first(where: { !$0.isNote }) { return path }
    }
    let named = directory.named(foldedName: LinkResolver.key(name)).filter { !$0.isNote }
    if named.count > 1 { throw NoteNameError.ambiguous(name, candidates: named) }
    return named.first
  }

  /// The first few files other than notes whose names hold what the query asks for by `file:`, which finds notes alone.
  package func attachments(namedIn query: Query) throws -> [NotePath] {
    try query.terms.flatMap { term -> ArraySlice<NotePath> in
      guard case .named(.file, .text(let name)) = term.predicate else { return [] }
      let key = LinkResolver.key(name)
      return try snapshot.files().filter { LinkResolver.key($0.name).contains(key) }.prefix(3)
    }
  }

  /// The notes with a link of any kind that leads to a file that is no note.
  func notes(linkingToAttachment target: NotePath) throws -> IDSet {
    let links = try links(of: snapshot.notes(linkingToAny: LinkKey.all(to: target, aliases: []))) {
      $0.resolved == target
    }
    return IDSet(try links.compactMap { try snapshot.note(at: $0.source) })
  }
}
