import VaultPlatform

/// A terminal of a given width, of which the tests hold the other end.
struct PseudoTerminal {
  private let controller: Descriptor
  private let name: String

  init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
    #if canImport(Darwin)
      controller = Descriptor(posix_openpt(O_RDWR | O_NOCTTY))
      let other = grantpt(controller.number) == 0 && unlockpt(controller.number) == 0 ? ptsname(controller.number) : nil
      guard let other else { throw ShellProcess.Failure("a pseudo-terminal", errno) }
      name = String(cString: other)
    #else
      // Swift does not see `posix_openpt` and its companions, which do this: TIOCSPTLCK, TIOCGPTN.
      controller = try Descriptor(opening: "/dev/ptmx", O_RDWR | O_NOCTTY)
      var (locked, number): (Int32, Int32) = (0, 0)
      guard ioctl(controller.number, 0x4004_5431, &locked) == 0, ioctl(controller.number, 0x8004_5430, &number) == 0
      else { throw ShellProcess.Failure("a pseudo-terminal", errno) }
      name = "/dev/pts/\(number)"
    #endif
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard ioctl(controller.number, UInt(TIOCSWINSZ), &size) == 0 else { throw ShellProcess.Failure(name, errno) }
  }

  /// What a person types now.
  func type(_ text: String) { controller.write(text) }

  /// Starts a process with this terminal as its standard streams, and returns what it wrote there. Line ends are as
  /// terminals get them: CR LF. `typing`: what a person has typed before, which the terminal shows as well.
  /// `reacting` is called with what was written so far whenever something was.
  func run(
    typing: String = "", reacting: ([UInt8], ShellProcess) throws -> Void = { _, _ in },
    _ start: ([Descriptor]) throws -> ShellProcess
  ) throws -> (bytes: [UInt8], status: Int32) {
    let process: ShellProcess
    do {
      let end = try Descriptor(opening: name, O_RDWR | O_NOCTTY)
      if !typing.isEmpty { controller.write(typing) }
      process = try start([end, end, end])
    }
    return try controller.readAll(of: process, reacting: reacting)
  }

  /// Starts a process as `run` does, on a terminal that closes once `text` was written to it. The result is its exit status.
  static func closing(after text: String, _ start: ([Descriptor]) throws -> ShellProcess) throws -> Int32 {
    var terminal: PseudoTerminal? = try PseudoTerminal()
    let process: ShellProcess
    do {
      let end = try Descriptor(opening: terminal?.name ?? "", O_RDWR | O_NOCTTY)
      process = try start([end, end, end])
    }
    var written: [UInt8] = []
    while !String(decoding: written, as: UTF8.self).contains(text), let bytes = terminal?.controller.read(),
      !bytes.isEmpty
    {
      written += bytes
    }
    terminal = nil
    return process.wait()
  }
}

extension Descriptor {
  /// All that a process writes to the other end of this one, and its exit status.
  func readAll(
    of process: ShellProcess, reacting: ([UInt8], ShellProcess) throws -> Void
  ) throws -> (bytes: [UInt8], status: Int32) {
    var all: [UInt8] = []
    while true {
      let bytes = read()
      if bytes.isEmpty { break }
      all += bytes
      try reacting(all, process)
    }
    return (all, process.wait())
  }
}

extension Sandbox {
  /// What a line prints on a terminal that knows colours and links, without a pager.
  func runOnTerminal(_ line: String, columns: UInt16 = 80, options: String = "--no-pager") throws -> [UInt8] {
    try runOnTerminal(line, typing: "", columns: columns, options: options).bytes
  }

  /// The same where a person types an answer.
  func runOnTerminal(
    _ line: String, typing: String, columns: UInt16 = 80, options: String = "--no-pager"
  ) throws -> (bytes: [UInt8], status: Int32) {
    let variables = ["TERM": "xterm-kitty", "COLORTERM": "truecolor"]
    return try PseudoTerminal(columns: columns)
      .run(typing: typing) { try start(line, options: options, variables: variables, streams: $0) }
  }
}
