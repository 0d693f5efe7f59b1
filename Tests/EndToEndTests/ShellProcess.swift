import VaultPlatform

/// A shell line that runs with nothing inherited but what it is given: signals as in a new terminal, standard streams
/// and an environment. (Foundation's `Process` hands on the signal mask of the thread it is started from, so that the
/// child may be deaf to Ctrl-C.) A note that another test has open just now would else be held open by it for as long as
/// the line runs, and be taken for one that an editor is saving.
struct ShellProcess {
  private let child: pid_t

  struct Failure: Error, CustomStringConvertible {
    var description: String

    init(_ what: String, _ code: Int32) {
      description = "\(what): \(String(cString: strerror(code)))"
    }
  }

  /// `streams`: the descriptors that become standard input, output and error.
  init(_ line: String, environment: [String: String], streams: [Int32]) throws {
    child = try ChildProcess.start(
      "/bin/sh", ["sh", "-c", line], environment, heeding: [SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGHUP, SIGCHLD],
      closesOthers: true
    ) { actions in
      for (place, descriptor) in streams.enumerated() {
        posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(place))
      }
    }
  }

  func interrupt() {
    sendSignal(child, SIGINT)
  }

  func kill() {
    sendSignal(child, SIGKILL)
  }

  /// Its exit status as a shell gives it: 128 and the signal's number for one that a signal ended.
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}

private func sendSignal(_ process: pid_t, _ signal: Int32) {
  kill(process, signal)
}

/// A descriptor that is closed with its last owner, and that no child gets by accident.
final class Descriptor {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  convenience init(opening path: String, _ flags: Int32) throws {
    let number = open(path, flags | O_CLOEXEC, 0o644)
    guard number >= 0 else { throw ShellProcess.Failure(path, errno) }
    self.init(number)
  }

  deinit { close(number) }

  /// Both ends of a pipe.
  static func pipe() throws -> (read: Descriptor, write: Descriptor) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      let result = Glibc.pipe(&ends)
    #else
      let result = Darwin.pipe(&ends)
    #endif
    guard result == 0 else { throw ShellProcess.Failure("pipe", errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (Descriptor(ends[0]), Descriptor(ends[1]))
  }

  func write(_ text: String) {
    let bytes = Array(text.utf8)
    #if canImport(Glibc)
      _ = Glibc.write(number, bytes, bytes.count)
    #else
      _ = Darwin.write(number, bytes, bytes.count)
    #endif
  }

  /// What can be read at once, after waiting for it; nothing at the end.
  func read() -> [UInt8] {
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      #if canImport(Glibc)
        let count = Glibc.read(number, &block, block.count)
      #else
        let count = Darwin.read(number, &block, block.count)
      #endif
      if count >= 0 { return Array(block[..<count]) }
      // Linux says EIO where the last process has closed its end of a terminal.
      if errno != EINTR { return [] }
    }
  }
}
