#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A program that runs beside the tests, with no more of theirs than it is given: Foundation's `Process` hands down the
/// thread's blocked signals, with which a shell waits forever, and descriptors that other tests have open.
final class ChildProcess {
  private let path: String
  private let arguments: [String]
  private let folder: String
  var environment: [String: String]
  /// Descriptors; /dev/null where nil.
  var standardInput: Int32?
  var standardOutput: Int32?
  var standardError: Int32?
  private var pid: pid_t = 0

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  init(_ path: String, _ arguments: [String], folder: String, environment: [String: String]) {
    self.path = path
    self.arguments = arguments
    self.folder = folder
    self.environment = environment
  }

  func start() throws {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    #if canImport(Darwin)
      flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawnattr_setflags(&attributes, Int16(flags))
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, descriptor) in [standardInput, standardOutput, standardError].enumerated() {
      if let descriptor {
        posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
      } else {
        posix_spawn_file_actions_addopen(&actions, Int32(number), "/dev/null", number == 0 ? O_RDONLY : O_WRONLY, 0)
      }
    }
    // Swift does not see the call that changes the folder in a new process.
    let line = ["sh", "-c", "cd \"$1\" && shift && exec \"$@\"", "sh", folder, path] + arguments
    let words = line.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for each in words + variables { free(each) } }
    let code = posix_spawn(&pid, "/bin/sh", &actions, &attributes, words, variables)
    guard code == 0 else { throw Failure(description: "\(path): \(String(cString: strerror(code)))") }
  }

  func interrupt() { kill(pid, SIGINT) }

  /// Waits for its end. Returns the status as a shell gives it: 128 and the signal's number for one that a signal ended.
  @discardableResult
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }
}

/// Two ends of a pipe that no other process inherits.
struct PipeEnds {
  let reading: Int32
  let writing: Int32

  init() throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw ChildProcess.Failure(description: "no pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (ends[0], ends[1])
  }

  func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { systemWrite(writing, $0.baseAddress, $0.count) }
  }

  /// What can be read at once, once there is something.
  func read() -> String {
    var block = [UInt8](repeating: 0, count: 4_096)
    let count = systemRead(reading, &block, block.count)
    return String(decoding: block.prefix(max(count, 0)), as: UTF8.self)
  }

  func closeBoth() {
    close(reading)
    close(writing)
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}
