import VaultCore
import VaultPlatform

/// Reads messages on a thread of its own, which waits for nothing but the next bytes.
package enum MessageInput {
  package enum Event: Sendable {
    /// A message, and how long it was.
    case message(RPCMessage, bytes: Int)
    /// A text that is no message. The stream goes on.
    case refused(RPCMessage.Refusal)
    /// Nothing more comes; `problem` says why, where the stream did not just end behind a message.
    case end(problem: String?)
  }

  /// Longer messages than this end the stream: the longest note that is read takes far less.
  package static let longestMessage = 128 << 20

  /// Tells of every message until the stream ends, which is told last. `limit`: how many bytes one may have; `deepest`: how deep
  /// its values may be nested. False where the process may have no more threads.
  package static func start(
    _ descriptor: CInt, _ framing: MessageFraming, limit: Int = longestMessage,
    deepest: Int = JSONReader.deepest, tell: @escaping @Sendable (Event) -> Void
  ) -> Bool {
    OwnThread.start {
      tell(.end(problem: read(descriptor, framing, FrameReader(framing, limit: limit), deepest, tell)))
    }
  }

  /// Returns why the stream ended; nil where it just did.
  private static func read(
    _ descriptor: CInt, _ framing: MessageFraming, _ reader: FrameReader, _ deepest: Int, _ tell: (Event) -> Void
  ) -> String? {
    var reader = reader
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = block.withUnsafeMutableBytes { readSome(descriptor, $0) }
      if count < 0, errno == EAGAIN {
        // Whoever started this program has made the pipe one that nobody waits for.
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = retrying { poll(&polled, 1, -1) }
        continue
      }
      if count < 0 { return "the input cannot be read: \(systemMessage(errno))" }
      if count == 0 {
        guard reader.isWithinMessage else { return nil }
        // The end ends a line, too.
        guard framing == .lines else { return "the input ended in the middle of a message" }
        reader.append([0x0A])
      }
      reader.append(block[..<count])
      while true {
        do throws(FramingError) {
          guard let body = try reader.next() else { break }
          do throws(RPCMessage.Refusal) {
            tell(.message(try RPCMessage(reading: body, deepest: deepest), bytes: body.count))
          } catch {
            tell(.refused(error))
          }
        } catch {
          guard error.goesOn else { return error.description }
          tell(.refused(RPCMessage.Refusal(error: RPCError(.invalidRequest, error.description))))
        }
      }
    }
  }
}
