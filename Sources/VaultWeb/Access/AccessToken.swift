import Crypto
import VaultCore
import VaultPlatform
import VaultStore

/// The secret by which programs are let in, 256 random bits that stay the same from one start to the next. It is kept in the
/// user's state folder, where nobody else can read it.
struct AccessToken: Sendable {
  /// 64 hexadecimal digits.
  let text: String
  /// The file that keeps it.
  let path: String
  /// The value of a browser's cookie: whoever sees one cannot tell the token by it.
  let cookie: String

  private static let name = "token"

  init(text: String, path: String) {
    (self.text, self.path) = (text, path)
    cookie = SHA256.hash(data: Array("cookie \(text)".utf8)).hexadecimal
  }

  /// The token of this vault, made where there is none yet.
  static func load(_ location: VaultLocation, _ folders: UserFolders) throws -> AccessToken {
    guard let state = location.stateFolder(folders) else {
      throw TokenError(path: "the token", reason: "there is no place to keep it: set HOME or XDG_STATE_HOME")
    }
    let path = state + "/" + name
    do throws(FileFailure) {
      let folder = try PrivateFolder(state, others: .mayRead, makes: true)
      if let text = try read(in: folder) { return AccessToken(text: text, path: path) }
      let text = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0).hexadecimal }
      try write(text, in: folder)
      return AccessToken(text: text, path: path)
    } catch {
      throw TokenError(
        path: error.path, reason: "\(error.cause); it must be this user's, and nobody else may change it")
    }
  }

  private static func read(in folder: PrivateFolder) throws(FileFailure) -> String? {
    guard let file = try folder.openOwn(name, O_RDONLY) else { return nil }
    let path = folder.path + "/" + name
    let bytes: [UInt8]
    do { bytes = try readAll(file.number, limit: 1_024) ?? [] } catch {
      throw FileFailure(path: path, code: error.code)
    }
    // Others may have read one that was open to them, and one that was cut is none: another takes its place.
    var status = stat()
    guard fstat(file.number, &status) == 0, status.st_mode & 0o077 == 0 else { return nil }
    let digits = bytes.prefix { $0 != 0x0A }
    guard digits.count == 64, digits.allSatisfy({ "0123456789abcdef".utf8.contains($0) }) else { return nil }
    return String(decoding: digits, as: UTF8.self)
  }

  private static func write(_ text: String, in folder: PrivateFolder) throws(FileFailure) {
    let path = folder.path + "/" + name
    folder.remove(name)
    let number = folder.open(name, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    guard number >= 0 else { throw FileFailure(path: path, code: errno) }
    let file = OwnedDescriptor(number)
    let bytes = Array((text + "\n").utf8)
    guard retrying({ VaultPlatform.write(file.number, bytes, bytes.count) }) == bytes.count else {
      throw FileFailure(path: path, code: errno)
    }
  }
}

/// There is no token, so nobody can be let in.
struct TokenError: Failure {
  let path: String
  let reason: Message

  var kind: FailureKind { .noPlace }
  var message: Message { "\(path): \(reason)" }
}

/// Returns true when both are equal, in a time that does not tell where they differ.
func equalInConstantTime(_ a: String, _ b: String) -> Bool {
  let (a, b) = (Array(a.utf8), Array(b.utf8))
  guard a.count == b.count else { return false }
  return zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
}
