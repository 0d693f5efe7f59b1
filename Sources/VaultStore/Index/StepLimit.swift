import GRDB
import GRDBSQLite
import VaultPlatform

/// How many steps of SQLite's machine a look at an index may take, for each text that it asks for: far more than any takes at
/// an index that is whole. Pages that lead to the same pages again and again, as only somebody writes them who means harm,
/// would be read for ever.
///
/// A statement that goes on is interrupted, which is damage (`DatabaseError.isDamage`). Not for several threads at once.
final class StepLimit {
  private let cancellation: Cancellation?
  private let most: Int
  private var left: Int
  /// True when a statement was interrupted for it.
  private(set) var isOver = false

  /// Many times what was measured with a generated vault of 30,000 notes: for each page of 8 KiB, statistics take 230 steps,
  /// the check 450, and a piece of a word that nearly all notes have 1,000.
  private static let stepsOfPage = 50_000
  /// What no index is too small for, in pages.
  private static let fewestPages = 100
  /// The largest note that is read has two million rows, which take some fifty steps each.
  private static let stepsOfNote = 1 << 30
  /// After how many steps SQLite asks. They take a thousand times as long as the answer.
  private static let period = 500

  /// `bytes`: the size of the index. `cancellation`: ends any statement early, too.
  init(bytes: Int64, _ cancellation: Cancellation?) {
    self.cancellation = cancellation
    most = (Self.fewestPages + Int(bytes) / IndexSchema.pageSize) * Self.stepsOfPage
    left = most
  }

  /// Has the connection ask this, which has to live for as long as it does.
  func watch(_ db: Database) {
    // The full-text table reads its pages by small statements, whose steps count, too.
    sqlite3_progress_handler(
      db.sqliteConnection, CInt(Self.period),
      { context in
        context.map { Unmanaged<StepLimit>.fromOpaque($0).takeUnretainedValue().allowsMore() } == true ? 0 : 1
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func allowsMore() -> Bool {
    left -= Self.period
    if left < 0 { isOver = true }
    return !isOver && cancellation?.isCancelled != true
  }

  /// Begins the search for another text, or, where `isWriting`, to write another note.
  func begin(isWriting: Bool = false) { left = most + (isWriting ? Self.stepsOfNote : 0) }

  /// Begins another look, and throws `DatabaseError` where it took too long: `body` may have kept the error for itself.
  func during<Result>(_ body: () throws -> Result) throws -> Result {
    isOver = false
    begin()
    let result = try body()
    if isOver { throw DatabaseError(resultCode: .SQLITE_INTERRUPT) }
    return result
  }
}

extension Database {
  /// How many rows there are, counted one by one: a `count(*)` of a whole table is a single step, which nothing can end.
  func count(_ rows: String) throws -> Int { try Int.fetchOne(self, sql: "SELECT count(1) \(rows)") ?? 0 }
}
