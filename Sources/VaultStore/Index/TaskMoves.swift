import Foundation
import GRDB
import VaultCore

/// What a change of the program's own made of a note's tasks: better known than two readings of the note can tell.
struct TaskMoves {
  var path: NotePath
  /// SHA-256 of the note before the change, and as the change left it.
  var before: [UInt8]
  var hash: [UInt8]
  /// The handles that tasks had after the change, by those they had before; nil for one that went. Those that kept theirs
  /// are left out.
  var handles: [String: String?]
  /// The note's tasks as the change left them.
  var tasks: [TaskItem]
  /// The handles that the change's report shows.
  var shown: [String] = []
  /// Of one that was read: in seconds since 1970.
  private(set) var recordedAt: Int64 = 0

  /// `successor`: what a task of the one text is in the other; nil for one that is gone. A task that says something else
  /// now is not what its handle meant.
  init(from before: TaskNote, to after: TaskNote, successor: (TaskLine) -> TaskLine?) {
    path = after.path
    self.before = ContentHash.of(before.bytes)
    hash = ContentHash.of(after.bytes)
    handles = [:]
    tasks = after.items
    for task in before.tasks where task.isTask {
      let now = successor(task).flatMap { $0.item.description == task.item.description ? $0.item.handle : nil }
      if now != task.item.handle { handles[task.item.handle] = .some(now) }
    }
  }

  /// The handle after the change; nil for a task that went.
  func handle(after handle: String) -> String? { handles[handle, default: handle] }

  // MARK: In the index

  /// Seconds within which the note is written after what is to become of it.
  private static let longestDelay: Int64 = 10

  func write(_ db: Database) throws {
    var writer = ByteWriter()
    writer.write(count: handles.count)
    for (old, new) in handles {
      writer.write(old)
      writer.write(new)
    }
    writer.write(shown)
    writer.write(count: tasks.count)
    for task in tasks { writer.write(task.encoded()) }
    writer.write(signed: Int64(Date().timeIntervalSince1970))
    writer.write(before)
    try db.execute(
      sql: "INSERT INTO task_change VALUES(?, ?, ?)",
      arguments: [Data(path.bytes), Data(hash), Data(writer.bytes)])
  }

  func delete(_ db: Database) throws {
    try db.execute(
      sql: "DELETE FROM task_change WHERE path = ? AND hash = ?", arguments: [Data(path.bytes), Data(hash)])
  }

  private init(path: NotePath, hash: [UInt8], _ reader: inout ByteReader) {
    self.path = path
    self.hash = hash
    before = []
    handles = [:]
    for _ in 0..<(reader.count() ?? 0) {
      guard let old = reader.string(), let new = reader.optionalString() else { break }
      handles[old] = .some(new)
    }
    shown = reader.strings() ?? []
    tasks = []
    for _ in 0..<(reader.count() ?? 0) {
      guard let task = reader.data().flatMap({ TaskItem(decoding: $0, path: path) }) else { break }
      tasks.append(task)
    }
    recordedAt = reader.signed() ?? 0
    before = reader.data().map(Array.init) ?? []
  }

  /// All that were written.
  static func deleteAll(_ db: Database) throws { try db.execute(sql: "DELETE FROM task_change") }

  /// Takes out what was written of these notes and is seen in them now, the oldest first. `seen`: SHA-256 of what each of
  /// them is, nil for one that is gone. What has yet to come stays, unless it is too old.
  static func take(_ db: Database, seen: [NotePath: [UInt8]?]) throws -> [TaskMoves] {
    var taken: [TaskMoves] = []
    var done: [Int64] = []
    let now = Int64(Date().timeIntervalSince1970)
    let rows = try IndexStatement(db, "SELECT path, hash, data, rowid FROM task_change ORDER BY rowid")
    while try rows.step() {
      var reader = ByteReader(rows.bytes(2))
      let moves = TaskMoves(path: NotePath(bytes: rows.bytes(0)), hash: Array(rows.bytes(1)), &reader)
      let isSeen = seen[moves.path].map { $0 != moves.before } ?? false
      if isSeen { taken.append(moves) }
      // The clock may have been set back a little.
      let mayCome = (-longestDelay...longestDelay).contains(now - moves.recordedAt)
      if isSeen || !mayCome { done.append(rows.int64(3)) }
    }
    for row in done { try db.execute(sql: "DELETE FROM task_change WHERE rowid = ?", arguments: [row]) }
    return taken
  }
}
