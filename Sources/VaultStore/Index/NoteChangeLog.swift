import VaultCore

/// Writes down what a refresh does to which note.
struct NoteChangeLog {
  private var added: [(path: NotePath, hash: [UInt8])] = []
  private var changed: [NotePath] = []
  private var removed: [(path: NotePath, hash: [UInt8])] = []
  private var hasTooMany = false

  /// A move is both added and removed until all is known.
  private static let most = 2 * NoteChanges.most

  mutating func add(_ path: NotePath, hash: [UInt8]) { write { $0.added.append((path, hash)) } }
  mutating func change(_ path: NotePath) { write { $0.changed.append(path) } }
  mutating func remove(_ path: NotePath, hash: [UInt8]) { write { $0.removed.append((path, hash)) } }

  private mutating func write(_ body: (inout Self) -> Void) {
    if hasTooMany { return }
    body(&self)
    if added.count + changed.count + removed.count > Self.most {
      self = Self()
      hasTooMany = true
    }
  }

  var changes: NoteChanges {
    if hasTooMany { return .many }
    var paths = NoteChanges.Paths(changed: changed)
    // Of several notes of one content, the first by path went to the first. Notes without a hash could not be read.
    var sources = Dictionary(grouping: removed.filter { !$0.hash.isEmpty }) { $0.hash }
      .mapValues { notes in notes.map(\.path).sorted(by: >) }
    for (path, hash) in added.sorted(by: { $0.path < $1.path }) {
      if let from = sources[hash]?.popLast() {
        paths.moved.append(NoteChanges.Move(from: from, to: path))
      } else {
        paths.added.append(path)
      }
    }
    let moved = Set(paths.moved.map(\.from))
    paths.removed = removed.map(\.path).filter { !moved.contains($0) }
    return NoteChanges(paths)
  }
}
