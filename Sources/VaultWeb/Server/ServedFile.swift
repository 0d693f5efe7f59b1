import VaultPlatform

/// A part of an open file, to be sent piece by piece.
struct ServedFile: Sendable {
  let descriptor: OwnedDescriptor
  /// Bytes of the file.
  let range: Range<Int>

  /// The file grew shorter while it was sent: what was promised cannot be kept, so the connection ends.
  struct Shortened: Error {}

  func reader() -> Reader { Reader(file: self, place: range.lowerBound) }

  struct Reader {
    private static let pieceLength = 64 << 10
    fileprivate let file: ServedFile
    fileprivate var place: Int

    /// Returns nil at the end of the range.
    mutating func next() throws -> [UInt8]? {
      let count = min(Self.pieceLength, file.range.upperBound - place)
      guard count > 0 else { return nil }
      let start = off_t(place)
      let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
        length = max(0, retrying { pread(file.descriptor.number, buffer.baseAddress, count, start) })
      }
      guard !bytes.isEmpty else { throw Shortened() }
      place += bytes.count
      return bytes
    }
  }
}
