import Foundation
import GRDB
import GRDBSQLite
import VaultCore

/// A handle that does not mean the task that has it now, or that no task has any more.
package struct RememberedTask {
  var handle: String
  /// What it means, as it is now, with the handle that it has now; of one that is gone, as it was last.
  var item: TaskItem
  var isGone: Bool
  /// It was shown for another task since, so that it cannot be known which is meant.
  var isShared: Bool
}

/// What the handles of tasks mean that were shown, as notes change: a handle is made of a task's words and of which of
/// several alike it is, so that it may come to be another one's. A list that shows a handle makes an end of what is
/// remembered of it.
final class TaskMemory {
  /// The latest are kept.
  private static let limit = 20_000

  private let db: Database
  /// Of notes that were taken out in this transaction, the tasks as they were stored.
  private var removed: [NotePath: [[UInt8]]] = [:]
  private var removedCount = 0
  private var added: [NotePath: (hash: [UInt8], tasks: [[UInt8]])] = [:]
  private var rows: [String: RememberedTask] = [:]
  private var handles: [NotePath: Set<String>] = [:]
  /// To be written.
  private var changed: Set<String> = []

  init(_ db: Database) throws {
    self.db = db
    let rows = try IndexStatement(db, "SELECT handle, path, data, is_gone, is_shared FROM task_memory")
    while try rows.step() {
      let path = NotePath(bytes: rows.bytes(1))
      // One that cannot be read is of no use, and goes with its time.
      guard let item = TaskItem(decoding: rows.bytes(2), path: path) else { continue }
      let handle = rows.string(0)
      self.rows[handle] = RememberedTask(
        handle: handle, item: item, isGone: rows.int(3) != 0, isShared: rows.int(4) != 0)
      handles[path, default: []].insert(handle)
    }
  }

  /// To be called before the rows of a note's tasks go.
  func willRemove(tasks ids: Range<Int64>, path: [UInt8]) throws {
    guard removedCount < Self.limit else { return }
    let rows = try IndexStatement(db, "SELECT data FROM task WHERE id >= ?1 AND id < ?2 ORDER BY id")
    rows.bind(1, ids.lowerBound)
    rows.bind(2, ids.upperBound)
    var tasks: [[UInt8]] = []
    while try rows.step() { tasks.append(Array(rows.bytes(0))) }
    guard !tasks.isEmpty else { return }
    removed[NotePath(bytes: path)] = tasks
    removedCount += tasks.count
  }

  func didAdd(_ note: PreparedNote) {
    guard removed[note.path] != nil || handles[note.path] != nil else { return }
    added[note.path] = (note.row.hash, note.tasks.map(\.data))
  }

  /// Writes what is to be remembered; to be called once, last.
  func finish(generation: Int64) throws {
    let paths = Set(removed.keys).union(added.keys)
    let seen = Dictionary(uniqueKeysWithValues: paths.map { ($0, added[$0]?.hash) })
    let own = Dictionary(grouping: try TaskMoves.take(db, seen: seen), by: \.path)
    for path in paths { noteChanged(path, own[path] ?? []) }
    guard !changed.isEmpty else { return }
    let delete = try IndexStatement(db, "DELETE FROM task_memory WHERE handle = ?1")
    let insert = try IndexStatement(db, "INSERT OR REPLACE INTO task_memory VALUES(?1,?2,?3,?4,?5,?6)")
    for handle in changed {
      guard let row = rows[handle] else {
        delete.bind(1, handle)
        try delete.run()
        continue
      }
      insert.bind(1, handle)
      insert.bind(blobCopy: 2, Array(row.item.path.bytes))
      insert.bind(blobCopy: 3, row.item.encoded())
      insert.bind(4, row.isGone)
      insert.bind(5, row.isShared)
      insert.bind(6, generation)
      try insert.run()
    }
    let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM task_memory") ?? 0
    guard count > Self.limit else { return }
    try db.execute(
      sql: "DELETE FROM task_memory WHERE handle IN (SELECT handle FROM task_memory ORDER BY generation LIMIT ?)",
      arguments: [count - Self.limit])
  }

  private func noteChanged(_ path: NotePath, _ own: [TaskMoves]) {
    func tasks(_ data: [[UInt8]]?) -> [TaskItem] {
      (data ?? []).compactMap { $0.withUnsafeBytes { TaskItem(decoding: $0, path: path) } }
    }
    let (old, new) = (tasks(removed[path]), tasks(added[path]?.tasks))
    let isChain = zip(own, own.dropFirst()).allSatisfy { $0.hash == $1.before }
    guard isChain, let last = own.last else {
      let succession = TaskSuccession(from: old, to: new)
      follow(path, from: old, to: new) { succession[$0]?.handle }
      return own.forEach(wereShown)
    }
    let isLatest = added[path]?.hash == last.hash
    var before = old
    for (place, moves) in own.enumerated() {
      let after = isLatest && place == own.count - 1 ? new : moves.tasks
      follow(path, from: before, to: after) { moves.handle(after: $0) }
      wereShown(moves)
      before = after
    }
    guard !isLatest else { return }
    // Others changed the note after the program did, and before the index saw that.
    let succession = TaskSuccession(from: before, to: new)
    follow(path, from: before, to: new) { succession[$0]?.handle }
  }

