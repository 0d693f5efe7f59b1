/// A file for what is too large to be held in memory: it has no name, and is gone when its last owner goes.
package final class UnnamedFile: Sendable {
  package let descriptor: OwnedDescriptor
  private let folder: String

  /// In the folder that `TMPDIR` names.
  package init() throws(FileFailure) {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var name = Array("\(folder)/vault-XXXXXX".utf8CString)
    let number = mkstemp(&name)
    guard number >= 0 else { throw FileFailure(path: folder, code: errno) }
    (self.folder, descriptor) = (folder, OwnedDescriptor(number))
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    unlink(name)
  }

  package func append(_ bytes: [UInt8]) throws(FileFailure) {
    do throws(SystemFailure) {
      try completing(bytes.count) { done in
        retrying { bytes[done...].withUnsafeBytes { write(descriptor.number, $0.baseAddress, $0.count) } }
      }
    } catch {
      throw FileFailure(path: folder, code: error.code)
    }
  }

  /// In bytes.
  package var size: Int {
    var status = stat()
    return fstat(descriptor.number, &status) == 0 ? Int(status.st_size) : 0
  }

  /// All that was appended.
  package func bytes() throws(FileFailure) -> [UInt8] {
    lseek(descriptor.number, 0, SEEK_SET)
    do throws(SystemFailure) { return try readAll(descriptor.number, limit: .max) ?? [] } catch {
      throw FileFailure(path: folder, code: error.code)
    }
  }
}
