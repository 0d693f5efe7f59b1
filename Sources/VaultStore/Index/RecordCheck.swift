import GRDB

/// The checksum that each record of an index ends in: over its bytes, its table and its number, with a key that no other
/// index has. A record that is not just what was written under that number is damage, and is never decoded.
struct RecordCheck {
  /// Where a record stands.
  enum Table: UInt64 {
    case record, links, task, vanishedTask, wordList
  }

  static let size = 8

  private let hash: KeyedHash

  /// Throws where the key of the index is damaged.
  init(_ meta: IndexMetaReader) throws {
    guard let hash = try meta.bytes(.checkKey).flatMap(KeyedHash.init(key:)) else {
      throw IndexSnapshot.damage("the key of the index is")
    }
    self.hash = hash
  }

  /// The record as it is written.
  func sealed(_ bytes: [UInt8], _ table: Table, _ number: Int) -> [UInt8] {
    let sum = bytes.withUnsafeBytes { self.sum($0, table, number) }
    return bytes + withUnsafeBytes(of: sum.littleEndian, Array.init)
  }

  /// What was given to `sealed`; nil where anything is different.
  func content(_ record: UnsafeRawBufferPointer, _ table: Table, _ number: Int) -> UnsafeRawBufferPointer? {
    let count = record.count - Self.size
    guard count >= 0 else { return nil }
    let bytes = UnsafeRawBufferPointer(rebasing: record[..<count])
    let sum = UInt64(littleEndian: record.loadUnaligned(fromByteOffset: count, as: UInt64.self))
    return sum == self.sum(bytes, table, number) ? bytes : nil
  }

  private func sum(_ bytes: UnsafeRawBufferPointer, _ table: Table, _ number: Int) -> UInt64 {
    hash.of(table.rawValue &<< 56 ^ UInt64(bitPattern: Int64(number)), bytes)
  }
}
