import VaultCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Where the watcher of a vault is reached: a socket in a folder of the user's alone.
struct WatchSocket {
  /// Of the socket.
  let path: String
  private let folder: String

  /// Held by the watcher for as long as it runs; its process' number is in it.
  var lockPath: String { path + ".lock" }

  /// The longest path of a socket, in bytes (unix(7)).
  static let longestPath = 107

  /// In `XDG_RUNTIME_DIR`, else where that folder is by habit, else in `/tmp`: the first that is there and not too long.
  init(root: String, environment: [String: String]) {
    let name = "/" + VaultLocation.stableHash(of: root)
    let user = geteuid()
    var bases: [String] = []
    if let base = environment["XDG_RUNTIME_DIR"], base.utf8.first == UInt8(ascii: "/") { bases.append(base) }
    bases.append("/run/user/\(user)")
    let base = bases.first { base in
      var status = stat()
      return base.utf8.count + 6 + name.utf8.count <= Self.longestPath && stat(base, &status) == 0
        && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == user
    }
    folder = base.map { $0 + "/vault" } ?? "/tmp/vault-\(user)"
    path = folder + name
  }

  /// Makes the folder where it is missing. Throws where it is not the user's alone.
  func prepareFolder() throws(WatchSocketError) {
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw WatchSocketError(path: folder, code: errno) }
    guard isSafe else { throw WatchSocketError(path: folder, code: EPERM) }
  }

  /// Whether nobody else can put anything into the folder.
  private var isSafe: Bool {
    var status = stat()
    return lstat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
      && status.st_mode & 0o022 == 0
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
    do {
      // Whoever gets the lock is alone.
      if try FileLock.acquire(lockPath, .shared, patience: 0) != nil { return nil }
      return try AtomicFile.read(lockPath).flatMap { Int(String(decoding: $0.dropLast(), as: UTF8.self)) }
    } catch {
      return nil
    }
  }

  /// A connection that does not wait; nil where nobody listens.
  func connect() -> OwnedDescriptor? {
    guard isSafe, let socket = try? Self.make() else { return nil }
    let result = withAddress { address, size in retrying { Self.connect(socket.number, address, size) } }
    return result == 0 ? socket : nil
  }

  /// The socket that is listened to, in the place of what another watcher may have left: the caller has the lock.
  func listen() throws(WatchSocketError) -> OwnedDescriptor {
    let socket = try Self.make()
    unlink(path)
    guard withAddress({ bind(socket.number, $0, $1) }) == 0, Self.listen(socket.number) == 0 else {
      throw WatchSocketError(path: path, code: errno)
    }
    return socket
  }

  private static func make() throws(WatchSocketError) -> OwnedDescriptor {
    #if canImport(Glibc)
      let descriptor = socket(
        AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    #else
      let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    #endif
    guard descriptor >= 0 else { throw WatchSocketError(path: "", code: errno) }
    return OwnedDescriptor(descriptor)
  }

  private static func connect(_ socket: CInt, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> CInt {
    #if canImport(Glibc)
      Glibc.connect(socket, address, size)
    #else
      Darwin.connect(socket, address, size)
    #endif
  }

  private static func listen(_ socket: CInt) -> CInt {
    #if canImport(Glibc)
      Glibc.listen(socket, 64)
    #else
      Darwin.listen(socket, 64)
    #endif
  }

  private func withAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(Self.longestPath)) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}

/// The socket cannot be made.
struct WatchSocketError: Error, CustomStringConvertible {
  var path: String
  /// An `errno` value.
  var code: CInt

  var description: String {
    let cause = code == EPERM ? "belongs to somebody else, or others may write to it" : systemMessage(code)
    return "\(path): \(cause); set XDG_RUNTIME_DIR to a folder that is yours alone"
  }
}
