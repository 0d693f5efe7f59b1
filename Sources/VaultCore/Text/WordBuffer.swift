/// Bytes that are written by pointer: `WordScanner` writes one for nearly every byte that it reads.
final class WordBuffer {
  private var base = UnsafeMutablePointer<UInt8>.allocate(capacity: 1_024)
  private var capacity = 1_024
  var count = 0

  deinit { base.deallocate() }

  /// Valid until the next change.
  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

  /// The last byte. The buffer must not be empty.
  var last: UInt8 { base[count - 1] }

  /// Where the next bytes go: there is room for `more`, and who writes there adds to `count`.
  func reserve(_ more: Int) -> UnsafeMutablePointer<UInt8> {
    if capacity - count < more {
      capacity = max(count + more, 2 * capacity)
      let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
      larger.update(from: base, count: count)
      base.deallocate()
      base = larger
    }
    return base + count
  }

  func append(_ byte: UInt8) {
    reserve(1).pointee = byte
    count += 1
  }

  func append(_ bytes: [UInt8]) {
    for byte in bytes { append(byte) }
  }

  func removeLast() { count -= 1 }

  func removeAll() { count = 0 }
}
