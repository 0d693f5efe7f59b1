import GRDBSQLite
import Synchronization

/// Prepared statements of connections that are kept open, one for each text: to prepare a small one takes longer than to run
/// it.
enum KeptStatements {
  /// By the addresses of connections and statements.
  private static let all = Mutex<[UInt: [String: UInt]]>([:])
  /// Some texts are made for a question and never come again.
  private static let most = 64

  /// Has the statements of a connection kept from now on, until `end`.
  static func begin(_ connection: OpaquePointer) {
    all.withLock { all in
      if all[UInt(bitPattern: connection)] == nil { all[UInt(bitPattern: connection)] = [:] }
    }
  }

  /// Nil where there is none that nobody uses.
  static func take(_ sql: String, of connection: OpaquePointer?) -> OpaquePointer? {
    let address = all.withLock { $0[UInt(bitPattern: connection)]?.removeValue(forKey: sql) }
    return address.flatMap { OpaquePointer(bitPattern: $0) }
  }

  /// Takes over a statement that nobody uses any more; false where whoever has it is to finalize it.
  static func keep(_ statement: OpaquePointer, _ sql: String, of connection: OpaquePointer?) -> Bool {
    sqlite3_reset(statement)
    sqlite3_clear_bindings(statement)
    return all.withLock { all in
      let key = UInt(bitPattern: connection)
      guard let count = all[key]?.count, all[key]?[sql] == nil else { return false }
      // Whichever goes: one that is asked for often is soon kept again.
      if count >= most, let (other, address) = all[key]?.first {
        sqlite3_finalize(OpaquePointer(bitPattern: address))
        all[key]?[other] = nil
      }
      all[key]?[sql] = UInt(bitPattern: statement)
      return true
    }
  }

  /// To be called before the connection is closed.
  static func end(_ connection: OpaquePointer) {
    let kept = all.withLock { $0.removeValue(forKey: UInt(bitPattern: connection)) }
    for address in (kept ?? [:]).values { sqlite3_finalize(OpaquePointer(bitPattern: address)) }
  }
}
