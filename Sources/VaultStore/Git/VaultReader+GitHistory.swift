import VaultCore

/// A version of a note with what it held.
package struct NoteVersionSummary: Sendable, Hashable {
  package var version: NoteVersion
  /// Nil where the note was not there, or the clone does not have it.
  package var words: Int?
  package var openTasks: Int?
  package var closedTasks: Int?
}

package struct NoteHistory: Sendable {
  package var path: NotePath
  /// The latest first.
  package var versions: [NoteVersionSummary]
  /// True where the history goes further back than this clone.
  package var isCutOff: Bool

  package init(path: NotePath, versions: [NoteVersionSummary], isCutOff: Bool) {
    (self.path, self.versions, self.isCutOff) = (path, versions, isCutOff)
  }
}

extension VaultReader {
  /// The versions of a note that git has. Throws `NoteNameError`, `GitError`.
  package func gitHistory(of name: String, limit: Int? = nil) throws -> NoteHistory {
    let path = try resolve(name)
    let repository = try GitRepository(of: location.root, variables: environment.variables, cancellation: cancellation)
    let versions = try repository.versions(of: path)
    let wanted = Array(versions.prefix(limit ?? versions.count))
    var parser = NoteParser(options: parsingOptions)
    let summaries = try zip(wanted, repository.texts(of: wanted)).map { version, text -> NoteVersionSummary in
      try cancellation?.check()
      guard let text else { return NoteVersionSummary(version: version) }
      let note = text.withUnsafeBufferPointer { parser.parse($0, path: version.path, modified: 0).note }
      let open = note.tasks.count { $0.status.type.isOpen }
      return NoteVersionSummary(
        version: version, words: note.words, openTasks: open, closedTasks: note.tasks.count - open)
    }
    return NoteHistory(path: path, versions: summaries, isCutOff: try repository.isShallow)
  }
}
