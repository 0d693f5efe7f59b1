import Crypto

/// The short name of a task. It stays the same while the task's text, place in the outline and file do, whatever
/// line it moves to and whatever its status and dates.
package enum TaskHandle {
  /// 64 bits of the digest, and one more.
  package static let length = 13

  /// Crockford's base 32 in lower case: no `i`, `l`, `o`, `u`.
  private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  /// - Parameters:
  ///   - heading: as in `TaskItem.heading`.
  ///   - parent: the handle of the enclosing task.
  ///   - ordinal: which of the tasks that have all of the above in common this one is, from 0 for the last in the file.
  package static func make(
    path: NotePath, description: String, heading: String?, parent: String?, ordinal: Int
  ) -> String {
    var writer = ByteWriter()
    writer.write(path.bytes)
    writer.write(description)
    writer.write(heading)
    writer.write(parent)
    writer.write(count: ordinal)
    var hasher = SHA256()
    writer.bytes.withUnsafeBytes { hasher.update(bufferPointer: $0) }
    return hasher.finalize().withUnsafeBytes { digest in
      var bits: UInt32 = 0
      var count: UInt32 = 0
      var next = 0
      return String(unsafeUninitializedCapacity: length) { text in
        for i in 0..<length {
          if count < 5 {
            bits = (bits << 8) | UInt32(digest[next])
            next += 1
            count += 8
          }
          count -= 5
          text[i] = alphabet[Int((bits >> count) & 31)]
        }
        return length
      }
    }
  }

  /// What a person typed, as the beginning of a handle: lower case, `o` read as 0, `i` and `l` as 1. Nil when it
  /// is empty, too long, or has a character that no handle has.
  package static func normalized(_ typed: some StringProtocol) -> String? {
    var out: [UInt8] = []
    for byte in typed.utf8 {
      let lower = byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
      switch lower {
      case 0x6F: out.append(0x30)
      case 0x69, 0x6C: out.append(0x31)
      case _ where alphabet.contains(lower): out.append(lower)
      default: return nil
      }
      if out.count > length { return nil }
    }
    return out.isEmpty ? nil : String(decoding: out, as: UTF8.self)
  }
}
