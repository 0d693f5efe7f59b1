import VaultCore
import VaultPlatform

/// Where the watcher of a vault is reached: a socket in a folder of the user's alone.
struct WatchSocket {
  /// The socket's path.
  let path: String
  private let folder: String

  /// Held by the watcher for as long as it runs; its process' number is in it.
  var lockPath: String { path + ".lock" }

  /// In `XDG_RUNTIME_DIR`, else where that folder is by habit, else in `/tmp`: the first that is there and not too long.
  init(root: String, environment: [String: String]) {
    let name = "/" + VaultLocation.stableHash(of: root)
    let user = geteuid()
    var bases: [String] = []
    if let base = environment["XDG_RUNTIME_DIR"], base.utf8.first == UInt8(ascii: "/") { bases.append(base) }
    bases.append("/run/user/\(user)")
    let base = bases.first { base in
      base.utf8.count + 6 + name.utf8.count <= LocalSocket.longestPath
        && status(of: base).map { $0.isFolder && $0.st_uid == user } == true
    }
    folder = base.map { $0 + "/vault" } ?? "/tmp/vault-\(user)"
    path = folder + name
  }

  /// Makes the folder where it is missing. Throws where it is not the user's alone.
  func prepareFolder() throws(WatchSocketError) {
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw WatchSocketError(path: folder, code: errno) }
    guard isSafe else { throw WatchSocketError(path: folder, code: EPERM) }
  }

  /// True when nobody else can put anything into the folder.
  private var isSafe: Bool {
    guard let status = status(of: folder, followsLink: false) else { return false }
    return status.isFolder && status.st_uid == geteuid() && status.st_mode & 0o022 == 0
  }

  /// Makes the number of this process that of the watcher. The caller has the lock.
  func writeProcess() throws(WatchSocketError) {
    let file = openFile(lockPath, O_WRONLY | O_TRUNC | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { throw WatchSocketError(path: lockPath, code: errno) }
    defer { close(file) }
    let text = Array("\(getpid())\n".utf8)
    guard retrying({ write(file, text, text.count) }) == text.count else {
      throw WatchSocketError(path: lockPath, code: errno)
    }
  }

  /// The number of the process that watches; nil where none does.
  var watcherProcess: Int? {
    get throws(ShortageError) { try foundProcess() }
  }

  private func foundProcess() throws(ShortageError) -> Int? {
    do {
      // Whoever gets the lock is alone.
      if try FileLock.acquire(lockPath, .shared, patience: 0) != nil { return nil }
      return try AtomicFile.read(lockPath).flatMap { Int(String(decoding: $0.dropLast(), as: UTF8.self)) }
    } catch {
      try ShortageError.check("it cannot be told who watches the vault", error)
      return nil
    }
  }

  /// A connection that does not wait; nil where nobody listens.
  func connect() -> OwnedDescriptor? { isSafe ? LocalSocket.connected(to: path) : nil }

  /// The socket that is listened to, in the place of what another watcher may have left: the caller has the lock.
  func listen() throws(WatchSocketError) -> OwnedDescriptor {
    unlink(path)
    guard let socket = LocalSocket.listening(at: path) else { throw WatchSocketError(path: path, code: errno) }
    return socket
  }
}

/// The socket cannot be made.
struct WatchSocketError: Failure {
  var path: String
  /// An `errno` value.
  var code: CInt

  var kind: FailureKind { .noPlace }
  var message: Message {
    let cause = code == EPERM ? "belongs to somebody else, or others may write to it" : systemMessage(code)
    return "\(path): \(cause); set XDG_RUNTIME_DIR to a folder that is yours alone"
  }
}
