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
          copy = try #require(Self.copy(ofOpen: path))
          #expect(try FileLock.acquire(path, .alone, patience: 0) == nil)
          ends(lock)
        }
        defer { close(copy) }
        #expect(try FileLock.acquire(path, .alone, patience: 0) != nil)
      }
    }

    /// A second number for the open file at the path, as a child would have it.
    private static func copy(ofOpen path: String) -> CInt? {
      (0..<CInt(sysconf(CInt(_SC_OPEN_MAX)))).lazy.filter { number in
        guard case .success(let target) = resolvedPath(Array("/proc/self/fd/\(number)".utf8)) else { return false }
        return String(decoding: target, as: UTF8.self) == path
      }.map { dup($0) }.first
    }
  }
#endif
