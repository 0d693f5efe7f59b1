import VaultCore

/// What became of the notes between two states of the index.
package enum NoteChanges: Sendable, Hashable {
  /// Up to 1,000 paths in all.
  case some(Paths)
  /// Too many to be listed, or not known: ask anew.
  case many

  package static let none = NoteChanges.some(Paths())

  /// How many paths are listed at most.
  package static let most = 1_000

  package struct Paths: Sendable, Hashable {
    package var added: [NotePath]
    package var changed: [NotePath]
    package var removed: [NotePath]
    /// Notes of the same content at another path.
    package var moved: [Move]

    package init(
      added: [NotePath] = [], changed: [NotePath] = [], removed: [NotePath] = [], moved: [Move] = []
    ) {
      self.added = added
      self.changed = changed
      self.removed = removed
      self.moved = moved
    }

    package var count: Int { added.count + changed.count + removed.count + 2 * moved.count }
  }

  package struct Move: Sendable, Hashable {
    package var from: NotePath
    package var to: NotePath

    package init(from: NotePath, to: NotePath) {
      self.from = from
      self.to = to
    }
  }

  /// Both changes as one. Moves become what they are made of where the other change touches their notes.
  package func followed(by later: NoteChanges) -> NoteChanges {
    guard case .some(let first) = self, case .some(let second) = later else { return .many }
    // What each path was before the first change and is after the second: there or not.
    var states: [NotePath: (before: Bool, after: Bool)] = [:]
    func note(_ path: NotePath, before: Bool, after: Bool) {
      states[path] = (states[path]?.before ?? before, after)
    }
    for paths in [first, second] {
      for path in paths.removed + paths.moved.map(\.from) { note(path, before: true, after: false) }
      for path in paths.added + paths.moved.map(\.to) { note(path, before: false, after: true) }
      for path in paths.changed { note(path, before: true, after: true) }
    }
    var sum = Paths()
    let touched = Set(first.moved.flatMap { [$0.from, $0.to] }).intersection(second.touched)
    let touchedLater = Set(second.moved.flatMap { [$0.from, $0.to] }).intersection(first.touched)
    for move in first.moved + second.moved
    where ![move.from, move.to].contains(where: { touched.contains($0) || touchedLater.contains($0) }) {
      sum.moved.append(move)
      states[move.from] = nil
      states[move.to] = nil
    }
    for (path, state) in states.sorted(by: { $0.key < $1.key }) {
      switch state {
      case (true, true): sum.changed.append(path)
      case (true, false): sum.removed.append(path)
      case (false, true): sum.added.append(path)
      case (false, false): break
      }
    }
    return sum.count > Self.most ? .many : .some(sum)
  }
}

extension NoteChanges.Paths {
  fileprivate var touched: Set<NotePath> {
    Set(added + changed + removed + moved.flatMap { [$0.from, $0.to] })
  }
}

/// Gathers which notes a refresh changes, until they are too many.
struct NoteChangeLog {
  private var addedNotes: [(path: NotePath, hash: [UInt8])] = []
  private var removedNotes: [(path: NotePath, hash: [UInt8])] = []
  private var changedNotes: [NotePath] = []

  private var isFull: Bool { addedNotes.count + removedNotes.count + changedNotes.count > NoteChanges.most }

  /// `hash`: of the content; empty for a note that could not be read.
  mutating func added(_ path: NotePath, _ hash: [UInt8]) { if !isFull { addedNotes.append((path, hash)) } }
  mutating func removed(_ path: NotePath, _ hash: [UInt8]) { if !isFull { removedNotes.append((path, hash)) } }
  mutating func changed(_ path: NotePath) { if !isFull { changedNotes.append(path) } }

  /// A note that came and one that went are a move where they, and no others, have that content.
  var changes: NoteChanges {
    if isFull { return .many }
    let added = Dictionary(grouping: addedNotes, by: \.hash)
    let removed = Dictionary(grouping: removedNotes, by: \.hash)
    var paths = NoteChanges.Paths(changed: changedNotes.sorted())
    for (path, hash) in removedNotes {
      if !hash.isEmpty, removed[hash]?.count == 1, let twins = added[hash], twins.count == 1 {
        paths.moved.append(NoteChanges.Move(from: path, to: twins[0].path))
      } else {
        paths.removed.append(path)
      }
    }
    let targets = Set(paths.moved.map(\.to))
    paths.added = addedNotes.map(\.path).filter { !targets.contains($0) }.sorted()
    paths.removed.sort()
    paths.moved.sort { $0.from < $1.from }
    return .some(paths)
  }
}
