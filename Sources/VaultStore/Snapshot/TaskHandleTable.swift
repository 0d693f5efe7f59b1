import VaultCore

/// The handles of all tasks of a vault, in order, to find out how much of one tells it from the others.
struct TaskHandleTable {
  /// One after the other, each of `TaskHandle.length` bytes.
  private var bytes: [UInt8] = []

  /// Handles are to be added in ascending order; one of another length is left out.
  mutating func append(_ handle: some Collection<UInt8>) {
    if handle.count == TaskHandle.length { bytes.append(contentsOf: handle) }
  }

  /// The table with these handles besides, each once.
  func merged(with handles: [String]) -> TaskHandleTable {
    var merged = TaskHandleTable()
    var copied = 0
    for handle in Set(handles).sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      var handle = handle
      handle.withUTF8 { handle in
        guard handle.count == TaskHandle.length else { return }
        let place = bytes.withUnsafeBufferPointer { self.place(of: handle, in: $0) } * TaskHandle.length
        merged.bytes += bytes[copied..<place]
        copied = place
        let isThere = place < bytes.count && bytes[place..<place + TaskHandle.length].elementsEqual(handle)
        if !isThere { merged.bytes += handle }
      }
    }
    merged.bytes += bytes[copied...]
    return merged
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
      let low = place(of: handle, in: bytes)
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

  /// The place of the first handle that does not come before this one.
  private func place(of handle: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    (0..<count).partitioningIndex { !shared(handle, bytes, $0).isBefore }
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
