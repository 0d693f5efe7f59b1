import GRDB
import GRDBSQLite

/// A prepared statement for loops over tens of thousands of rows, straight on SQLite: nothing is boxed or copied.
///
/// Bound memory must live until `run` or the last `step` returns.
final class IndexStatement {
  private let handle: OpaquePointer
  private let db: Database

  init(_ db: Database, _ sql: String) throws {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(db.sqliteConnection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else { throw Self.error(db, code, sql) }
    handle = statement
    self.db = db
  }

  deinit { sqlite3_finalize(handle) }

  private static func error(_ db: Database, _ code: Int32, _ sql: String) -> DatabaseError {
    DatabaseError(
      resultCode: ResultCode(rawValue: code), message: sqlite3_errmsg(db.sqliteConnection).map { String(cString: $0) },
      sql: sql)
  }

  func bind(_ index: Int32, _ value: Int64) { sqlite3_bind_int64(handle, index, value) }
  func bind(_ index: Int32, _ value: Int) { sqlite3_bind_int64(handle, index, Int64(value)) }
  func bind(_ index: Int32, _ value: Bool) { sqlite3_bind_int64(handle, index, value ? 1 : 0) }

  /// Copies the text; nil is NULL.
  func bind(_ index: Int32, _ value: String?) {
    if let value { bind(index, value) } else { sqlite3_bind_null(handle, index) }
  }

  /// Copies the text.
  func bind(_ index: Int32, _ value: String) {
    var value = value
    value.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        _ = sqlite3_bind_text(
          handle, index, $0.baseAddress ?? UnsafePointer(Self.empty), Int32($0.count), Self.transient)
      }
    }
  }

  func bind(text index: Int32, _ value: UnsafeBufferPointer<UInt8>) {
    value.withMemoryRebound(to: CChar.self) {
      _ = sqlite3_bind_text(handle, index, $0.baseAddress ?? UnsafePointer(Self.empty), Int32($0.count), nil)
    }
  }

  func bind(blob index: Int32, _ value: UnsafeBufferPointer<UInt8>) {
    _ = sqlite3_bind_blob(
      handle, index, value.baseAddress ?? UnsafeRawPointer(Self.empty).assumingMemoryBound(to: UInt8.self),
      Int32(value.count), nil)
  }

  func bind(blobCopy index: Int32, _ value: [UInt8]) {
    value.withUnsafeBufferPointer {
      _ = sqlite3_bind_blob(
        handle, index, $0.baseAddress ?? UnsafeRawPointer(Self.empty).assumingMemoryBound(to: UInt8.self),
        Int32($0.count), Self.transient)
    }
  }

  /// Runs to the end and makes ready for the next time.
  func run() throws {
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

  private nonisolated(unsafe) static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  /// Stands in for the base address that an empty buffer lacks: SQLite reads a null pointer as NULL.
  private nonisolated(unsafe) static let empty: UnsafeMutablePointer<CChar> = {
    let pointer = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    pointer.pointee = 0
    return pointer
  }()
}
