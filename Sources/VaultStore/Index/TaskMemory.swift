import Foundation
import GRDB
import GRDBSQLite
import VaultCore

/// The tasks that a handle meant before the notes changed: those that are gone, and those of several alike whose number
/// changed, so that the handle may mean another one now. A list that shows a handle makes an end of what is remembered
/// of it.
final class TaskMemory {
  /// The latest are kept.
  private static let limit = 20_000

  private let db: Database
  /// What was taken out in this transaction, by handle.
  private var removed: [String: (path: [UInt8], data: [UInt8])] = [:]
  private var added: [String: Int] = [:]

  init(_ db: Database) {
    self.db = db
  }

  /// To be called before the rows of a note's tasks go.
  func willRemove(tasks ids: Range<Int64>, path: [UInt8]) throws {
    guard removed.count < Self.limit else { return }
    let rows = try IndexStatement(db, "SELECT handle, data FROM task WHERE id >= ?1 AND id < ?2")
    rows.bind(1, ids.lowerBound)
    rows.bind(2, ids.upperBound)
    while try rows.step() {
      removed[rows.string(0)] = (path, Array(rows.bytes(1)))
    }
  }

  func didAdd(_ task: PreparedTask) {
    if !removed.isEmpty { added[task.handle] = task.copies }
  }

  /// Writes what is to be remembered; to be called once, last.
  func finish(generation: Int64) throws {
    guard !removed.isEmpty else { return }
    for (handle, task) in removed {
      if let copies = added[handle] {
        let old = task.data.withUnsafeBytes { TaskItem(decoding: $0, path: NotePath(bytes: task.path)) }
        guard let old, old.copies != copies else { continue }
        // What was remembered before is what was shown.
        try insert("INSERT OR IGNORE", handle, task, generation)
      } else {
        try insert("INSERT OR REPLACE", handle, task, generation)
      }
    }
    let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM task_memory") ?? 0
    guard count > Self.limit else { return }
    try db.execute(
      sql: "DELETE FROM task_memory WHERE handle IN (SELECT handle FROM task_memory ORDER BY generation LIMIT ?)",
      arguments: [count - Self.limit])
  }

  private func insert(
    _ verb: String, _ handle: String, _ task: (path: [UInt8], data: [UInt8]), _ generation: Int64
  ) throws {
    let row = try IndexStatement(db, verb + " INTO task_memory VALUES(?1,?2,?3,?4)")
    row.bind(1, handle)
    row.bind(blobCopy: 2, task.path)
    row.bind(blobCopy: 3, task.data)
    row.bind(4, generation)
    try row.run()
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

  /// What a change's report shows is what is meant from now on, though the index has not seen the change yet. Tasks of
  /// which nothing is remembered and that are like no other are left for the index to see.
  func remember(shown tasks: [TaskView]) {
    changeMemory { db in
      let known = try RememberedHandles(db)
      let tasks = tasks.filter { $0.task.copies > 1 || !known.beginning(with: $0.shortHandle).isEmpty }
      let generation = try IndexMetaReader(db).int(.generation) ?? 0
      for task in tasks {
        try db.execute(
          sql: "DELETE FROM task_memory WHERE handle >= ? AND handle < ?",
          arguments: [task.shortHandle, task.shortHandle + "{"])
      }
      for task in tasks.map(\.task) {
        try db.execute(
          sql: "INSERT OR REPLACE INTO task_memory VALUES(?, ?, ?, ?)",
          arguments: [task.handle, Data(task.path.bytes), Data(task.encoded()), generation])
      }
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
    try queue.inDatabase { try Row.fetchAll($0, sql: "SELECT handle, path, data, generation FROM task_memory") }
  }

  func remember(_ rows: [Row]) throws {
    guard !rows.isEmpty else { return }
    try queue.inDatabase { db in
      try db.inTransaction(.immediate) {
        for row in rows {
          try db.execute(
            sql: "INSERT OR REPLACE INTO task_memory VALUES(?, ?, ?, ?)",
            arguments: StatementArguments(row.databaseValues))
        }
        return .commit
      }
    }
  }
}
