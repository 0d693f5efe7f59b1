import VaultCore
import VaultPlatform

/// What an operation does to the files, or would do.
package struct PlannedChange: Sendable {
  /// A file's text before and after; nil where there is no file.
  package struct Text: Sendable, Hashable {
    /// Where the file is before and after.
    package var from: NotePath?
    package var to: NotePath?
    package var before: [UInt8]
    package var after: [UInt8]
  }

  /// A file that moves and stays what it is. Nil is the trash.
  package struct Move: Sendable, Hashable {
    package var from: NotePath?
    package var to: NotePath?
  }

  package var records: [ChangeRecord]
  /// What was named and cannot be changed.
  package private(set) var leftOut: [NotePath]
  package var texts: [Text]
  /// Only in full, and without those whose text is in `texts`.
  package private(set) var moves: [Move] = []
  /// By where the file is before, the edits that made a new text, where edits alone did so.
  private var edits: [NotePath: [TextEdit]] = [:]

  /// Those of several operations, one after the other.
  init(_ all: [PlannedChange]) {
    records = all.flatMap(\.records)
    leftOut = all.flatMap(\.leftOut)
    texts = all.flatMap(\.texts)
    moves = all.flatMap(\.moves)
  }

  init(_ plan: ChangePlan) {
    self.init(plan.steps, records: plan.records, leftOut: plan.leftOut, edits: plan.edits)
  }

  /// What an operation of the history did; of what moved, folders stand for what is in them.
  init(_ entry: JournalEntry) {
    self.init(entry.steps, records: [], leftOut: [], edits: [:])
    let written = Set(texts.compactMap(\.from))
    moves = Self.moves(entry.steps).all.filter { !written.contains($0.from) }.map { from, to in
      Move(from: Trash.holds(from) ? nil : from, to: Trash.holds(to) ? nil : to)
    }
  }

  private init(_ steps: [ChangeStep], records: [ChangeRecord], leftOut: [NotePath], edits: [NotePath: [TextEdit]]) {
    self.records = records
    self.leftOut = leftOut
    texts = []
    let moves = Self.moves(steps)
    var done = 0
    for step in steps {
      switch step {
      case .write(let path, let old, let new):
        let from = moves.before(path, upTo: done)
        texts.append(Text(from: from, to: moves.after(path, from: done), before: old, after: new))
        self.edits[from] = edits[path]
      case .create(let path, let bytes, _):
        texts.append(Text(from: nil, to: moves.after(path, from: done), before: [], after: bytes))
      case .delete(let path, let bytes, _):
        texts.append(Text(from: moves.before(path, upTo: done), to: nil, before: bytes, after: []))
      case .move: done += 1
      case .makeFolder, .removeFolder: break
      }
    }
  }

  /// The edits that a text was made of, for whoever has the old one in an editor. Where it was not made of edits alone,
  /// what of its lines differs.
  package func edits(of text: Text) -> [TextEdit] {
    text.from.flatMap { edits[$0] } ?? [TextEdit](narrowlyFrom: text.before, to: text.after)
  }

  /// With every single file that moves, and the texts of those that go to the trash or come from there: all that a diff
  /// needs which others can apply. Throws `ChangeError`.
  init(inFull plan: ChangePlan) throws {
    self.init(plan)
    let steps = Self.moves(plan.steps)
    var seen = Set(texts.compactMap(\.from))
    for (index, step) in steps.all.enumerated() {
      for (from, _) in try plan.tree.files(at: steps.before(step.from, upTo: index))
      where seen.insert(from).inserted {
        let to = steps.after(from)
        guard from != to else { continue }
        let isDeleted = Trash.holds(to)
        if isDeleted || Trash.holds(from), let bytes = try plan.overlaid.bytes(of: from) ?? Self.text(from, plan.tree) {
          texts.append(
            isDeleted
              ? Text(from: from, to: nil, before: bytes, after: []) : Text(from: nil, to: to, before: [], after: bytes))
        } else {
          moves.append(Move(from: Trash.holds(from) ? nil : from, to: isDeleted ? nil : to))
        }
      }
    }
  }

  private static func moves(_ steps: [ChangeStep]) -> PathMoves {
    PathMoves(
      steps.compactMap { step in
        guard case .move(let from, let to) = step else { return nil }
        return (from, to)
      })
  }

  /// Returns nil for what is no regular file, and for one with NUL, which no diff of text can show.
  private static func text(_ path: NotePath, _ tree: VaultTree) throws -> [UInt8]? {
    let place = try tree.place(path)
    guard try VaultTree.kind(place) == S_IFREG else { return nil }
    let bytes = try FileImage.read(place).bytes
    return bytes.contains(0) ? nil : bytes
  }
}

/// What became of one file, as changing commands print it.
package struct ChangeRecord: Sendable, Hashable {
  package enum State: String, Sendable, CaseIterable {
    case created, updated, deleted, restored
  }

  package var state: State
  /// Where it is now; of a deleted one, where it was.
  package var path: NotePath
  /// Where it was, of one that moved.
  package var from: NotePath?

  package init(_ state: State, _ path: NotePath, from: NotePath? = nil) {
    self.state = state
    self.path = path
    self.from = from
  }
}
