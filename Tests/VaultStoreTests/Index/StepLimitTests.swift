import GRDB
import GRDBSQLite
import Testing

@testable import VaultStore

@Suite("Limit of steps") struct StepLimitTests {
  private let queue: DatabaseQueue
  /// Of two hundred thousand steps where an index has fewer than a hundred pages.
  private let limit = StepLimit(nil, stepsOfPage: 2_000)

  init() throws {
    queue = try DatabaseQueue()
    try queue.inDatabase { db in
      try db.execute(sql: "CREATE TABLE t(x)")
      limit.watch(db)
    }
  }

  private func insert(_ rows: Int, _ db: Database) throws {
    try db.execute(
      sql: "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < ?) "
        + "INSERT INTO t SELECT randomblob(500) FROM n", arguments: [rows])
  }

  private func sum(_ db: Database) throws -> Int { try Int.fetchOne(db, sql: "SELECT sum(length(x)) FROM t") ?? 0 }

  @Test func aStatementWithoutEndIsDamage() throws {
    let error = #expect(throws: DatabaseError.self) {
      try queue.inDatabase { db in
        try limit.during(db) {
          try db.execute(sql: "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n) SELECT count(i) FROM n")
        }
      }
    }
    #expect(error?.isDamage == true)
    // The next look begins anew.
    try queue.inDatabase { db in try limit.during(db) { _ = try sum(db) } }
  }

  @Test func anErrorThatIsKeptBackIsTold() throws {
    var kept: (any Error)?
    let thrown = #expect(throws: DatabaseError.self) {
      try queue.inDatabase { db in
        try limit.during(db) {
          do { try insert(1_000_000, db) } catch { kept = error }
        }
      }
    }
    #expect(thrown?.isDamage == true && kept is DatabaseError)
  }

  /// A small index into which much is put is no damage, neither while that is written nor when it is read.
  @Test func isThatOfTheIndexAsItGrows() throws {
    #expect(throws: DatabaseError.self) {
      try queue.inDatabase { db in try limit.during(db) { try insert(30_000, db) } }
    }
    try queue.inDatabase { db in
      try limit.during(db) {
        for _ in 0..<300 {
          try limit.begin(.folder(files: 100), db)
          try insert(100, db)
        }
      }
      try limit.during(db) {
        for _ in 0..<3 {
          let sum = try sum(db)
          #expect(sum == 15_000_000)
        }
      }
    }
  }

  /// What one piece of work leaves over, the next does not get: many that are cheap allow no long one.
  @Test func allowancesDoNotAddUp() throws {
    #expect(throws: DatabaseError.self) {
      try queue.inDatabase { db in
        try limit.during(db) {
          for _ in 0..<1_000 { try limit.begin(.note(bytes: 10_000), db) }
          try insert(1_000_000, db)
        }
      }
    }
  }
}
