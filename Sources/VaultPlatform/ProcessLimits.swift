import Synchronization

/// What this process may use at the most, as whoever started it has set it (`ulimit`, setrlimit(2)).
package enum ProcessLimits {
  /// How many files it may have open at once.
  package static var openFiles: Int { limit(RLIMIT_NOFILE) ?? .max }

  /// How many of these are left for work that could do with fewer, beside what the program has open anyhow.
  package static var filesToSpare: Int { max(0, openFiles - 40) }

  /// True when files may not become larger than some size.
  package static var limitsFileSize: Bool { limit(RLIMIT_FSIZE) != nil }

  /// Throws `SystemFailure` unless so many more files can be opened now.
  package static func checkRoom(forFiles count: Int) throws(SystemFailure) {
    _ = try room(forFiles: count...count)
  }

  /// How many more files can be opened now, of those that are wanted, `besides` some that are needed in any case. Throws
  /// `SystemFailure` where they are too few.
  package static func room(forFiles wanted: ClosedRange<Int>, besides others: Int = 0) throws(SystemFailure) -> Int {
    var probes: [CInt] = []
    defer { for probe in probes { close(probe) } }
    while probes.count < wanted.upperBound + others {
      let probe = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      if probe < 0, probes.count < wanted.lowerBound + others { throw SystemFailure(code: errno) }
      if probe < 0 { break }
      probes.append(probe)
    }
    return probes.count - others
  }

  /// Runs the program so that a limit is an error and no signal: a file that would become too large (`EFBIG`), a small
  /// stack (then `body` runs on a thread with one that is large enough) and, as far as there are any means, memory.
  ///
  /// `complain` tells of a failure, in one sentence; its status is returned then.
  package static func guarding(
    failure status: CInt, complain: (String) -> Void, body: @escaping @Sendable () -> CInt
  ) -> CInt {
    signal(SIGXFSZ, SIG_IGN)
    MemoryShortage.endProcess(with: status)
    guard let stack = limit(RLIMIT_STACK), stack < OwnThread.stackSize else { return body() }
    if let result = OwnThread.result(of: body) { return result }
    complain("the stack is limited to \(stack >> 10) KiB, and no thread with a larger one can be started; " + remedy)
    return status
  }

  private static let remedy = "raise the limit (`ulimit -s`)"

  #if os(Linux)
    fileprivate typealias Resource = __rlimit_resource
  #else
    fileprivate typealias Resource = CInt
  #endif

  /// Nil where there is none.
  fileprivate static func limit(_ resource: Resource) -> Int? {
    var limits = rlimit()
    #if os(Linux)
      let code = getrlimit(CInt(resource.rawValue), &limits)
    #else
      let code = getrlimit(resource, &limits)
    #endif
    guard code == 0, limits.rlim_cur < rlim_t(Int.max) else { return nil }
    return Int(limits.rlim_cur)
  }
}

/// Memory that is limited runs out in libraries that have no other way than to end the process by a signal.
enum MemoryShortage {
  private static let beginning: StaticString = "vault: error: the program had to stop by signal "
  private static let message = Atomic<UInt>(0)
  private static let length = Atomic<Int>(0)
  private static let status = Atomic<CInt>(0)

  /// Where memory is limited, ends the process with this status and a sentence instead of by a signal. Nothing is lost by
  /// that: what a change has begun is taken back by the next command. To be called on the first thread, before others are.
  static func endProcess(with status: CInt) {
    guard let limit = [RLIMIT_AS, RLIMIT_DATA].compactMap({ ProcessLimits.limit($0) }).min() else { return }
    let text = Array(
      """
      , most likely for want of memory, which is limited to \(limit >> 10) KiB; raise \
      the limit (`ulimit -v`, `ulimit -d`). A change that was under way is taken back by the next command

      """.utf8)
    // For as long as the process runs: a handler of signals may allocate nothing.
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count)
    _ = bytes.initialize(from: text)
    self.status.store(status, ordering: .relaxed)
    length.store(text.count, ordering: .relaxed)
    message.store(UInt(bitPattern: bytes.baseAddress), ordering: .relaxed)
    HandlerStack.giveToAllThreads()
    for signal in [SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS] {
      SignalAction.calling(onOtherStack: true) { signal in
        _ = write(STDERR_FILENO, MemoryShortage.beginning.utf8Start, MemoryShortage.beginning.utf8CodeUnitCount)
        var digits = (UInt8(0x30 + signal / 10), UInt8(0x30 + signal % 10))
        _ = write(STDERR_FILENO, &digits, 2)
        let bytes = UnsafeRawPointer(bitPattern: MemoryShortage.message.load(ordering: .relaxed))
        _ = write(STDERR_FILENO, bytes, MemoryShortage.length.load(ordering: .relaxed))
        _exit(MemoryShortage.status.load(ordering: .relaxed))
      }.install(signal)
    }
  }
}

/// Another stack for handlers of signals, since a stack that can grow no more is no place for them.
package enum HandlerStack {
  private static let isGiven = Atomic(false)

  /// This thread gets one, and all that are started from now on.
  package static func giveToAllThreads() {
    isGiven.store(true, ordering: .relaxed)
    _ = give()
  }

  /// Calls `body`, the work of another thread.
  static func guarding(_ body: () -> Void) {
    guard isGiven.load(ordering: .relaxed), let memory = give() else { return body() }
    body()
    var none = stack_t()
    none.ss_flags = CInt(SS_DISABLE)
    sigaltstack(&none, nil)
    free(memory)
  }

  /// The result is its memory, or nil where there is none.
  private static func give() -> UnsafeMutableRawPointer? {
    let size = 65_536
    guard let memory = malloc(size) else { return nil }
    var stack = stack_t()
    stack.ss_sp = memory
    stack.ss_size = size
    sigaltstack(&stack, nil)
    return memory
  }
}
