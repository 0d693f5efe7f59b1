import Foundation
import Testing

@testable import VaultStore

@Suite struct FileStampTests {
  private static let second: Int64 = 1_000_000_000
  private static let now: Int64 = 1_800_000_000 * second

  private func stamp(mtime: Int64, ctime: Int64) -> FileStamp {
    FileStamp(size: 1, mtimeNS: mtime, ctimeNS: ctime, device: 1, inode: 1)
  }

  @Test(arguments: [
    (-2 * second, -2 * second, true),
    (-2 * second + 1, -5 * second, false),
    (-5 * second, -2 * second + 1, false),
    (-3600 * second, -3600 * second, true),
    (0, -9 * second, false),
    (1, 1, false),
    (-9 * second, 3600 * second, false),
    (3600 * second, -9 * second, false),
  ])
  func isConclusiveTwoSecondsAfterBothTimes(mtime: Int64, ctime: Int64, expected: Bool) {
    #expect(stamp(mtime: Self.now + mtime, ctime: Self.now + ctime).isConclusive(checkedAt: Self.now) == expected)
  }

  @Test func extremesNeitherTrapNorSettle() {
    #expect(!stamp(mtime: .max, ctime: 0).isConclusive(checkedAt: .max))
    #expect(!stamp(mtime: .min, ctime: .min).isConclusive(checkedAt: .min))
    #expect(stamp(mtime: .min, ctime: .min).isConclusive(checkedAt: Self.now))
  }

  @Test(arguments: [
    (0, 5, Int64(5)), (-1, 999_999_999, -1), (9_223_372_036, 854_775_807, Int64.max),
    (9_223_372_036, 854_775_808, Int64.max), (1 << 60, 0, Int64.max), (-(1 << 60), 0, Int64.min),
  ])
  func timesAreHeldToTheRange(seconds: Int, nanoseconds: Int, expected: Int64) {
    var status = stat()
    #if canImport(Darwin)
      status.st_mtimespec = timespec(tv_sec: seconds, tv_nsec: nanoseconds)
    #else
      status.st_mtim = timespec(tv_sec: seconds, tv_nsec: nanoseconds)
    #endif
    #expect(FileStamp(status).mtimeNS == expected)
  }
}
