import VaultCore
import VaultPlatform

/// The notes that a query may find.
struct PrefilteredNotes: Sendable {
  /// To be read once more, and parsed.
  var candidates: [(path: NotePath, stamp: FileStamp)] = []
  /// What is known of the others.
  var leftOut = (notes: 0, bytes: 0)
  /// In how many notes, candidates or not, each of the filter's patterns may occur.
  var counts: [Int]

  init(_ filter: TextPrefilter) {
    counts = Array(repeating: 0, count: filter.patterns.count)
  }

  mutating func add(_ others: PrefilteredNotes) {
    candidates += others.candidates
    leftOut.notes += others.leftOut.notes
    leftOut.bytes += others.leftOut.bytes
    for place in counts.indices { counts[place] += others.counts[place] }
  }
}

/// Reads notes while a walk is at their folder, and keeps those that a query may find. By one thread.
struct NotePrefilter {
  private(set) var found: PrefilteredNotes
  private let filter: TextPrefilter
  /// Bytes of the largest note that is read here: the memory for it is kept.
  private let limit: Int
  private var reader = TextPrefilter.Reader()
  private var buffer: [UInt8] = []

  init(_ filter: TextPrefilter, limit: Int) {
    self.filter = filter
    self.limit = min(limit, 4 << 20)
    found = PrefilteredNotes(filter)
  }

  /// Reads a note, and gives its status as `fstatat` would; the result is what that would return. `name` has a NUL behind
  /// it. What cannot be read becomes a candidate, so that it is told by whoever reads it then.
  mutating func read(
    _ name: UnsafeRawBufferPointer, of folder: [UInt8], open descriptor: CInt, _ status: inout stat
  ) -> CInt {
    guard let start = name.assumingMemoryBound(to: CChar.self).baseAddress else { return -1 }
    let file = retrying { openat(descriptor, start, readingFlags) }
    guard file >= 0 else {
      let code = fstatat(descriptor, start, &status, AT_SYMLINK_NOFOLLOW)
      if code == 0, status.st_mode & S_IFMT == S_IFREG { addCandidate(name, folder, status) }
      return code
    }
    defer { close(file) }
    let code = fstat(file, &status)
    guard code == 0, status.st_mode & S_IFMT == S_IFREG else { return code }
    guard status.st_size <= Int64(limit), let length = read(file, expected: Int(status.st_size)) else {
      addCandidate(name, folder, status)
      return 0
    }
    let verdict = buffer.withUnsafeBufferPointer { buffer in
      reader.verdict(
        filter, bytes: UnsafeBufferPointer(rebasing: buffer[..<length]), name: name.bindMemory(to: UInt8.self))
    }
    for (place, isThere) in verdict.patterns.enumerated() where isThere { found.counts[place] += 1 }
    if verdict.mayMatch {
      addCandidate(name, folder, status)
    } else {
      found.leftOut.notes += 1
      found.leftOut.bytes += length
    }
    return 0
  }

  private mutating func addCandidate(_ name: UnsafeRawBufferPointer, _ folder: [UInt8], _ status: stat) {
    found.candidates.append((NotePath(bytes: joinedPath(folder, name)), FileStamp(status)))
  }

  /// Fills the buffer; nil where there is not just what was expected.
  private mutating func read(_ file: CInt, expected: Int) -> Int? {
    if buffer.count <= expected { buffer = Array(repeating: 0, count: max(expected + 1, 2 * buffer.count, 65_536)) }
    let count = buffer.withUnsafeMutableBytes { readFile(file, into: $0, expected: expected) }
    return count == expected ? count : nil
  }
}
