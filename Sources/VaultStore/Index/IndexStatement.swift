import GRDB
import GRDBSQLite

/// A prepared statement for loops over tens of thousands of rows, straight on SQLite: nothing is boxed or copied.
///
/// Bound memory must live until `run` or the last `step` returns.
final class IndexStatement {
  private let handle: OpaquePointer
  private let db: Database
  private let sql: String

  init<each Value: StatementValue>(_ db: Database, _ sql: String, _ values: repeat each Value) throws {
    (self.db, self.sql) = (db, sql)
    var statement = KeptStatements.take(sql, of: db.sqliteConnection)
    if statement == nil {
      let code = sqlite3_prepare_v3(db.sqliteConnection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
      guard code == SQLITE_OK, statement != nil else { throw Self.error(db, code, sql) }
    }
    guard let statement else { throw Self.error(db, SQLITE_NOMEM, sql) }
    handle = statement
    bind(repeat each values)
  }

  deinit { if !KeptStatements.keep(handle, sql, of: db.sqliteConnection) { sqlite3_finalize(handle) } }

  private static func error(_ db: Database, _ code: Int32, _ sql: String) -> DatabaseError {
    DatabaseError(
      resultCode: ResultCode(rawValue: code), message: sqlite3_errmsg(db.sqliteConnection).map { String(cString: $0) },
      sql: sql)
  }

  /// Binds the parameters to values, in order.
  func bind<each Value: StatementValue>(_ values: repeat each Value) {
    var index: Int32 = 0
    for value in repeat each values {
      index += 1
      value.bind(to: handle, at: index)
    }
  }

  func bind(text index: Int32, _ value: UnsafeBufferPointer<UInt8>) {
    value.withMemoryRebound(to: CChar.self) {
      _ = sqlite3_bind_text(handle, index, $0.baseAddress ?? UnsafePointer(Self.empty), Int32($0.count), nil)
    }
  }

  /// Runs to the end, with these values, and makes ready for the next time.
  func run<each Value: StatementValue>(_ values: repeat each Value) throws {
    bind(repeat each values)
    let code = sqlite3_step(handle)
    sqlite3_reset(handle)
    guard code == SQLITE_DONE || code == SQLITE_ROW else { throw failure(code) }
  }

  /// Returns true when there is a row.
  func step() throws -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    guard code == SQLITE_DONE else {
      let error = failure(code)
      sqlite3_reset(handle)
      throw error
    }
    return false
  }

  func reset() { sqlite3_reset(handle) }

  private func failure(_ code: Int32) -> DatabaseError {
    Self.error(db, code, sqlite3_sql(handle).map { String(cString: $0) } ?? "")
  }

  func int(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }
  func int64(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  /// Valid until the next step.
  func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
    let base = sqlite3_column_blob(handle, column)
    return UnsafeRawBufferPointer(start: base, count: base == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
  }

  func string(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }

  fileprivate nonisolated(unsafe) static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  /// Stands in for the base address that an empty buffer lacks: SQLite reads a null pointer as NULL.
  fileprivate nonisolated(unsafe) static let empty: UnsafeMutablePointer<CChar> = {
    let pointer = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    pointer.pointee = 0
    return pointer
  }()
}

/// What a statement's parameter can be bound to. SQLite keeps a copy.
protocol StatementValue {
  func bind(to statement: OpaquePointer, at index: Int32)
}

extension StatementValue where Self: BinaryInteger {
  func bind(to statement: OpaquePointer, at index: Int32) { sqlite3_bind_int64(statement, index, Int64(self)) }
}

extension Int: StatementValue {}
extension Int64: StatementValue {}

extension Bool: StatementValue {
  func bind(to statement: OpaquePointer, at index: Int32) { sqlite3_bind_int64(statement, index, self ? 1 : 0) }
}

extension String: StatementValue {
  func bind(to statement: OpaquePointer, at index: Int32) {
    var text = self
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        let start = $0.baseAddress ?? UnsafePointer(IndexStatement.empty)
        _ = sqlite3_bind_text(statement, index, start, Int32($0.count), IndexStatement.transient)
      }
    }
  }
}

/// Nil is NULL.
extension Optional: StatementValue where Wrapped: StatementValue {
  func bind(to statement: OpaquePointer, at index: Int32) {
    if let self { self.bind(to: statement, at: index) } else { sqlite3_bind_null(statement, index) }
  }
}

/// A blob.
extension [UInt8]: StatementValue {
  func bind(to statement: OpaquePointer, at index: Int32) {
    withUnsafeBytes {
      let start = $0.baseAddress ?? UnsafeRawPointer(IndexStatement.empty)
      _ = sqlite3_bind_blob(statement, index, start, Int32($0.count), IndexStatement.transient)
    }
  }
}
