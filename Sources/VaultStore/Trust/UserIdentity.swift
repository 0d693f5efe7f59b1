import Crypto
import Foundation
import VaultCore
import VaultPlatform

/// Who made a file that lies in a vault: this user on this machine, or anybody.
///
/// It is a secret of 32 random bytes in the user's state folder. What counts only for whoever made it (entries of the
/// journal, folders of the trash, an index inside the vault) bears a seal that nobody can make who does not know the secret;
/// the secret itself is never written into a vault, which others get to see.
package struct UserIdentity: Sendable {
  private let key: SymmetricKey

  /// What a seal is for, so that one of them cannot serve as another.
  enum Purpose: String {
    case journal, trash, index, sync
  }

  static let fileName = "identity"
  private static let size = 32

  init(secret: [UInt8]) { key = SymmetricKey(data: secret) }

  static let sealLength = 32

  /// So many hexadecimal digits that only this user on this machine can make of these bytes.
  func seal(_ bytes: some Sequence<UInt8>, for purpose: Purpose) -> String {
    code(bytes, purpose).prefix(Self.sealLength / 2).hexadecimal
  }

  /// Returns true for what `seal` made of these bytes.
  func isSeal(_ text: String, of bytes: some Sequence<UInt8>, for purpose: Purpose) -> Bool {
    let right = Array(seal(bytes, for: purpose).utf8)
    // In a time that does not tell how much of it is right.
    return text.utf8.count == right.count && zip(text.utf8, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private func code(_ bytes: some Sequence<UInt8>, _ purpose: Purpose) -> HMAC<SHA256>.MAC {
    var code = HMAC<SHA256>(key: key)
    code.update(data: Array((purpose.rawValue + "\n").utf8))
    if bytes.withContiguousStorageIfAvailable({ code.update(data: UnsafeRawBufferPointer($0)) }) == nil {
      code.update(data: Array(bytes))
    }
    return code.finalize()
  }

  // MARK: The file

  /// The identity at hand; nil where none was made yet, or there is no place for one. Reading makes none. Throws
  /// `IdentityError` where there is a file that cannot be trusted.
  static func ofUser(_ folders: UserFolders) throws -> UserIdentity? {
    guard let path = folders.state else { return nil }
    do {
      return try read(PrivateFolder(path, others: .mayRead))
    } catch let error as FileFailure where error.code == ENOENT || error.code == ENOTDIR {
      return nil
    } catch let error as FileFailure {
      throw IdentityError(error)
    }
  }

  /// The identity at hand, made where there is none. Throws `IdentityError`.
  static func made(in folders: UserFolders) throws -> UserIdentity {
    guard let path = folders.state else { throw IdentityError.noPlace }
    do {
      let folder = try PrivateFolder(path, others: .mayRead, makes: true)
      if let known = try read(folder) { return known }
      try make(in: folder)
      guard let made = try read(folder) else { throw FileFailure(path: path, code: ENOENT) }
      return made
    } catch let error as FileFailure {
      throw IdentityError(error)
    }
  }

  private static func read(_ folder: PrivateFolder) throws -> UserIdentity? {
    let path = folder.path + "/" + fileName
    guard let file = try folder.openOwn(fileName, O_RDONLY) else { return nil }
    var status = stat()
    guard fstat(file.number, &status) == 0 else { throw FileFailure(path: path, code: errno) }
    guard status.st_mode & 0o077 == 0 else { throw FileFailure(path: path, code: EPERM) }
    let text: [UInt8]?
    do { text = try readAll(file.number, limit: 1_024) } catch { throw FileFailure(path: path, code: error.code) }
    guard let secret = text.flatMap({ secret($0) }) else { throw IdentityError.damaged(path) }
    return UserIdentity(secret: secret)
  }

  /// Nil for anything but 64 hexadecimal digits and the end of a line.
  private static func secret(_ text: [UInt8]) -> [UInt8]? {
    guard text.count == 2 * size + 1, text.last == 0x0A else { return nil }
    let digits = text.dropLast().compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count == 2 * size else { return nil }
    return (0..<size).map { UInt8(digits[2 * $0] << 4 | digits[2 * $0 + 1]) }
  }

  /// Where two processes make one at once, the first one's stays.
  private static func make(in folder: PrivateFolder) throws {
    let path = folder.path + "/" + fileName
    var random = SystemRandomNumberGenerator()
    let secret = (0..<size).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    let text = secret.hexadecimal + "\n"
    _ = try AtomicFile.create(path, Array(text.utf8), mode: 0o600)
  }
}

/// The identity of this user cannot be read or made, so that nothing can be written into a vault that has to be trusted
/// later.
enum IdentityError: Failure {
  case noPlace
  case damaged(String)
  /// An `errno` value; EPERM also for what others may read or write.
  case file(String, code: CInt)

  init(_ failure: FileFailure) { self = .file(failure.path, code: failure.code) }

  var kind: FailureKind { .noPlace }
  var message: Message {
    switch self {
    case .noPlace:
      "there is no place for what tells your own changes from others': set XDG_STATE_HOME or HOME to a folder of yours"
    case .damaged(let path):
      "\(path): is damaged; move it away. Changes from before can then be undone only after a look at what they do"
    case .file(let path, EPERM):
      "\(path): belongs to another user, or others may read or write it; make it yours alone, or set XDG_STATE_HOME to a "
        + "folder of yours"
    case .file(let path, let code):
      "\(path): \(systemMessage(code)); "
        + "\(SystemFailure(code: code).remedy ?? "check its permissions, or set XDG_STATE_HOME to a folder of yours")"
    }
  }
}
