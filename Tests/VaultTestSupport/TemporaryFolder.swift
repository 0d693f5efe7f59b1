import Foundation
import VaultPlatform

/// A real, empty folder that is deleted, with all that has come into it, when its last owner goes.
///
/// Paths are relative to it. Names that are no text, and paths of any depth, are written as bytes.
package final class TemporaryFolder: Sendable {
  /// Absolute, without symbolic links.
  package let path: String

  package init() throws {
    var base = NSTemporaryDirectory()
    if !base.hasSuffix("/") { base += "/" }
    var template = Array((base + "vault-test-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil, let resolved = realpath(template, nil) else { throw Failure("mkdtemp", base) }
    defer { free(resolved) }
    path = String(cString: resolved)
  }

  deinit {
    // Nothing can be thrown here, and what stays behind in the system's temporary folder harms no test.
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if folder >= 0 {
      emptyFolder(folder)
      close(folder)
    }
    rmdir(path)
  }

  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    init(_ call: String, _ path: String) {
      description = "\(call) \(path): \(String(cString: strerror(errno)))"
    }
  }

  /// Runs `body` in a new folder, which is gone afterwards.
  package static func with<Result>(_ body: (TemporaryFolder) throws -> Result) throws -> Result {
    let folder = try TemporaryFolder()
    return try withExtendedLifetime(folder) { try body(folder) }
  }

  package func absolute(_ relative: String) -> String {
    relative.isEmpty ? path : path + "/" + relative
  }

  // Making things

  /// Writes a file, making the folders above it.
  package func write(_ text: String, to relative: String) throws {
    try write(Array(text.utf8), to: Array(relative.utf8))
  }

  package func write(_ bytes: [UInt8], to relative: String) throws {
    try write(bytes, to: Array(relative.utf8))
  }

  package func write(_ bytes: [UInt8], to relative: [UInt8]) throws {
    try atName(of: relative) { folder, name in
      let file = openat(folder, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
      guard file >= 0 else { return -1 }
      defer { close(file) }
      var written = 0
      while written < bytes.count {
        let count = writeSome(bytes[written...], to: file)
        if count < 0 { return -1 }
        written += count
      }
      return 0
    }
  }

  package func makeFolder(_ relative: String) throws {
    try makeFolder(Array(relative.utf8))
  }

  package func makeFolder(_ relative: [UInt8]) throws {
    close(try openFolder(relative[...]))
  }

  /// Makes a symbolic link; `target` is taken as it is.
  package func link(_ relative: String, to target: String) throws {
    try atName(of: Array(relative.utf8)) { symlinkat(target, $0, $1) }
  }

  package func hardLink(_ relative: String, to existing: String) throws {
    try atName(of: Array(relative.utf8)) { linkat(AT_FDCWD, absolute(existing), $0, $1, 0) }
  }

  package func makeFIFO(_ relative: String) throws {
    try atName(of: Array(relative.utf8)) { _, _ in mkfifo(absolute(relative), 0o644) }
  }

  // Changing things

  package func remove(_ relative: String) throws {
    try FileManager.default.removeItem(atPath: absolute(relative))
  }

  package func move(_ old: String, to new: String) throws {
    try atName(of: Array(new.utf8)) { renameat(AT_FDCWD, absolute(old), $0, $1) }
  }

  /// Writes a script that can be run at once.
  ///
  /// While another test starts a process, that one may hold for a moment what is open for writing here, and a file that is
  /// open for writing cannot be run ("Text file busy"). So `cp` makes it, and nobody else ever has it open.
  package func writeProgram(_ script: String, to relative: String) throws {
    let draft = relative + ".draft"
    try write(script, to: draft)
    let copying = try AnsweredCall(
      ["/bin/cp", absolute(draft), absolute(relative)], environment: [:], limits: AnsweredCall.Limits(seconds: 60))
    guard copying.status == 0 else { throw Failure("cp", relative) }
    try setMode(0o755, of: relative)
    try remove(draft)
  }

  package func setMode(_ mode: mode_t, of relative: String) throws {
    if chmod(absolute(relative), mode) != 0 { throw Failure("chmod", relative) }
  }

  /// Sets a file's modification time, in nanoseconds since 1970.
  package func setModificationTime(_ nanoseconds: Int64, of relative: String) throws {
    let time = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    if utimensat(AT_FDCWD, absolute(relative), [time, time], 0) != 0 { throw Failure("utimensat", relative) }
  }

  // Looking

  package func bytes(of relative: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: absolute(relative))))
  }

  package func exists(_ relative: String) -> Bool {
    var status = stat()
    return lstat(absolute(relative), &status) == 0
  }

  // Beneath the surface

  /// Calls `body` with the folder that the entry is in, made if need be, and the entry's name.
  private func atName(of relative: [UInt8], _ body: (CInt, [CChar]) throws -> CInt) throws {
    let nameStart = relative.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let folder = try openFolder(relative[..<max(nameStart - 1, 0)])
    defer { close(folder) }
    let name = relative[nameStart...].map { CChar(bitPattern: $0) } + [0]
    if try body(folder, name) < 0 { throw Failure("writing", String(decoding: relative, as: UTF8.self)) }
  }

  /// Opens a folder name by name, so that no path is too long, making those that do not exist.
  private func openFolder(_ relative: ArraySlice<UInt8>) throws -> CInt {
    var folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    for part in relative.split(separator: UInt8(ascii: "/")) where folder >= 0 {
      let name = part.map { CChar(bitPattern: $0) } + [0]
      mkdirat(folder, name, 0o755)
      let next = openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      close(folder)
      folder = next
    }
    if folder < 0 { throw Failure("opening", String(decoding: relative, as: UTF8.self)) }
    return folder
  }
}

private func writeSome(_ bytes: ArraySlice<UInt8>, to file: CInt) -> Int {
  bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
}

/// Deletes all that is in a folder. What lies deeper is first moved up, so depth needs neither descriptors nor stack.
private func emptyFolder(_ top: CInt) {
  var moved = 0
  var names = entryNames(of: top)
  while !names.isEmpty {
    for name in names where unlinkat(top, name, 0) != 0 {
      fchmodat(top, name, 0o700, 0)
      let folder = openat(top, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      for inner in entryNames(of: folder) where unlinkat(folder, inner, 0) != 0 {
        fchmodat(folder, inner, 0o700, 0)
        moved += 1
        renameat(folder, inner, top, "vault-test-moved-\(moved)")
      }
      close(folder)
      if unlinkat(top, name, AT_REMOVEDIR) != 0 { return }
    }
    names = entryNames(of: top)
  }
}

private func entryNames(of folder: CInt) -> [[CChar]] {
  let own = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard own >= 0, let stream = fdopendir(own) else { return [] }
  defer { closedir(stream) }
  var names: [[CChar]] = []
  while let entry = readdir(stream) {
    let start = UnsafeRawPointer(entry).advanced(by: MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 0)
    let text = start.assumingMemoryBound(to: CChar.self)
    let name = Array(UnsafeBufferPointer(start: text, count: strlen(text) + 1))
    if name != [46, 0], name != [46, 46, 0] { names.append(name) }
  }
  return names
}
