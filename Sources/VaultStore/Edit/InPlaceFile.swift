import VaultCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Writing to the file itself, where another file in its place would lose its other names or its owner. The journal
/// holds what stood there, synced, before the first byte changes.
enum InPlaceFile {
  /// Throws `FileChangedError`, having changed nothing, when the file no longer holds `expected`.
  static func write(_ bytes: [UInt8], to place: VaultTree.Place, expecting expected: [UInt8]) throws {
    let flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let file = retrying { openat(place.folder.number, place.name, flags) }
    guard file >= 0 else {
      throw errno == ENOENT
        ? FileChangedError(path: place.path.text) : ChangeError(place.path, .system("written", errno))
    }
    defer { close(file) }
    guard try FileImage.read(file, place.path).bytes == expected else { throw FileChangedError(path: place.path.text) }
    let start = FilePatch(from: expected, to: bytes).prefix
    try TemporaryFile.write(Array(bytes[start...]), to: file, at: start, place.path)
    guard retrying({ ftruncate(file, off_t(bytes.count)) }) == 0 else {
      throw ChangeError(place.path, .system("written", errno))
    }
    try TemporaryFile.sync(file, place.path)
  }

  /// Whether a text is what a write that was interrupted may have left: so far the new one, from there on the old one.
  static func isTorn(_ text: [UInt8], between old: [UInt8], and new: [UInt8]) -> Bool {
    guard text.count >= min(old.count, new.count), text.count <= max(old.count, new.count) else { return false }
    var start = 0
    while start < text.count, start < new.count, text[start] == new[start] { start += 1 }
    if start == text.count { return true }
    return text.count >= old.count && start <= old.count && text[start...].elementsEqual(old[start...])
  }
}
