import GRDB
import GRDBSQLite
import Synchronization
import VaultCore

/// A wish that a question ends early, which any thread may utter.
///
/// The question looks at it where it takes long: between batches of notes, before each term of a query, and wherever SQLite
/// works. A change that has begun to write pays no heed to it.
package final class Cancellation: Sendable {
  private let flag = Atomic(false)

  package init() {}

  package func cancel() { flag.store(true, ordering: .relaxed) }

  package var isCancelled: Bool { flag.load(ordering: .relaxed) }

  package func check() throws {
    if isCancelled { throw CancelledError() }
  }

  /// How many steps SQLite's virtual machine makes between two looks: some microseconds.
  private static let steps: CInt = 1_000

  /// Runs `body`, in which SQLite gives up soon after the cancellation. Throws `CancelledError` for what came of that.
  func interrupting<Answer>(_ db: Database, _ body: () throws -> Answer) throws -> Answer {
    // SQLite holds no reference, so the handler is taken away before this value can go.
    sqlite3_progress_handler(
      db.sqliteConnection, Self.steps,
      { context in
        guard let context else { return 0 }
        return Unmanaged<Cancellation>.fromOpaque(context).takeUnretainedValue().isCancelled ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
    defer { sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
    do {
      return try withExtendedLifetime(self, body)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT && isCancelled {
      throw CancelledError()
    }
  }
}

/// Nobody waits for the answer any more. Nothing was harmed, and nothing has to be mended.
package struct CancelledError: Failure {
  package init() {}

  package var kind: FailureKind { .interrupted }
  package var message: Message { "the question was dropped, since nobody waits for its answer" }
}
