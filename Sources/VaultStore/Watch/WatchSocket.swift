import VaultCore
import VaultPlatform

/// Where the watcher of a vault is reached: a socket in a folder that is this user's alone, which is opened once. Nothing is
/// done by paths after that.
struct WatchSocket {
  private let folder: Result<PrivateFolder, FileFailure>
  private let name: String

  /// The file that the watcher holds for as long as it runs; its process' number is in it.
  private var lockName: String { name + ".lock" }

  /// In `XDG_RUNTIME_DIR`, else where that folder is by habit, else in `/tmp`: the first place that is this user's, or where
  /// the folder is. `makes`: makes the folder where it is missing.
  init(root: String, environment: [String: String], makes: Bool = false) {
    name = VaultLocation.name(ofRoot: root)
    let user = geteuid()
    var bases: [String] = []
    if let base = environment["XDG_RUNTIME_DIR"], base.utf8.first == UInt8(ascii: "/") { bases.append(base) }
    bases.append("/run/user/\(user)")
    for base in bases where LocalSocket.reaches(name + ".lock", in: base + "/vault") {
      let found = Self.open(base + "/vault")
      // A search beside a watcher asks for no more than this.
      if case .success = found {
        folder = found
        return
      }
      if status(of: base).map({ $0.isFolder && $0.st_uid == user }) == true {
        folder = makes ? Self.open(base + "/vault", makes: true) : found
        return
      }
    }
    folder = Self.open("/tmp/vault-\(user)", makes: makes)
  }

  private static func open(_ path: String, makes: Bool = false) -> Result<PrivateFolder, FileFailure> {
    Result { () throws(FileFailure) in try PrivateFolder(path, others: .mayNothing, makes: makes) }
  }

  /// As people are told it.
  var path: String {
    switch folder {
    case .success(let folder): folder.path + "/" + name
    case .failure(let failure): failure.path
    }
  }

  private func opened() throws(WatchSocketError) -> PrivateFolder {
    do { return try folder.get() } catch { throw WatchSocketError(error) }
  }

  /// Makes this process the watcher, whose number others find here. Nil where another one is.
  func lock() throws(WatchSocketError) -> FileLock? {
    let folder = try opened()
    do throws(FileFailure) {
      // Whoever asks for the watcher's number holds it for a moment.
      guard let lock = try FileLock.acquire(lockName, in: folder, .alone, patience: 0.2) else { return nil }
      guard let file = try folder.openOwn(lockName, O_WRONLY | O_TRUNC) else {
        throw FileFailure(path: path + ".lock", code: ENOENT)
      }
      let text = Array("\(getpid())\n".utf8)
      guard text.withUnsafeBytes({ writeSome(file.number, $0) }) == text.count else {
        throw FileFailure(path: path + ".lock", code: errno)
      }
      return lock
    } catch {
      throw WatchSocketError(error)
    }
  }

  /// Makes this process the one that fills in what is saved. Nil where another one is.
  func lockOfEnriching() throws(WatchSocketError) -> FileLock? {
    let folder = try opened()
    do throws(FileFailure) {
      return try FileLock.acquire(name + ".enrich", in: folder, .alone, patience: 0)
    } catch {
      throw WatchSocketError(error)
    }
  }

  /// The number of the process that watches; nil where none does.
  var watcherProcess: Int? {
    get throws(ShortageError) { try foundProcess() }
  }

  private func foundProcess() throws(ShortageError) -> Int? {
    guard case .success(let folder) = folder else { return nil }
    do {
      guard let file = try folder.openOwn(lockName, O_RDONLY) else { return nil }
      // Whoever gets the lock is alone.
      if retrying({ flock(file.number, LOCK_SH | LOCK_NB) }) == 0 {
        // A child that is being started might hold it longer.
        _ = retrying { flock(file.number, LOCK_UN) }
        return nil
      }
      guard errno == EWOULDBLOCK else { return nil }
      guard let text = try readAll(file.number, limit: 32) else { return nil }
      // `kill` takes other numbers for whole groups of processes.
      return Int(String(decoding: text.dropLast(), as: UTF8.self)).flatMap { $0 > 0 ? $0 : nil }
    } catch {
      try ShortageError.check("it cannot be told who watches the vault", error)
      return nil
    }
  }

  /// A connection that does not wait; nil where nobody listens.
  func connect() -> OwnedDescriptor? {
    guard case .success(let folder) = folder else { return nil }
    return LocalSocket.connected(to: name, in: folder)
  }

  /// The socket that is listened to, in the place of what another watcher may have left: the caller has the lock.
  func listen() throws(WatchSocketError) -> OwnedDescriptor {
    let folder = try opened()
    folder.remove(name)
    guard let socket = LocalSocket.listening(at: name, in: folder) else {
      throw WatchSocketError(path: path, code: errno, isReached: errno != ENOENT)
    }
    return socket
  }

  /// Nobody can reach the watcher any more.
  func close() {
    if case .success(let folder) = folder { folder.remove(name) }
  }
}

/// The socket cannot be made.
struct WatchSocketError: Failure {
  var path: String
  /// An `errno` value.
  var code: CInt
  /// False where the system has no way to the open folder.
  var isReached = true

  init(path: String, code: CInt, isReached: Bool = true) {
    (self.path, self.code, self.isReached) = (path, code, isReached)
  }

  init(_ failure: FileFailure) { self.init(path: failure.path, code: failure.code) }

  var kind: FailureKind { .noPlace }
  var message: Message {
    if !isReached { return "\(path): sockets need /proc, which is not mounted; mount it, or do without a watcher" }
    let cause =
      switch code {
      case EPERM: "belongs to somebody else, or others may read or write it"
      case ELOOP, ENOTDIR: "is a link, or no folder"
      default: systemMessage(code)
      }
    return "\(path): \(cause); set XDG_RUNTIME_DIR to a folder that is yours alone"
  }
}
