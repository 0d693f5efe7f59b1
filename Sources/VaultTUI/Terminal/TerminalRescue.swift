import Synchronization
import VaultPlatform

/// Gives the terminal back, also where this process ends by a fault of its own: a handler of signals writes what undoes
/// everything, from memory that was set aside for it. One terminal in a process.
enum TerminalRescue {
  private static let descriptor = Atomic<CInt>(-1)
  private static let isArmed = Atomic(false)
  private static let keyboard = Atomic(false)
  /// Where the bytes, the former settings and the former actions are; for as long as the process runs.
  private static let bytes = Atomic<UInt>(0)
  private static let length = Atomic<Int>(0)
  private static let popped = Atomic<UInt>(0)
  private static let poppedLength = Atomic<Int>(0)
  private static let settings = Atomic<UInt>(0)
  private static let actions = Atomic<UInt>(0)
  /// The thread that is writing to the terminal; 0 for none.
  private static let writer = Atomic<UInt>(0)

  /// Faults of this process: a trap, a stack that is full, an abort. The handler knows them by their places.
  private static let faults = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT]

  static var hasKeyboardProtocol: Bool {
    get { keyboard.load(ordering: .relaxed) }
    set { keyboard.store(newValue, ordering: .relaxed) }
  }

  /// From now on whatever ends the process gives the terminal back. To be called on the first thread.
  static func arm(_ terminal: CInt, _ former: termios, undoing leave: [UInt8]) {
    if settings.load(ordering: .relaxed) == 0 {
      settings.store(set(aside: [former]), ordering: .relaxed)
      bytes.store(set(aside: leave), ordering: .relaxed)
      length.store(leave.count, ordering: .relaxed)
      popped.store(set(aside: TerminalModes.popKeyboard), ordering: .relaxed)
      poppedLength.store(TerminalModes.popKeyboard.count, ordering: .relaxed)
      catchFaults()
    }
    descriptor.store(terminal, ordering: .relaxed)
    keyboard.store(false, ordering: .relaxed)
    isArmed.store(true, ordering: .sequentiallyConsistent)
  }

  private static func set<Value>(aside values: [Value]) -> UInt {
    let memory = UnsafeMutableBufferPointer<Value>.allocate(capacity: values.count)
    _ = memory.initialize(from: values)
    return UInt(bitPattern: memory.baseAddress)
  }

  private static func catchFaults() {
    HandlerStack.giveToAllThreads()
    actions.store(set(aside: faults.map { SignalAction.current($0) ?? .standard }), ordering: .relaxed)
    let handler = SignalAction.calling(onOtherStack: true) { signal in
      TerminalRescue.giveBack()
      // Whatever would have happened, happens: a message, a dump, the end.
      let formers = UnsafePointer<SignalAction>(bitPattern: TerminalRescue.actions.load(ordering: .relaxed))
      let place: Int
      switch signal {
      case SIGILL: place = 0
      case SIGTRAP: place = 1
      case SIGSEGV: place = 2
      case SIGBUS: place = 3
      default: place = 4
      }
      formers?[place].install(signal)
      raise(signal)
    }
    for signal in faults { handler.install(signal) }
  }

  /// Runs what writes to the terminal, unless it has been given back. Nothing that it writes comes behind what undoes everything.
  /// Returns nil where it was not run.
  static func writing(_ body: () -> Int) -> Int? {
    writer.store(threadNumber, ordering: .sequentiallyConsistent)
    defer { writer.store(0, ordering: .sequentiallyConsistent) }
    return isArmed.load(ordering: .sequentiallyConsistent) ? body() : nil
  }

  /// Waits until another thread's write, which does not block, has come to its end. A handler may have interrupted its own
  /// thread's, which goes on no more.
  private static func awaitWriter() {
    for _ in 0..<200 {
      let thread = writer.load(ordering: .sequentiallyConsistent)
      guard thread != 0, thread != threadNumber else { return }
      _ = poll(nil, 0, 1)
    }
  }

  /// Writes what undoes everything, and the former settings. Does nothing where nothing is to be undone. Allocates nothing,
  /// since a handler of signals calls it.
  static func giveBack() {
    guard isArmed.exchange(false, ordering: .sequentiallyConsistent) else { return }
    awaitWriter()
    let terminal = descriptor.load(ordering: .relaxed)
    if keyboard.exchange(false, ordering: .relaxed) {
      writeAll(terminal, popped.load(ordering: .relaxed), poppedLength.load(ordering: .relaxed))
    }
    writeAll(terminal, bytes.load(ordering: .relaxed), length.load(ordering: .relaxed))
    guard let former = UnsafePointer<termios>(bitPattern: settings.load(ordering: .relaxed)) else { return }
    _ = tcsetattr(terminal, TCSANOW, former)
  }

  /// A terminal that takes nothing is given up after a while: the process has to end.
  private static func writeAll(_ terminal: CInt, _ address: UInt, _ count: Int) {
    var next = address
    var left = count
    var waits = 0
    while left > 0, waits < 20 {
      let written = write(terminal, UnsafeRawPointer(bitPattern: next), left)
      if written > 0 {
        next += UInt(written)
        left -= written
      } else if written < 0, errno == EAGAIN {
        var wait = pollfd(fd: terminal, events: Int16(POLLOUT), revents: 0)
        _ = poll(&wait, 1, 100)
        waits += 1
      } else if written < 0, errno == EINTR {
        waits += 1
      } else {
        return
      }
    }
  }
}
