/// A 64-bit summary of a folder's names and its notes' stamps, the same in whatever order they are added.
///
/// Two folders that differ have the same summary with a chance of 2⁻⁶⁴. It is stable between runs of one version of
/// the program on one machine, and meant for nothing else.
package struct FolderFingerprint: Hashable, Sendable {
  private var sum: UInt64 = 0
  private var notes: UInt64 = 0
  private var files: UInt64 = 0

  package init() {}

  @inline(__always)
  mutating func add(noteHash name: UInt64, _ stamp: FileStamp) {
    var h = Self.mixed(name ^ 0x9E37_79B9_7F4A_7C15)
    h = Self.mixed(h ^ UInt64(bitPattern: stamp.size))
    h = Self.mixed(h ^ UInt64(bitPattern: stamp.mtimeNS))
    h = Self.mixed(h ^ UInt64(bitPattern: stamp.ctimeNS))
    h = Self.mixed(h ^ stamp.inode)
    h = Self.mixed(h ^ stamp.device)
    sum &+= h
    notes &+= 1
  }

  @inline(__always)
  mutating func add(fileHash name: UInt64) {
    sum &+= Self.mixed(name ^ 0xC2B2_AE3D_27D4_EB4F)
    files &+= 1
  }

  /// Adds all that another summary, of other entries of the same folder, holds.
  mutating func merge(_ other: Self) {
    sum &+= other.sum
    notes &+= other.notes
    files &+= other.files
  }

  package var value: UInt64 {
    Self.mixed(Self.mixed(Self.mixed(sum ^ 0x1656_67B1_9E37_79F9) ^ notes) ^ files)
  }

  /// A bijection in which every bit of the input changes half of the output's.
  @inline(__always)
  private static func mixed(_ value: UInt64) -> UInt64 {
    var x = value &+ 0x9E37_79B9_7F4A_7C15
    x = (x ^ (x >> 30)) &* 0xBF58_476D_1CE4_E5B9
    x = (x ^ (x >> 27)) &* 0x94D0_49BB_1331_11EB
    return x ^ (x >> 31)
  }
}

/// A hash of a name's bytes, the same in every run.
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