  /// `successor`: the handle after a change of the task that had one before.
  private func follow(
    _ path: NotePath, from old: [TaskItem], to new: [TaskItem], _ successor: (String) -> String?
  ) {
    let before = Set(old.map(\.handle))
    let after = Dictionary(new.map { ($0.handle, $0) }) { first, _ in first }
    let known = (handles[path] ?? []).filter { rows[$0] != nil }
    for handle in known {
      guard var row = rows[handle] else { continue }
      if !row.isGone, let now = successor(row.item.handle).flatMap({ after[$0] }) {
        row.item = now
        set(row)
      } else if !before.contains(handle), after[handle]?.raw == row.item.raw {
        // It is back.
        set(nil, handle)
      } else {
        row.isGone = true
        set(row)
      }
    }
    for task in old where !known.contains(task.handle) {
      let now = successor(task.handle).flatMap { after[$0] }
      set(RememberedTask(handle: task.handle, item: now ?? task, isGone: now == nil, isShared: false))
    }
  }

  private func set(_ row: RememberedTask) {
    let isNeeded = row.isGone || row.isShared || row.item.handle != row.handle
    if isNeeded || rows[row.handle] != nil { set(isNeeded ? row : nil, row.handle) }
  }

  private func set(_ row: RememberedTask?, _ handle: String) {
    rows[handle] = row
    if let row { handles[row.item.path, default: []].insert(handle) }
    changed.insert(handle)
  }

  private func wereShown(_ moves: TaskMoves) {
    for handle in moves.shown {
      guard var row = rows[handle] else { continue }
      // What is gone was something else, unless the change that shows the handle took the task away that had it.
      let isPast = row.isGone && moves.handle(after: handle) != nil
      row.isShared = true
      set(isPast ? nil : row, handle)
    }
  }
}

/// The handles of which something is remembered.
struct RememberedHandles {
  private var handles: [String] = []

  init(_ db: Database) throws {
    let rows = try IndexStatement(db, "SELECT handle FROM task_memory ORDER BY handle")
    while try rows.step() { handles.append(rows.string(0)) }
  }

  var isEmpty: Bool { handles.isEmpty }

  func beginning(with shown: String) -> ArraySlice<String> {
    var low = 0
    var high = handles.count
    while low < high {
      let middle = (low + high) / 2
      if handles[middle] < shown { low = middle + 1 } else { high = middle }
    }
    return handles[low...].prefix { $0.hasPrefix(shown) }
  }
}

extension SearchIndex {
  /// Forgets what these handles meant before; they were shown as what they are now.
  func forget(_ handles: Set<String>) {
    changeMemory { db in
      for handle in handles {
        try db.execute(sql: "DELETE FROM task_memory WHERE handle = ?", arguments: [handle])
      }
    }
  }

  /// For when the index sees what a change makes of the notes. Waits a little for whoever is writing: what is not told has to
  /// be guessed. The result says whether it was.
  func record(_ changes: [TaskMoves]) -> Bool {
    changeMemory(patience: 1) { db in
      for change in changes { try change.write(db) }
    }
  }

  /// The change was not made.
  func withdraw(_ changes: [TaskMoves]) {
    changeMemory(patience: 1) { db in
      for change in changes { try change.delete(db) }
    }
  }

  /// A change that was interrupted was taken back, and with it all that was told lately is in doubt.
  func withdrawAll() {
    changeMemory(patience: 1) { try TaskMoves.deleteAll($0) }
  }

  /// Where it cannot be written in so many seconds, no answer and no change fails for it: at worst a handle that was shown
  /// is refused later for what it had meant.
  @discardableResult
  func changeMemory(patience: Double = 0, _ change: (Database) throws -> Void) -> Bool {
    do {
      try queue.inDatabase { db in
        sqlite3_busy_timeout(db.sqliteConnection, CInt(patience * 1_000))
        defer { sqlite3_busy_timeout(db.sqliteConnection, CInt(Self.patience * 1_000)) }
        try db.inTransaction(.immediate) {
          try change(db)
          return .commit
        }
      }
      return true
    } catch {
      // See above; damage shows when the index is asked next.
      return false
    }
  }

  /// Everything remembered, to be put into another index.
  func taskMemory() throws -> [Row] {
    try queue.inDatabase { try Row.fetchAll($0, sql: "SELECT * FROM task_memory") }
  }

  func remember(_ rows: [Row]) throws {
    guard !rows.isEmpty else { return }
    try queue.inDatabase { db in
      try db.inTransaction(.immediate) {
        for row in rows {
          try db.execute(
            sql: "INSERT OR REPLACE INTO task_memory VALUES(?, ?, ?, ?, ?, ?)",
            arguments: StatementArguments(row.databaseValues))
        }
        return .commit
      }
    }
  }
}
