import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A terminal of a given width, of which the tests hold the other end.
final class PseudoTerminal {
  private let controller: Int32
  private let slave: Int32

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
    let name: String
    (controller, name) = try Self.open()
    let descriptor = Self.openFile(name)
    guard descriptor >= 0 else { throw Failure(description: "\(name) cannot be opened") }
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
    slave = descriptor
  }

  /// The end that the tests hold, and the name of the other.
  private static func open() throws -> (Int32, String) {
    #if canImport(Darwin)
      let controller = posix_openpt(O_RDWR | O_NOCTTY)
      guard controller >= 0, grantpt(controller) == 0, unlockpt(controller) == 0, let name = ptsname(controller) else {
        throw Failure(description: "no pseudo-terminal: \(String(cString: strerror(errno)))")
      }
      return (controller, String(cString: name))
    #else
      // Swift does not see `posix_openpt` and its companions, which do this: TIOCSPTLCK, TIOCGPTN.
      let controller = openFile("/dev/ptmx")
      var (locked, number): (Int32, Int32) = (0, 0)
      guard controller >= 0, ioctl(controller, 0x4004_5431, &locked) == 0, ioctl(controller, 0x8004_5430, &number) == 0
      else { throw Failure(description: "no pseudo-terminal: \(String(cString: strerror(errno)))") }
      return (controller, "/dev/pts/\(number)")
    #endif
  }

  private static func openFile(_ name: String) -> Int32 {
    #if canImport(Darwin)
      Darwin.open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
    #else
      Glibc.open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
    #endif
  }

  deinit { close(controller) }

  /// Runs a process whose standard streams are all this terminal, and returns what it wrote there. Line ends are as
  /// terminals get them: CR LF.
  func run(_ process: ChildProcess) throws -> (bytes: [UInt8], status: Int32) {
    (process.standardInput, process.standardOutput, process.standardError) = (slave, slave, slave)
    try process.start()
    close(slave)
    var all: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(controller, &block, block.count)
      if count > 0 {
        all += block[..<count]
      } else if count == 0 || errno != EINTR {
        break  // Linux says EIO, once the last process has closed its end.
      }
    }
    return (all, process.wait())
  }
}

extension Sandbox {
  /// What a line prints on a terminal that knows colours and links, without a pager.
  func runOnTerminal(_ line: String, columns: UInt16 = 80, options: String = "--no-pager") throws -> [UInt8] {
    let process = process("/bin/sh", ["-c", line], options: options)
    process.environment["TERM"] = "xterm-kitty"
    process.environment["COLORTERM"] = "truecolor"
    return try PseudoTerminal(columns: columns).run(process).bytes
  }
}
