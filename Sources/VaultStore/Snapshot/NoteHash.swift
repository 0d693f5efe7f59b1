import Crypto

/// A state of a note by the hash of its bytes: SHA-256.
package enum NoteHash {
  package static func of(_ bytes: [UInt8]) -> [UInt8] { bytes.withUnsafeBytes { Array(SHA256.hash(data: $0)) } }
}
