#if canImport(Glibc)
  import Foundation
  import Glibc
  import Testing
  import VaultPlatform
  import VaultTestSupport

  @testable import VaultStore

  @Suite struct FileLockTests {
    /// A child that another thread starts has every open file too, until it runs its own program.
    @Test func whatIsReleasedIsFreeThoughAChildHasTheFileToo() throws {
      let folder = try TemporaryFolder()
      let path = folder.absolute("lock")
      for ends in [{ (lock: FileLock) in lock.release() }, { _ in }] {
        let copy: CInt
        do {
          let lock = try #require(try FileLock.acquire(path, .alone, patience: 0))
          copy = try #require(try Self.copy(ofOpen: path))
          #expect(try FileLock.acquire(path, .alone, patience: 0) == nil)
          ends(lock)
        }
        defer { close(copy) }
        #expect(try FileLock.acquire(path, .alone, patience: 0) != nil)
      }
    }

    /// A second number for the open file at the path, as a child would have it.
    private static func copy(ofOpen path: String) throws -> CInt? {
      var there = stat()
      guard stat(path, &there) == 0 else { return nil }
      return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").lazy.compactMap { CInt($0) }.first {
        var open = stat()
        return fstat($0, &open) == 0 && open.st_ino == there.st_ino && open.st_dev == there.st_dev
      }.map { dup($0) }
    }
  }
#endif
