import VaultPlatform

/// The reader of standard output has gone away (`vault list | head -1`, `q` in the pager). Not a failure: whoever
/// catches it at the top ends with the status of success and says nothing.
package struct OutputClosed: Error {}

/// Standard output cannot be written to, for a reason that the user should hear of.
package struct OutputFailure: Error, CustomStringConvertible {
  package let code: Int32

  package var description: String {
    "cannot write the output: \(String(cString: strerror(code))). Check the disk or the program that reads it"
  }
}

/// Collects bytes and writes them to a file descriptor in blocks of 64 KB.
///
/// Nothing is written after an error. Not for several threads at once.
package final class OutputSink {
  package static let blockSize = 65_536

  private enum Target {
    case descriptor(Int32)
    case memory
    /// Kept back until it is known whether it fits the screen.
    case undecided(Pager, rows: Int, columns: Int, fallback: Int32)
  }

  private var target: Target
  private var buffer: [UInt8] = []
  private var process: Pager.Process?
  private var failure: (any Error)?
  /// True once something was written.
  package private(set) var isUsed = false

  /// Writes to `descriptor`, which stays open.
  package init(descriptor: Int32) {
    target = .descriptor(descriptor)
    buffer.reserveCapacity(Self.blockSize + 4_096)
    BrokenPipes.ignoreForGood()
  }

  /// Keeps everything in `bytes`.
  package init() {
    target = .memory
  }

  /// Shows what is longer than the terminal through a pager, the rest directly.
  package init(descriptor: Int32, pager: Pager?, context: TerminalContext) {
    if let pager, context.outputIsTerminal, let rows = context.height {
      target = .undecided(pager, rows: rows, columns: context.width ?? 80, fallback: descriptor)
    } else {
      target = .descriptor(descriptor)
    }
    BrokenPipes.ignoreForGood()
  }

  /// What a sink in memory holds, or what has not been written yet.
  package var bytes: [UInt8] { buffer }

  package func write(_ text: String) throws {
    try write { $0.append(contentsOf: text.utf8) }
  }

  package func write(_ bytes: some Collection<UInt8>) throws {
    try write { $0.append(contentsOf: bytes) }
  }

  /// Lets `body` append to the buffer itself: the way without a copy.
  package func write(_ body: (inout [UInt8]) throws -> Void) throws {
    if let failure { throw failure }
    isUsed = true
    try body(&buffer)
    if buffer.count >= Self.blockSize { try flush(everything: false) }
  }

  /// Writes what is left. Ends the pager, if one runs, and waits until the user leaves it.
  package func finish() throws {
    defer {
      process?.finish()
      process = nil
    }
    try flush(everything: true)
  }

  /// Writes what there is now, so that messages on standard error come after it.
  package func flush() throws {
    if case .undecided = target { return }
    try flush(everything: true)
  }

  private func flush(everything: Bool) throws {
    if let failure { throw failure }
    do {
      switch target {
      case .memory: return
      case .descriptor(let descriptor):
        try Self.write(buffer, to: descriptor)
        buffer.removeAll(keepingCapacity: true)
      case .undecided(let pager, let rows, let columns, let fallback):
        let fits = Pager.fits(buffer, rows: rows, columns: columns)
        guard everything || !fits else { return }
        if !fits, let started = pager.start() {
          process = started
          target = .descriptor(started.input)
        } else {
          target = .descriptor(fallback)
        }
        try flush(everything: true)
      }
    } catch {
      failure = error
      throw error
    }
  }

  /// Writes all of `bytes`: short writes are continued, interruptions repeated, a full pipe that does not block is
  /// waited for.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
    try bytes.withUnsafeBytes { all in
      var done = 0
      while done < all.count {
        let written = writeSome(descriptor, UnsafeRawBufferPointer(rebasing: all[done...]))
        if written > 0 {
          done += written
          continue
        }
        switch written == 0 ? EIO : errno {
        case EPIPE: throw OutputClosed()
        case EAGAIN:
          var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&wait, 1, -1)
        case let code: throw OutputFailure(code: code)
        }
      }
    }
  }

  /// Writes to standard error, or where else things are told; where that is closed there is nobody left to tell.
  package static func tell(_ bytes: [UInt8], on descriptor: Int32 = STDERR_FILENO) {
    do { try write(bytes, to: descriptor) } catch {}
  }

  /// Whoever starts the program with one of them closed must not find its output in the first file that it opens. What is
  /// written to one that was closed fails, as it would have.
  package static func openStandardStreams() {
    for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 && errno == EBADF {
      _ = open("/dev/null", O_RDONLY)
    }
  }
}
