import VaultCore
import VaultPlatform

/// A file's next version, beside it under another name until it takes its place.
enum TemporaryFile {
  static let prefix = ".vault-tmp-"

  /// Writes the file, whose name must not be taken, and leaves it open for `sync`. On failure it is gone again.
  ///
  /// `original` is what it will replace, and whose attributes it gets; `mode` counts where there is none.
  static func write(
    _ bytes: [UInt8], to place: VaultTree.Place, replacing original: VaultTree.Place?, mode: mode_t = 0o600
  ) throws -> OwnedDescriptor {
    let number = place.open(O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, original == nil ? mode : 0o600)
    guard number >= 0 else {
      throw ChangeError(place.path, errno == EEXIST ? .exists : .system("written", errno))
    }
    let file = OwnedDescriptor(number)
    try removingOnError(place) {
      try write(bytes, to: number, at: 0, place.path)
      if let original { try FileAttributes.copy(of: original, to: number) }
    }
    return file
  }

  static func write(_ bytes: [UInt8], to file: CInt, at start: Int, _ path: NotePath) throws {
    do throws(SystemFailure) {
      try completing(bytes.count) { done in
        retrying { bytes[done...].withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, off_t(start + done)) } }
      }
    } catch {
      throw ChangeError(path, .system("written", error.code))
    }
  }

  /// A failed sync is never tried again: what is on the disk then is unknown.
  static func sync(_ file: CInt, _ path: NotePath) throws {
    if syncDescriptor(file) != 0 { throw ChangeError(path, .system("synced", errno)) }
  }

  /// One that cannot be removed is swept later.
  static func remove(_ place: VaultTree.Place) {
    let code = errno
    unlinkat(place.folder.number, place.name, 0)
    errno = code
  }

  /// Removes the file where `body` fails.
  static func removingOnError(_ place: VaultTree.Place, _ body: () throws -> Void) throws {
    do { try body() } catch {
      remove(place)
      throw error
    }
  }

  /// Removes what a process left in a folder that died long ago: there for an hour, by `now` in seconds since 1970.
  static func sweep(_ folder: OwnedDescriptor, now: Int) {
    // Opened anew, since an open folder is read once.
    let copy = retrying { openat(folder.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard copy >= 0 else { return }
    defer { close(copy) }
    var names: [[UInt8]] = []
    _ = ListingBuffer().forEachEntry(of: copy) { name, _ in
      guard strncmp(name, prefix, prefix.utf8.count) == 0 else { return }
      names.append(Array(UnsafeRawBufferPointer(start: name, count: strlen(name))))
    }
    for name in names {
      let place = VaultTree.Place(folder: folder, name: name, path: NotePath(bytes: name))
      guard let status = try? FileImage.status(place), status.st_mode & S_IFMT == S_IFREG else { continue }
      // When it got its name, which a file that was only renamed may have done long after its text was written.
      if FileStamp(status).ctimeNS / 1_000_000_000 < now - 3_600 { remove(place) }
    }
  }
}
