/// A hash of bytes, the same in every run and quickly made. Whoever chooses the bytes can make two of one hash, so it may
/// only find what is compared in full afterwards, or tell damage.
@inline(__always)
func hashOfName(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
  let multiplier: UInt64 = 0xD6E8_FEB8_6659_FD93
  var h = UInt64(truncatingIfNeeded: bytes.count) &* multiplier
  var i = 0
  while i &+ 8 <= bytes.count {
    h = (h ^ UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: i, as: UInt64.self))) &* multiplier
    h ^= h >> 32
    i &+= 8
  }
  var rest: UInt64 = 0
  var shift: UInt64 = 0
  while i < bytes.count {
    rest |= UInt64(bytes[i]) &<< shift
    shift &+= 8
    i &+= 1
  }
  h = (h ^ rest) &* multiplier
  h ^= h >> 32
  h = h &* multiplier
  return h ^ (h >> 32)
}

extension Collection where Element == UInt8 {
  var nameHash: UInt64 {
    withContiguousStorageIfAvailable { hashOfName(UnsafeRawBufferPointer($0)) }
      ?? Array(self).withUnsafeBytes { hashOfName($0) }
  }
}
