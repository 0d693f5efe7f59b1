/// A file for what is too large to be held in memory: it has no name, and is gone when its last owner goes.
package final class UnnamedFile: Sendable {
  package let descriptor: OwnedDescriptor
  private let folder: String

  /// Makes one in the folder that `TMPDIR` names, else in `/var/tmp`, which is on a disk.
  package init() throws(UnnamedFileError) {
    let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    folder = named.isEmpty ? "/var/tmp" : named
    let path = "\(folder)/vault-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    let number = openFile(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw UnnamedFileError(folder: folder, code: errno) }
    descriptor = OwnedDescriptor(number)
    unlink(path)
  }

  /// Writes bytes behind those that it has.
  package func append(_ bytes: [UInt8]) throws(UnnamedFileError) {
    do throws(SystemFailure) {
      try completing(bytes.count) { done in
        retrying { bytes[done...].withUnsafeBytes { write(descriptor.number, $0.baseAddress, $0.count) } }
      }
    } catch {
      throw UnnamedFileError(folder: folder, code: error.code)
    }
  }

  /// The count of its bytes.
  package var size: Int {
    get throws(UnnamedFileError) {
      var status = stat()
      guard fstat(descriptor.number, &status) == 0 else { throw UnnamedFileError(folder: folder, code: errno) }
      return Int(status.st_size)
    }
  }

  /// All that was appended.
  package func bytes() throws(UnnamedFileError) -> [UInt8] {
    guard lseek(descriptor.number, 0, SEEK_SET) == 0 else { throw UnnamedFileError(folder: folder, code: errno) }
    do throws(SystemFailure) { return try readAll(descriptor.number, limit: .max) ?? [] } catch {
      throw UnnamedFileError(folder: folder, code: error.code)
    }
  }
}

/// Something could not be kept in a file without a name.
package struct UnnamedFileError: Error, CustomStringConvertible {
  package let folder: String
  /// An `errno` value.
  package let code: CInt

  package var description: String {
    "the server cannot keep a long file in \(folder) for a moment: \(systemMessage(code)); make room there, or start it with "
      + "TMPDIR set to a folder that can be written"
  }
}
