import VaultPlatform

/// What the file system says about a file's version, without looking inside.
package struct FileStamp: Hashable, Sendable {
  /// Bytes.
  package var size: Int64
  /// Nanoseconds since 1970, held to what 64 bits can express (1677 to 2262).
  package var mtimeNS: Int64
  package var ctimeNS: Int64
  package var device: UInt64
  package var inode: UInt64

  /// The file that it is, whatever is in it.
  struct Identity: Hashable {
    var device: UInt64
    var inode: UInt64
  }

  var identity: Identity { Identity(device: device, inode: inode) }

  @inline(__always)
  static func nanoseconds(_ time: timespec) -> Int64 {
    let seconds = Int64(time.tv_sec)
    let (scaled, tooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, beyond) = scaled.addingReportingOverflow(Int64(time.tv_nsec))
    if tooLarge || beyond { return seconds < 0 ? .min : .max }
    return sum
  }

  /// How long a file must have been left alone before its stamp is believed: the coarsest clock of a file system
  /// in use (FAT) ticks every two seconds, and a change within the same tick leaves the stamp as it was.
  package static let conclusiveAfterNS: Int64 = 2_000_000_000

  /// Returns true when an unchanged stamp proves an unchanged file: both times lie two seconds or more before
  /// `checkedAt`, nanoseconds since 1970, the time at which the content was read. A time in the future never does.
  package func isConclusive(checkedAt: Int64) -> Bool {
    Self.isConclusive(newest: max(mtimeNS, ctimeNS), checkedAt: checkedAt)
  }

  /// `isConclusive(checkedAt:)` for many files at once, `newest` being the latest of all their times.
  package static func isConclusive(newest: Int64, checkedAt: Int64) -> Bool {
    let (latestConclusive, overflow) = checkedAt.subtractingReportingOverflow(conclusiveAfterNS)
    return !overflow && newest <= latestConclusive
  }
}

extension FileStamp {
  @inline(__always)
  package init(_ status: stat) {
    #if canImport(Darwin)
      mtimeNS = Self.nanoseconds(status.st_mtimespec)
      ctimeNS = Self.nanoseconds(status.st_ctimespec)
    #else
      mtimeNS = Self.nanoseconds(status.st_mtim)
      ctimeNS = Self.nanoseconds(status.st_ctim)
    #endif
    size = Int64(status.st_size)
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
  }

  /// Returns nil, with `errno` set, where there is none. A symbolic link is followed where `followsLink`.
  init?(at path: UnsafePointer<CChar>, followsLink: Bool = true) {
    guard let status = VaultPlatform.status(of: path, followsLink: followsLink) else { return nil }
    self.init(status)
  }
}
