import Crypto
import VaultCore
import VaultPlatform

/// Who must have written an entry of the journal for it to count: this user, in this very folder. The journal comes with a
/// folder that may be anybody's, and an interrupted operation in it is taken back by whoever only reads.
struct JournalOwner {
  /// Nil for a user who has changed nothing yet.
  var identity: UserIdentity?
  /// The inode of the folder that the entries lie in, which is another one in every copy.
  var home: UInt64

  /// A line of JSON with the seal at its end, as one more of its values.
  static func sealed(_ line: [UInt8], _ identity: UserIdentity, home: UInt64) -> [UInt8] {
    let seal = identity.seal(sealedBytes(line, home: home), for: .journal)
    return line.dropLast() + Array((beforeSeal + seal + afterSeal).utf8)
  }

  /// Returns true for a line that `sealed` made.
  func sealed(_ line: some Collection<UInt8>) -> Bool {
    guard let identity, line.count > Self.sealLength, Array(line.suffix(2)) == Array(Self.afterSeal.utf8) else {
      return false
    }
    let rest = line.dropLast(Self.sealLength)
    let end = line.suffix(Self.sealLength)
    guard end.starts(with: Self.beforeSeal.utf8) else { return false }
    let seal = String(decoding: end.dropFirst(Self.beforeSeal.utf8.count).dropLast(2), as: UTF8.self)
    return identity.isSeal(seal, of: Self.sealedBytes(rest + [UInt8(ascii: "}")], home: home), for: .journal)
  }

  private static let beforeSeal = ",\"seal\":\""
  private static let afterSeal = "\"}"
  private static let sealLength = beforeSeal.utf8.count + UserIdentity.sealLength + afterSeal.utf8.count

  private static func sealedBytes(_ line: some Sequence<UInt8>, home: UInt64) -> [UInt8] {
    Array("\(home)\n".utf8) + line
  }

  /// What the head says of the texts behind it.
  static func digest(_ texts: some Sequence<UInt8>) -> String {
    var hash = SHA256()
    if texts.withContiguousStorageIfAvailable({ hash.update(bufferPointer: UnsafeRawBufferPointer($0)) }) == nil {
      hash.update(data: Array(texts))
    }
    return hash.finalize().hexadecimal
  }

  /// Returns true for a file that only this user can have written to.
  static func isPrivate(_ status: stat) -> Bool { status.st_uid == geteuid() && status.st_mode & 0o022 == 0 }
}
