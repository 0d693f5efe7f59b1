import Foundation
import GRDB
import VaultCore

/// What a change of the program's own made of a note's tasks: better known than two readings of the note can tell.
struct TaskMoves {
  var path: NotePath
  /// SHA-256 of the note as the change left it; only of that text is the rest true.
  var hash: [UInt8]
  /// The handles that tasks have now, by those they had; nil for one that is gone. Those that kept theirs are left out.
  var handles: [String: String?]
  /// Whether tasks came or went, so that which is which may not be seen from the texts.
  var isCertain: Bool
  /// The handles that the change's report shows, for the tasks that have them now.
  var shown: [String]

  init(path: NotePath, hash: [UInt8], handles: [String: String?], isCertain: Bool, shown: [String]) {
    self.path = path
    self.hash = hash
    self.handles = handles
    self.isCertain = isCertain
    self.shown = shown
  }

  /// `successor`: what a task of the one text is in the other; nil for one that is gone. A task that says something else
  /// now is not what its handle meant.
  init(from before: TaskNote, to after: TaskNote, isCertain: Bool, successor: (TaskLine) -> TaskLine?) {
    path = after.path
    hash = ContentHash.of(after.bytes)
    handles = [:]
    self.isCertain = isCertain
    shown = []
    for task in before.tasks where task.isTask {
      let now = successor(task).flatMap { $0.item.description == task.item.description ? $0.item.handle : nil }
      if now != task.item.handle { handles[task.item.handle] = .some(now) }
    }
  }

  /// Whether anything can be misunderstood without it.
  func matters(_ db: Database) throws -> Bool {
    if isCertain || !handles.isEmpty { return true }
    return try shown.contains { handle in
      try Bool.fetchOne(db, sql: "SELECT 1 FROM task_memory WHERE handle = ?", arguments: [handle]) ?? false
    }
  }

  func write(_ db: Database) throws {
    var writer = ByteWriter()
    writer.write(count: handles.count)
    for (old, new) in handles {
      writer.write(old)
      writer.write(new)
    }
    writer.write(shown)
    try db.execute(
      sql: "INSERT INTO task_change VALUES(?, ?, ?)",
      arguments: [Data(path.bytes), Data(hash), Data(writer.bytes)])
  }

  /// All that were written, the oldest first, and takes them out.
  static func takeAll(_ db: Database) throws -> [TaskMoves] {
    var all: [TaskMoves] = []
    let rows = try IndexStatement(db, "SELECT path, hash, data FROM task_change ORDER BY rowid")
    while try rows.step() {
      var reader = ByteReader(rows.bytes(2))
      var handles: [String: String?] = [:]
      for _ in 0..<(reader.count() ?? 0) {
        guard let old = reader.string(), let new = reader.optionalString() else { break }
        handles[old] = .some(new)
      }
      all.append(
        TaskMoves(
          path: NotePath(bytes: rows.bytes(0)), hash: Array(rows.bytes(1)), handles: handles, isCertain: true,
          shown: reader.strings() ?? []))
    }
    if !all.isEmpty { try db.execute(sql: "DELETE FROM task_change") }
    return all
  }
}
