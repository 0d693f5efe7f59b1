import GRDB
import VaultCore

/// The tasks whose handles name none any more, the latest of them: a small cache, by which a handle, or the beginning of
/// one, is refused with what it meant. It never says which task a handle names, so nothing is lost with it but that.
struct VanishedTasks {
  /// As many are kept, and as many are looked at in one transaction.
  private static let limit = 5_000

  private let check: RecordCheck
  /// By handle, the tasks of notes that were taken out in this transaction.
  private var removed: [String: (path: [UInt8], data: [UInt8])] = [:]

  init(_ check: RecordCheck) { self.check = check }

  /// To be called before the rows of a note's tasks go.
  mutating func willRemove(tasks ids: Range<Int64>, path: [UInt8], _ db: Database) throws {
    guard removed.count < Self.limit else { return }
    let rows = try IndexStatement(
      db, "SELECT handle, data, id FROM task WHERE id >= ?1 AND id < ?2", ids.lowerBound, ids.upperBound)
    while try rows.step() {
      guard let data = check.content(rows.bytes(1), .task, rows.int(2)) else {
        throw IndexSnapshot.damage("a task's record is")
      }
      removed[rows.string(0)] = (path, check.sealed(Array(data), .vanishedTask, 0))
    }
  }

  /// Writes those that did not come back; to be called once, last.
  func finish(_ db: Database) throws {
    guard !removed.isEmpty else { return }
    let present = try IndexStatement(db, "SELECT 1 FROM task WHERE handle = ?1")
    let insert = try IndexStatement(db, "INSERT OR REPLACE INTO vanished_task(handle, path, data) VALUES(?1,?2,?3)")
    for (handle, task) in removed {
      present.bind(handle)
      let isPresent = try present.step()
      present.reset()
      if isPresent { continue }
      try insert.run(handle, task.path, task.data)
    }
    try db.execute(
      sql: "DELETE FROM vanished_task WHERE id <= (SELECT max(id) FROM vanished_task) - ?", arguments: [Self.limit])
  }
}

extension SearchIndex {
  typealias VanishedTask = (handle: String, path: [UInt8], data: [UInt8])

  /// All of them, to be put into another index.
  func vanishedTasks() throws -> [VanishedTask] {
    try use { db in
      let check = try RecordCheck(IndexMetaReader(db))
      let rows = try IndexStatement(db, "SELECT handle, path, data FROM vanished_task ORDER BY id")
      var tasks: [VanishedTask] = []
      while try rows.step() {
        guard let data = check.content(rows.bytes(2), .vanishedTask, 0) else {
          throw IndexSnapshot.damage("a vanished task's record is")
        }
        tasks.append((rows.string(0), Array(rows.bytes(1)), Array(data)))
      }
      return tasks
    }
  }

  func keep(vanishedTasks tasks: [VanishedTask]) throws {
    guard !tasks.isEmpty else { return }
    try use { db in
      try db.inTransaction(.immediate) {
        let check = try RecordCheck(IndexMetaReader(db))
        let insert = try IndexStatement(db, "INSERT OR REPLACE INTO vanished_task(handle, path, data) VALUES(?1,?2,?3)")
        for task in tasks { try insert.run(task.handle, task.path, check.sealed(task.data, .vanishedTask, 0)) }
        // What is known of handles is known of one generation.
        let meta = IndexMetaReader(db)
        try meta.set(.generation, Int64((try meta.int(.generation) ?? 0) &+ 1))
        return .commit
      }
    }
  }
}
