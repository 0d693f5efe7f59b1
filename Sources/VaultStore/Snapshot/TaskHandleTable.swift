import VaultCore

/// The handles of all tasks of a vault, in order, to find out how much of one tells it from the others.
struct TaskHandleTable {
  /// One after the other, each of `TaskHandle.length` bytes.
  private var bytes: [UInt8] = []

  /// Handles are to be added in ascending order; one of another length is left out.
  mutating func append(_ handle: some Collection<UInt8>) {
    if handle.count == TaskHandle.length { bytes.append(contentsOf: handle) }
  }

  var count: Int { bytes.count / TaskHandle.length }

  /// The shortest beginning, of three characters or more, that no other handle has.
  func shortest(_ handle: String) -> String {
    var handle = handle
    let length = handle.withUTF8 { uniqueLength($0) }
    return String(handle.utf8.prefix(length)) ?? handle
  }

  private func uniqueLength(_ handle: UnsafeBufferPointer<UInt8>) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      var low = 0
      var high = count
      while low < high {
        let middle = (low + high) / 2
        if shared(handle, bytes, middle).isBefore { low = middle + 1 } else { high = middle }
      }
      var longest = 0
      if low > 0 { longest = shared(handle, bytes, low - 1).length }
      // The handle itself stands at `low`; another one like it, right after.
      for place in low..<min(low + 2, count) {
        let length = shared(handle, bytes, place).length
        if length < handle.count || place > low { longest = max(longest, length) }
      }
      return min(max(3, longest + 1), handle.count)
    }
  }

  /// How many bytes two handles share at their beginning, and whether the one at `place` comes first.
  private func shared(
    _ handle: UnsafeBufferPointer<UInt8>, _ bytes: UnsafeBufferPointer<UInt8>, _ place: Int
  ) -> (length: Int, isBefore: Bool) {
    let start = place * TaskHandle.length
    var i = 0
    while i < TaskHandle.length, i < handle.count, bytes[start + i] == handle[i] { i += 1 }
    guard i < TaskHandle.length, i < handle.count else { return (i, false) }
    return (i, bytes[start + i] < handle[i])
  }
}
