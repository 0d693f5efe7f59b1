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
  /// Notes that were changed by others after the program's own changes, and before the index saw those.
  private var outdated: Set<NotePath> = []

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
    let own = try TaskMoves.takeAll(db)
    for path in Set(removed.keys).union(added.keys) { noteChanged(path, own) }
    for moves in own where !outdated.contains(moves.path) {
      for handle in moves.shown { wasShown(handle, isItsOwn: moves.handle(after: handle) != nil) }
    }
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
    let byHandle = Dictionary(new.map { ($0.handle, $0) }) { first, _ in first }
    let moves = own.filter { $0.path == path }
    var later: TaskSuccession?
    let successor: (String) -> TaskItem?
    if moves.count == 1, let moves = moves.first {
      if added[path]?.hash == moves.hash {
        successor = { handle in moves.handle(after: handle).flatMap { byHandle[$0] } }
      } else {
        let succession = TaskSuccession(from: moves.tasks, to: new)
        successor = { handle in moves.handle(after: handle).flatMap { succession[$0] } }
        later = succession
      }
    } else {
      let succession = TaskSuccession(from: old, to: new)
      successor = { succession[$0] }
    }
    let before = Set(old.map(\.handle))
    let known = handles[path] ?? []
    for handle in known {
      guard var row = rows[handle] else { continue }
      if !row.isGone {
        (row.item, row.isGone) = successor(row.item.handle).map { ($0, false) } ?? (row.item, true)
        set(row)
      } else if !before.contains(handle), byHandle[handle]?.raw == row.item.raw {
        // It is back.
        set(nil, handle)
      }
    }
    for task in old where !known.contains(task.handle) {
      let now = successor(task.handle)
      set(RememberedTask(handle: task.handle, item: now ?? task, isGone: now == nil, isShared: false))
    }
    guard let later, let moves = moves.first else { return }
    outdated.insert(path)
    let shown = Set(moves.shown)
    for task in moves.tasks where shown.contains(task.handle) {
      let now = later[task.handle]
      guard var row = rows[task.handle] else {
        set(RememberedTask(handle: task.handle, item: now ?? task, isGone: now == nil, isShared: false))
        continue
      }
      // What it was shown for before is another task.
      row.isShared = row.isShared || row.isGone || row.item.handle != now?.handle
      set(row)
    }
  }

  private func set(_ row: RememberedTask) {
    let isNeeded = row.isGone || row.isShared || row.item.handle != row.handle
    if isNeeded || rows[row.handle] != nil { set(isNeeded ? row : nil, row.handle) }
  }

  private func set(_ row: RememberedTask?, _ handle: String) {
    rows[handle] = row
    changed.insert(handle)
  }

  /// `isItsOwn`: unless the change that shows it took the task that had it away.
  private func wasShown(_ handle: String, isItsOwn: Bool) {
    guard var row = rows[handle] else { return }
    guard !row.isGone || !isItsOwn else { return set(nil, handle) }
    row.isShared = true
    set(row, handle)
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

  /// For when the index sees what a change made of the notes.
  func record(_ changes: [TaskMoves]) {
    changeMemory { db in
      for change in changes { try change.write(db) }
    }
  }

  /// Where it cannot be written just now, no answer and no change fails or waits for it: at worst a handle that was shown
  /// is refused later for what it had meant.
  private func changeMemory(_ change: (Database) throws -> Void) {
    do {
      try queue.inDatabase { db in
        sqlite3_busy_timeout(db.sqliteConnection, 0)
        defer { sqlite3_busy_timeout(db.sqliteConnection, CInt(Self.patience * 1_000)) }
        try db.inTransaction(.immediate) {
          try change(db)
          return .commit
        }
      }
    } catch {
      // See above; damage shows when the index is asked next.
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
