import Crypto

/// What tells one text of a note from another: SHA-256.
enum ContentHash {
  static func of(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBytes { Array(SHA256.hash(data: $0)) }
  }
}
