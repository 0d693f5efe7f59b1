import VaultCore
import VaultPlatform

/// Writing to the file itself, where another file in its place would lose its other names or its owner. The journal
/// holds what stood there, synced, before the first byte changes.
enum InPlaceFile {
  /// Throws `FileChangedError`, having changed nothing, when the file no longer holds `expected`, or when somebody has it
  /// open to write to it.
  static func write(_ bytes: [UInt8], to place: VaultTree.Place, expecting expected: [UInt8]) throws {
    if FileSwap.hasWriter(place) { throw FileChangedError(path: place.path.text) }
    let file = place.open(O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else {
      throw errno == ENOENT
        ? FileChangedError(path: place.path.text) : ChangeError(place.path, .system("written", errno))
    }
    defer { close(file) }
    // Where nobody has it open, nobody gets it until all is written; else at least no one who writes may have.
    FileExchange.hold(file)
    guard try FileImage.read(file, place.path).bytes == expected else { throw FileChangedError(path: place.path.text) }
    let start = FilePatch(from: expected, to: bytes).prefix
    try TemporaryFile.write(Array(bytes[start...]), to: file, at: start, place.path)
    guard retrying({ ftruncate(file, off_t(bytes.count)) }) == 0 else {
      throw ChangeError(place.path, .system("written", errno))
    }
    try TemporaryFile.sync(file, place.path)
  }

  /// Returns true when a text is what a write that was interrupted may have left. A disk writes its blocks in any
  /// order, so each may be the new one or the old one, or begin new and go on old, or never have been written.
  static func isTorn(_ text: [UInt8], between old: [UInt8], and new: [UInt8]) -> Bool {
    guard text.count >= min(old.count, new.count), text.count <= max(old.count, new.count) else { return false }
    return stride(from: 0, to: text.count, by: blockSize).allSatisfy { start in
      let block = start..<min(start + blockSize, text.count)
      func byte(_ bytes: [UInt8], _ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }
      let turn = block.first { text[$0] != byte(new, $0) } ?? block.upperBound
      return (turn..<block.upperBound).allSatisfy { text[$0] == byte(old, $0) } || block.allSatisfy { text[$0] == 0 }
    }
  }

  /// What a disk writes as a whole, at the least.
  private static let blockSize = 512
}
