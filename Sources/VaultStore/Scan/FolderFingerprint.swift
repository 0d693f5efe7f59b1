/// A 64-bit summary of a folder's names and its notes' stamps, the same in whatever order they are added.
///
/// Two folders that differ have the same summary with a chance of 2⁻⁶⁴, also where somebody chose their names who does
/// not know the key. It is meant for comparisons with others of the same key alone.
package struct FolderFingerprint: Hashable, Sendable {
  private var sum: UInt64 = 0
  private var notes: UInt64 = 0
  private var files: UInt64 = 0

  package init() {}

  @inline(__always)
  mutating func add(note name: UnsafeRawBufferPointer, _ stamp: FileStamp, _ key: KeyedHash) {
    var hash = KeyedHash.State(key)
    hash.add(name)
    hash.add(UInt64(bitPattern: stamp.size))
    hash.add(UInt64(bitPattern: stamp.mtimeNS))
    hash.add(UInt64(bitPattern: stamp.ctimeNS))
    hash.add(stamp.inode)
    hash.add(stamp.device)
    sum &+= hash.value()
    notes &+= 1
  }

  @inline(__always)
  mutating func add(file name: UnsafeRawBufferPointer, _ key: KeyedHash) {
    var hash = KeyedHash.State(key)
    hash.add(name)
    sum &+= hash.value()
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

extension ScanResult {
  /// All folders' paths and fingerprints in one number, whatever their order.
  var fingerprint: UInt64 {
    var sum = UInt64(folders.count)
    for folder in folders {
      var hash = KeyedHash.State(key)
      folder.pathBytes.withUnsafeBytes { hash.add($0) }
      hash.add(folder.fingerprint)
      sum = sum &+ hash.value()
    }
    return sum
  }
}
