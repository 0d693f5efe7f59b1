import VaultPlatform

/// The terminal that the interface is on, by a descriptor of its own: that it does not wait is then nobody else's concern.
package final class TerminalDevice {
  package let descriptor: CInt
  /// How the terminal was before.
  private var former = termios()
  private var isEntered = false
  private var modes: TerminalModes
  /// What is written and not taken yet.
  private var pending: ArraySlice<UInt8> = []

  /// More than this at once is left for the next turn, so that a flood of input cannot keep the screen from being drawn.
  private static let mostAtOnce = 8 << 20

  /// Throws `NoTerminalError`.
  package init(modes: TerminalModes) throws(NoTerminalError) {
    self.modes = modes
    let opened = Self.open()
    guard opened >= 0 else { throw NoTerminalError() }
    descriptor = opened
    guard tcgetattr(descriptor, &former) == 0 else {
      close(opened)
      throw NoTerminalError()
    }
  }

  deinit {
    leave()
    close(descriptor)
  }

  /// By the name of the terminal that one of the standard streams is, since macOS cannot poll `/dev/tty`; else by that.
  private static func open() -> CInt {
    let flags = O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where isatty(stream) == 1 {
      guard let name = ttyname(stream) else { continue }
      let opened = VaultPlatform.open(name, flags)
      if opened >= 0 { return opened }
    }
    return VaultPlatform.open("/dev/tty", flags)
  }

  package var size: GridSize {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return GridSize(columns: 80, rows: 24)
    }
    return GridSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// True while this process may draw on the terminal, and read from it, as it always may at one that no shell shares out
  /// (ENOTTY); nil where the terminal is gone.
  package var isForeground: Bool? {
    let group = tcgetpgrp(descriptor)
    if group < 0 { return errno == ENOTTY ? true : nil }
    return group == getpgrp()
  }

  // MARK: The screen

  /// Takes the screen: the keys come one by one, and nothing is echoed.
  package func enter() {
    guard !isEntered else { return }
    isEntered = true
    var raw = former
    cfmakeraw(&raw)
    TerminalRescue.arm(descriptor, former, undoing: modes.leave)
    _ = tcsetattr(descriptor, TCSADRAIN, &raw)
    pending = []
    write(modes.enter)
  }

  /// Gives the terminal back as it was.
  package func leave() {
    guard isEntered else { return }
    isEntered = false
    TerminalRescue.giveBack()
    pending = []
  }

  /// False where the mouse is the terminal's, which selects text by it.
  package var usesMouse: Bool {
    get { modes.usesMouse }
    set {
      guard newValue != modes.usesMouse else { return }
      modes.usesMouse = newValue
      if isEntered { write(modes.mouse) }
    }
  }

  /// The terminal knows kitty's keyboard protocol: keys come in full.
  package func beginKeyboardProtocol() {
    guard isEntered, !TerminalRescue.hasKeyboardProtocol else { return }
    TerminalRescue.hasKeyboardProtocol = true
    write(TerminalModes.pushKeyboard)
  }

  // MARK: Bytes

  /// All that there is to read; nil where the terminal is gone.
  package func read() -> [UInt8]? {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while all.count < Self.mostAtOnce {
      let count = buffer.withUnsafeMutableBytes { readSome(descriptor, $0) }
      if count > 0 {
        all += buffer[..<count]
        continue
      }
      if count < 0, errno == EAGAIN || errno == EINTR { return all }
      return all.isEmpty ? nil : all
    }
    return all
  }

  /// True while the terminal has not taken all that was written.
  package var isBusy: Bool { !pending.isEmpty }

  package func write(_ bytes: [UInt8]) {
    pending += bytes
    flush()
  }

  /// Writes what the terminal takes. False where it is gone.
  @discardableResult
  package func flush() -> Bool {
    while !pending.isEmpty {
      let written = TerminalRescue.writing { pending.withUnsafeBytes { writeSome(descriptor, $0) } }
      guard let written else {
        pending = []
        return true
      }
      if written > 0 {
        pending = pending.dropFirst(written)
        continue
      }
      return written < 0 && (errno == EAGAIN || errno == EINTR)
    }
    pending = []
    return true
  }
}

/// There is no terminal that could be drawn on.
package struct NoTerminalError: Error {
  package init() {}
}
