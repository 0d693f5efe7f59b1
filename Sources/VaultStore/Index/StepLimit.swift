import GRDB
import GRDBSQLite
import VaultPlatform

/// How many steps of SQLite's machine a look at an index may take, for each text that it asks for: far more than any takes at
/// an index that is whole. Pages that lead to the same pages again and again, as only somebody writes them who means harm,
/// would be read for ever.
///
/// A statement that goes on is interrupted, which is damage (`DatabaseError.isDamage`). The limit follows the index as it
/// grows, and what is written into it has an allowance of its own. Not for several threads at once.
final class StepLimit {
  /// Ends any statement early, too.
  var cancellation: Cancellation?
  private let stepsOfPage: Int
  /// For the index as large as it was when last asked.
  private var most: Int
  private var left: Int
  private var unitsSinceMeasured = 0
  /// True when a statement was interrupted for it.
  private(set) var isOver = false

  /// Many times what was measured with a generated vault of 30,000 notes: for each page of 8 KiB, statistics take 230 steps,
  /// the check 450, and a piece of a word that nearly all notes have 1,000.
  static let stepsOfPage = 50_000
  /// What no index is too small for, in pages.
  private static let fewestPages = 100
  /// Pages are counted anew after so many pieces of work.
  private static let unitsBetweenMeasures = 64
  /// After how many steps SQLite asks. They take a thousand times as long as the answer.
  private static let period = 500

  /// What is written at a time, with far more steps than it takes: of a note of 16 MiB whose every eighth byte begins a
  /// row, some six a byte; of a file's name, thirteen.
  enum Work {
    case note(bytes: Int)
    case folder(files: Int)

    fileprivate var steps: Int {
      switch self {
      case .note(let bytes): 50_000 + 128 * bytes
      case .folder(let files): 20_000 + 1_000 * files
      }
    }
  }

  /// As for a small index, before `during`.
  init(_ cancellation: Cancellation?, stepsOfPage: Int = StepLimit.stepsOfPage) {
    self.cancellation = cancellation
    self.stepsOfPage = stepsOfPage
    most = Self.fewestPages * stepsOfPage
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

  /// Begins the search for another text.
  func begin() { left = most }

  /// Begins to write, behind which as much is left for other statements as before: each piece of work adds what it may take.
  func begin(_ work: Work, _ db: Database) throws {
    unitsSinceMeasured += 1
    if unitsSinceMeasured >= Self.unitsBetweenMeasures { try measure(db) }
    left = min(left, most) + work.steps
  }

  /// Begins another look, and throws `DatabaseError` where it took too long: `body` may have kept the error for itself.
  func during<Result>(_ db: Database, _ body: () throws -> Result) throws -> Result {
    isOver = false
    // Counting takes a few steps itself.
    begin()
    try measure(db)
    begin()
    let result = try body()
    if isOver { throw DatabaseError(resultCode: .SQLITE_INTERRUPT) }
    return result
  }

  private func pageCount(_ db: Database) throws -> Int {
    let statement = try IndexStatement(db, "PRAGMA page_count")
    return try statement.step() ? statement.int(0) : 0
  }

  /// Counts the pages, those included that the transaction has added.
  func measure(_ db: Database) throws {
    unitsSinceMeasured = 0
    most = (Self.fewestPages + (try pageCount(db))) * stepsOfPage
  }
}

extension Database {
  /// How many rows there are, counted one by one: a `count(*)` of a whole table is a single step, which nothing can end.
  func count(_ rows: String) throws -> Int { try Int.fetchOne(self, sql: "SELECT count(1) \(rows)") ?? 0 }
}
