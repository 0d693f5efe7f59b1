import VaultCore

/// A conflict that a merge left for a person.
package struct NoteConflict: Sendable, Hashable {
  package var path: NotePath
  /// The lines of its marks, counted from 1; nil for a note that git has unmerged and that has no marks in it, as one that
  /// the other side deleted.
  package var lines: ClosedRange<Int>?
  /// True where git's index has the note unmerged.
  package var isUnmerged: Bool
}

extension VaultReader {
  /// The conflicts in the vault's notes, by path and line: those whose marks stand in a note, and those that git's index has.
  /// Within code, marks are an example unless git has the note unmerged.
  package func conflicts() throws -> [NoteConflict] {
    let unmerged = try GitRepository.ifThere(for: self).map { try GitStatus($0).conflicted } ?? []
    let marked = try snapshot.records(of: snapshot.universe.ids).filter { record in
      record.warnings.contains { $0.code == .conflictMarkers }
    }.map(\.path)
    let notes = NoteReader(pipeline)
    var conflicts: [NoteConflict] = []
    for path in Set(marked).union(unmerged.filter(\.isNote)).sorted() where try isVisible(path) {
      let isUnmerged = unmerged.contains(path)
      var found: [LeftConflict] = []
      if case .bytes(let bytes) = try notes.read(path).content {
        found = LeftConflict.all(in: bytes, countingCode: isUnmerged)
      }
      conflicts += found.map { NoteConflict(path: path, lines: $0.start + 1...$0.end + 1, isUnmerged: isUnmerged) }
      if found.isEmpty, isUnmerged { conflicts.append(NoteConflict(path: path, lines: nil, isUnmerged: true)) }
    }
    return conflicts
  }
}
