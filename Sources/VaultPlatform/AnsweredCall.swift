import Synchronization

/// A program that was run for its answer: it gets its whole input at once, and what it writes is collected.
package struct AnsweredCall {
  /// Its exit status, 128 and the signal's number for one that a signal ended.
  package let status: Int32
  package let output: [UInt8]
  /// At most the last 64 KiB of what it complained of.
  package let complaint: [UInt8]

  package enum Failure: Error, Hashable {
    /// The `errno` value.
    case cannotStart(program: String, CInt)
    case system(CInt)
    case tooLong(seconds: Int)
    case silent(seconds: Int)
    case tooLarge(bytes: Int)
  }

  package struct Limits: Sendable {
    /// Nil: however long it takes.
    package var seconds: Int?
    /// True where the time is that since its last word, for what may take long and tells how far it is.
    package var isOfSilence: Bool
    package var bytes: Int
    /// True for a program that may ask its user at the terminal: it stays in this process' group then, and Ctrl-C ends
    /// both. Else it has a group of its own, which is ended whole where it takes too long.
    package var usesTerminal: Bool

    package init(seconds: Int?, isOfSilence: Bool = false, bytes: Int = 1 << 30, usesTerminal: Bool = false) {
      (self.seconds, self.isOfSilence) = (seconds, isOfSilence)
      (self.bytes, self.usesTerminal) = (bytes, usesTerminal)
    }
  }

  private static let mostComplaint = 65_536
  /// In bytes, more than any pipe holds.
  private static let mostLeftInPipe = 1 << 20

  /// Held while pipes are made and handed over: what another thread starts just then would have them open, too.
  private static let starting = Mutex<Void>(())

  /// Runs the program to its end. What it leaves running is not waited for. The first of `arguments` is its path, or its name
  /// in a folder of the environment's `PATH`. `isCancelled` is asked ten times a second; where it throws, the program is ended:
  /// asked to by SIGTERM, so that it may put away what it holds, and killed where it is still there two seconds later.
  package init(
    _ arguments: [String], environment: [String: String], input: [UInt8] = [], limits: Limits,
    isCancelled: () throws -> Void = {}
  ) throws {
    let name = arguments.first ?? ""
    guard let program = ChildProcess.place(of: name, path: environment["PATH"] ?? "/usr/bin:/bin") else {
      throw Failure.cannotStart(program: name, ENOENT)
    }
    let (pipes, number) = try Self.starting.withLock { _ in
      let pipes = try (input: Pipe(), output: Pipe(), complaint: Pipe())
      do throws(ChildProcess.Failure) {
        let number = try ChildProcess.start(
          program, arguments, environment, heeding: [SIGPIPE, SIGXFSZ, SIGINT],
          flags: limits.usesTerminal ? 0 : Int16(POSIX_SPAWN_SETPGROUP)
        ) { actions in
          posix_spawn_file_actions_adddup2(&actions, pipes.input.readEnd, STDIN_FILENO)
          posix_spawn_file_actions_adddup2(&actions, pipes.output.writeEnd, STDOUT_FILENO)
          posix_spawn_file_actions_adddup2(&actions, pipes.complaint.writeEnd, STDERR_FILENO)
        }
        return (pipes, number)
      } catch { throw Failure.cannotStart(program: name, error.code) }
    }
    pipes.input.closeReadEnd()
    pipes.output.closeWriteEnd()
    pipes.complaint.closeWriteEnd()
    let child = Child(number, hasGroup: !limits.usesTerminal)
    var exchange = Exchange(input: input, pipes: (pipes.input, pipes.output, pipes.complaint))
    do {
      try exchange.run(limits, until: child, isCancelled)
    } catch {
      child.end()
      throw error
    }
    status = child.wait()
    (output, complaint) = (exchange.output, exchange.complaint)
  }

  /// The program that runs.
  private final class Child {
    private let number: pid_t
    private let hasGroup: Bool
    /// As `waitpid` tells it; nil while the program runs.
    private var status: Int32?

    init(_ number: pid_t, hasGroup: Bool) { (self.number, self.hasGroup) = (number, hasGroup) }

    var hasEnded: Bool {
      look(WNOHANG)
      return status != nil
    }

    /// Its exit status, or that of the signal that ended it.
    func wait() -> Int32 {
      look(0)
      guard let status else { return 0 }
      let signalNumber = status & 0x7F
      return signalNumber == 0 ? (status >> 8) & 0xFF : 128 + signalNumber
    }

    /// Ends it, and all of its group. Where it has ended by itself, what it left running is none of ours.
    func end() {
      if hasEnded { return }
      let target = hasGroup ? -number : number
      kill(target, SIGTERM)
      let deadline = ContinuousClock.now + .seconds(2)
      while !hasEnded || hasGroup && kill(target, 0) == 0 {
        if ContinuousClock.now >= deadline {
          kill(target, SIGKILL)
          break
        }
        usleep(10_000)
      }
      look(0)
    }

    private func look(_ options: CInt) {
      guard status == nil else { return }
      var status: Int32 = 0
      var found = waitpid(number, &status, options)
      while found == -1, errno == EINTR { found = waitpid(number, &status, options) }
      if found != 0 { self.status = status }
    }
  }

  /// Both ends of a pipe, which no program inherits unless it is handed over.
  private final class Pipe {
    private(set) var readEnd: CInt
    private(set) var writeEnd: CInt

    init() throws {
      var ends: [CInt] = [-1, -1]
      guard pipe(&ends) == 0 else { throw Failure.system(errno) }
      (readEnd, writeEnd) = (ends[0], ends[1])
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    func closeReadEnd() {
      if readEnd >= 0 { close(readEnd) }
      readEnd = -1
    }

    func closeWriteEnd() {
      if writeEnd >= 0 { close(writeEnd) }
      writeEnd = -1
    }

    deinit {
      closeReadEnd()
      closeWriteEnd()
    }
  }

  /// Writes and reads at once: a program that is not listened to would wait for its reader, and its writer for it.
  private struct Exchange {
    private let input: [UInt8]
    private let pipes: (input: Pipe, output: Pipe, complaint: Pipe)
    private(set) var output: [UInt8] = []
    private(set) var complaint: [UInt8] = []
    private var written = 0

    init(input: [UInt8], pipes: (input: Pipe, output: Pipe, complaint: Pipe)) {
      (self.input, self.pipes) = (input, pipes)
    }

    mutating func run(_ limits: Limits, until child: Child, _ isCancelled: () throws -> Void) throws {
      var end = limits.seconds.map { ContinuousClock.now + .seconds($0) }
      _ = fcntl(pipes.input.writeEnd, F_SETFL, O_NONBLOCK)
      if input.isEmpty { pipes.input.closeWriteEnd() }
      BrokenPipes.ignore()
      defer { BrokenPipes.heed() }
      // How much more is read once the program has ended. All that it wrote lies in the pipes then; what another one that it
      // left running goes on to write is not waited for.
      var rest: Int?
      while pipes.output.readEnd >= 0 || pipes.complaint.readEnd >= 0, rest ?? 1 > 0 {
        try isCancelled()
        if rest == nil, child.hasEnded { rest = 2 * mostLeftInPipe }
        let isOver = rest == nil && end.map { ContinuousClock.now >= $0 } ?? false
        if isOver, !limits.isOfSilence { throw Failure.tooLong(seconds: limits.seconds ?? 0) }
        // What is closed is passed over, since its number is negative.
        var waiting = [
          pollfd(fd: pipes.output.readEnd, events: Int16(POLLIN), revents: 0),
          pollfd(fd: pipes.complaint.readEnd, events: Int16(POLLIN), revents: 0),
          pollfd(fd: pipes.input.writeEnd, events: Int16(POLLOUT), revents: 0),
        ]
        guard poll(&waiting, nfds_t(waiting.count), rest == nil ? 100 : 0) >= 0 else {
          if errno == EINTR { continue }
          throw Failure.system(errno)
        }
        let isQuiet = waiting[0].revents == 0 && waiting[1].revents == 0
        if rest != nil, isQuiet { break }
        // What was said while this process could not run is no silence.
        if isOver, isQuiet { throw Failure.silent(seconds: limits.seconds ?? 0) }
        let known = output.count + complaint.count
        if waiting[0].revents != 0, try !Self.read(pipes.output.readEnd, into: &output) { pipes.output.closeReadEnd() }
        if output.count > limits.bytes { throw Failure.tooLarge(bytes: limits.bytes) }
        if waiting[1].revents != 0, try !Self.read(pipes.complaint.readEnd, into: &complaint) {
          pipes.complaint.closeReadEnd()
        }
        rest = rest.map { $0 - (output.count + complaint.count - known) }
        complaint.removeFirst(max(0, complaint.count - mostComplaint))
        if limits.isOfSilence, waiting.contains(where: { $0.revents != 0 }) {
          end = limits.seconds.map { ContinuousClock.now + .seconds($0) }
        }
        if waiting[2].revents != 0 { writeMore() }
      }
      // One that has closed what it writes to may go on for as long as it likes.
      var pause: UInt32 = 100
      while !child.hasEnded {
        try isCancelled()
        if end.map({ ContinuousClock.now >= $0 }) ?? false {
          throw limits.isOfSilence
            ? Failure.silent(seconds: limits.seconds ?? 0) : .tooLong(seconds: limits.seconds ?? 0)
        }
        usleep(pause)
        pause = min(2 * pause, 50_000)
      }
    }

    /// False at the end.
    private static func read(_ file: CInt, into bytes: inout [UInt8]) throws -> Bool {
      var block = [UInt8](repeating: 0, count: 65_536)
      let count = block.withUnsafeMutableBytes { readSome(file, $0) }
      if count < 0 { throw Failure.system(errno) }
      bytes += block.prefix(count)
      return count > 0
    }

    private mutating func writeMore() {
      let rest = input[written...]
      let count = rest.withUnsafeBytes { bytes in
        retrying { write(pipes.input.writeEnd, bytes.baseAddress, min(bytes.count, 1 << 20)) }
      }
      if count > 0 { written += count }
      if count < 0, errno == EAGAIN { return }
      if count < 0 || written == input.count { pipes.input.closeWriteEnd() }
    }
  }
}

/// What becomes of this process where it writes to a pipe that nobody reads any more. A signal ends it, unless it is asked
/// here not to.
package enum BrokenPipes {
  private struct Ignoring {
    var calls = 0
    /// What such a pipe did before the first of these calls.
    var former: SignalAction?
  }

  private static let ignoring = Mutex(Ignoring())

  /// From now on that is an error of `write`, and no signal.
  package static func ignoreForGood() {
    ignoring.withLock { ignoring in
      ignoring.former = nil
      signal(SIGPIPE, SIG_IGN)
    }
  }

  /// The same until `heed()`, while a program may go away before it has read its input.
  static func ignore() {
    ignoring.withLock { ignoring in
      ignoring.calls += 1
      guard ignoring.calls == 1 else { return }
      ignoring.former = SignalAction.current(SIGPIPE)
      signal(SIGPIPE, SIG_IGN)
    }
  }

  static func heed() {
    ignoring.withLock { ignoring in
      ignoring.calls -= 1
      if ignoring.calls == 0 { ignoring.former?.install(SIGPIPE) }
    }
  }
}

extension AnsweredCall.Failure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .cannotStart(let program, let code): "\(program) cannot be started: \(systemMessage(code))"
    case .system(let code): systemMessage(code)
    case .tooLong(let seconds): "it did not end within \(seconds) seconds"
    case .silent(let seconds): "it said nothing for \(seconds) seconds, and was ended"
    case .tooLarge(let bytes): "it answered with more than \(bytes >> 20) MiB"
    }
  }
}
