import VaultCore

/// What became of the notes between two states of the index.
package enum NoteChanges: Sendable, Hashable {
  /// Up to 1,000 paths in all.
  case some(Paths)
  /// Too many to be listed, or not known: ask anew.
  case many

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
  }

  package struct Move: Sendable, Hashable {
    package var from: NotePath
    package var to: NotePath

    package init(from: NotePath, to: NotePath) {
      self.from = from
      self.to = to
    }
  }
}

extension NoteChanges {
  /// More paths than these are not listed.
  static let most = 1_000

  static let none = NoteChanges.some(Paths())

  /// `many` where there are too many paths.
  init(_ paths: Paths) {
    self = paths.count > Self.most ? .many : .some(paths)
  }

  package var isEmpty: Bool { self == .none }

  /// What became of the notes in this time and in the time after it, as one change.
  ///
  /// A note that came and went again counts as removed: whoever looked in between has seen it.
  package func followed(by later: NoteChanges) -> NoteChanges {
    guard case .some(let first) = self, case .some(let second) = later else { return .many }
    if first.count == 0 { return later }
    if second.count == 0 { return self }
    var changes = MergedChanges(first)
    changes.add(second)
    return NoteChanges(changes.paths)
  }
}

extension NoteChanges.Paths {
  var count: Int { added.count + changed.count + removed.count + moved.count }
}

/// What became of each path in several times, one after the other.
private struct MergedChanges {
  private enum Fate {
    case added, changed, removed
  }

  private var fates: [NotePath: Fate] = [:]
  /// By where each note is now, where it came from, as long as its content stays the same.
  private var origins: [NotePath: NotePath] = [:]

  init(_ paths: NoteChanges.Paths) { add(paths) }

  mutating func add(_ paths: NoteChanges.Paths) {
    // What goes makes room for what comes, so all that goes is taken first.
    var moves: [(from: NotePath, to: NotePath, origin: NotePath?)] = []
    for move in paths.moved {
      let isOriginal = fates[move.from] == nil
      let origin = origins[move.from] ?? (isOriginal ? move.from : nil)
      moves.append((move.from, move.to, origin))
    }
    for path in paths.removed + moves.map(\.from) {
      fates[path] = .removed
      origins[path] = nil
    }
    for path in paths.changed {
      if fates[path] != .added { fates[path] = .changed }
      origins[path] = nil
    }
    for path in paths.added { come(path, from: nil) }
    for move in moves { come(move.to, from: move.origin) }
  }

  private mutating func come(_ path: NotePath, from origin: NotePath?) {
    // Where something stood before, another content stands now.
    let stoodBefore = fates[path] == .removed || fates[path] == .changed
    fates[path] = stoodBefore ? .changed : .added
    origins[path] = stoodBefore || origin == path ? nil : origin
  }

  var paths: NoteChanges.Paths {
    var paths = NoteChanges.Paths()
    let origins = origins.filter { fates[$0.value] == .removed }
    paths.moved = origins.map { NoteChanges.Move(from: $0.value, to: $0.key) }.sorted { $0.to < $1.to }
    let sources = Set(origins.values)
    func all(_ fate: Fate, except others: (NotePath) -> Bool) -> [NotePath] {
      fates.filter { $0.value == fate && !others($0.key) }.keys.sorted()
    }
    paths.added = all(.added) { origins[$0] != nil }
    paths.changed = all(.changed) { _ in false }
    paths.removed = all(.removed) { sources.contains($0) }
    return paths
  }
}
