import GRDB
import GRDBSQLite
import Synchronization
import VaultPlatform

/// How many steps SQLite's machine may take in one look at an index: far more than are taken in one that is whole. One in
/// which pages lead to the same pages again and again, as no program but a hostile one writes them, would be read for ever.
final class StepLimit: Sendable {
  private let cancellation: Cancellation?
  private let pages: Int
  private let left = Atomic<Int>(0)

  /// Of a generated index, statistics take 230 steps for each of its pages of 8 KiB, and each short piece of a word that is
  /// searched for 1,000.
  private static let stepsOfPage = 50_000
  /// What of a note is written takes more.
  private static let stepsOfNote = 20_000
  private static let fewestPages = 100
  /// After how many steps SQLite asks, which takes longer than they do.
  private static let period = 500

  /// `bytes`: the size of the index. `cancellation`: ends any statement early, too.
  init(bytes: Int64, _ cancellation: Cancellation?) {
    self.cancellation = cancellation
    pages = max(Self.fewestPages, Int(bytes) / IndexSchema.pageSize)
    left.store(pages * Self.stepsOfPage, ordering: .relaxed)
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
    left.subtract(Self.period, ordering: .relaxed).newValue >= 0 && cancellation?.isCancelled != true
  }

  /// Runs one look, or the writing of at most so many notes. Throws an error of damage where that takes too long.
  func during<Result>(writing notes: Int = 0, _ body: () throws -> Result) throws -> Result {
    left.store(pages * Self.stepsOfPage + notes * Self.stepsOfNote, ordering: .relaxed)
    // What is done apart from looks is little.
    defer { left.store(pages * Self.stepsOfPage, ordering: .relaxed) }
    do {
      let result = try body()
      // `body` may have kept the error for itself.
      if left.load(ordering: .relaxed) >= 0 { return result }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
      guard left.load(ordering: .relaxed) < 0 else { throw error }
    }
    throw IndexSnapshot.damage("an index that would be read for ever is")
  }
}
