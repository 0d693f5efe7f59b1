import GRDB
import GRDBSQLite
import VaultCore

/// The SQL function `match_counts(words)`: how often each phrase of the full-text query occurs in the row, by column.
///
/// It writes into the `MatchCounter` that is current on the connection and returns nothing, so that no row is
/// decoded twice. FTS5 hands out occurrences through `xInst` (sqlite.org/fts5.html, "Custom Auxiliary Functions").
final class MatchCounter {
  /// Rows that are counted; the others cost next to nothing.
  let candidates: IDSet
  /// Which phrase belongs to which pattern, and whether it is the one of whole words.
  let phrases: [(pattern: Int, whole: Bool, columns: Set<Int>)]
  let patternCount: Int
  private(set) var counts: [Int: [PatternCounts]] = [:]

  init(candidates: IDSet, phrases: [(pattern: Int, whole: Bool, columns: Set<Int>)], patternCount: Int) {
    self.candidates = candidates
    self.phrases = phrases
    self.patternCount = patternCount
  }

  fileprivate func count(_ api: Fts5ExtensionApi, _ context: OpaquePointer) {
    guard let rowID = api.xRowid, let instanceCount = api.xInstCount, let instance = api.xInst else { return }
    let id = Int(rowID(context))
    guard id > 0, candidates.contains(id) else { return }
    var total: Int32 = 0
    guard instanceCount(context, &total) == SQLITE_OK else { return }
    var found = [PatternCounts](repeating: PatternCounts(), count: patternCount)
    for i in 0..<total {
      var phrase: Int32 = 0
      var column: Int32 = 0
      var offset: Int32 = 0
      guard instance(context, i, &phrase, &column, &offset) == SQLITE_OK else { return }
      guard phrases.indices.contains(Int(phrase)) else { continue }
      let meaning = phrases[Int(phrase)]
      guard meaning.columns.contains(Int(column)), column < 6 else { continue }
      if meaning.whole {
        found[meaning.pattern].whole[Int(column)] &+= 1
      } else {
        found[meaning.pattern].begun[Int(column)] &+= 1
      }
    }
    counts[id] = found
  }

  /// SQLite keeps the address until it runs the statement: a String's bytes may be gone by then.
  private static let pointerType: StaticString = "fts5_api_ptr"

  /// Registers the function on a connection; its rows go to `box`'s counter.
  static func register(on db: Database, box: MatchCounterBox) throws {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(db.sqliteConnection, "SELECT fts5(?1)", -1, &statement, nil) == SQLITE_OK else {
      throw DatabaseError(message: "this SQLite has no FTS5")
    }
    defer { sqlite3_finalize(statement) }
    var api: UnsafeMutablePointer<fts5_api>?
    withUnsafeMutablePointer(to: &api) {
      let type = UnsafeRawPointer(Self.pointerType.utf8Start).assumingMemoryBound(to: CChar.self)
      _ = sqlite3_bind_pointer(statement, 1, UnsafeMutableRawPointer($0), type, nil)
      _ = sqlite3_step(statement)
    }
    guard let api, let create = api.pointee.xCreateFunction else {
      throw DatabaseError(message: "this SQLite has no FTS5")
    }
    let code = create(
      api, "match_counts", Unmanaged.passUnretained(box).toOpaque(),
      { api, context, result, _, _ in
        guard let api, let context, let user = api.pointee.xUserData?(context) else { return }
        Unmanaged<MatchCounterBox>.fromOpaque(user).takeUnretainedValue().current?.count(api.pointee, context)
        sqlite3_result_null(result)
      }, nil)
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }
}

/// Where a connection's function finds the counter of the query that is running. Lives as long as the connection.
final class MatchCounterBox {
  var current: MatchCounter?
}
