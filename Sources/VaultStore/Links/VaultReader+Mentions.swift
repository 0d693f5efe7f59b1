import VaultCore

/// A place in a note that names another note without a link to it.
package struct UnlinkedMention: Sendable, Hashable {
  package var source: NotePath
  package var title: String
  package var mention: Mention
}

extension VaultReader {
  /// The places in other notes that name a note without a link, by path and place (`NoteParser.mentions`). Throws
  /// `NoteNameError`.
  package func mentions(of name: String) throws -> (target: NotePath, mentions: [UnlinkedMention]) {
    let (target, id) = try find(name)
    var found: [UnlinkedMention] = []
    try forEachNote(mentioning: target, id, limit: .max) { head, mentions in
      found += mentions.map { UnlinkedMention(source: head.path, title: head.title, mention: $0) }
    }
    return (target, found)
  }

  /// The notes other than it that name it in their text without a link, by its title, file name or an alias
  /// (`MentionNames`).
  func notes(mentioning target: NotePath, _ id: Int) throws -> IDSet {
    var found = IDSet()
    try forEachNote(mentioning: target, id, limit: 1) { head, _ in found.insert(head.id) }
    return found
  }

  /// Words narrow it to candidates, which are read, on all cores and by path: only the text says what is a link. A note
  /// that has become unreadable meanwhile mentions nothing.
  private func forEachNote(
    mentioning target: NotePath, _ id: Int, limit: Int,
    _ body: (NoteHead, [Mention]) throws -> Void
  ) throws {
    guard let record = try snapshot.records(of: [id]).first else { return }
    let names = MentionNames(title: record.title, path: target, aliases: record.aliases)
    let candidates = try snapshot.heads(of: snapshot.notes(withAny: names.patterns))
      .filter { $0.id != id }.sorted { $0.path < $1.path }
    var next = 0
    try pipeline.run(
      candidates.map { NoteJob(path: $0.path) },
      transform: { note, parser -> [Mention] in
        guard case .bytes(let bytes) = note.content else { return [] }
        return bytes.withUnsafeBufferPointer { parser.mentions(of: names, in: $0, limit: limit) }
      },
      take: { mentions in
        if !mentions.isEmpty { try body(candidates[next], mentions) }
        next += 1
        progress(next, candidates.count)
      })
  }
}
