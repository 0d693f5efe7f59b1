import VaultPlatform

/// Asks the watcher of a vault, where there is one.
struct WatchClient {
  let socket: WatchSocket
  /// A watcher that lets nothing be heard for so long is taken for dead, in milliseconds.
  static let patience: CInt = 50
  /// Longer than this nobody waits for it, whatever is heard, in milliseconds.
  static let longestWait: Int64 = 2_000

  /// Returns nil when nobody listens, the watcher does not answer in time or in a way that is understood, or the
  /// question is cancelled. The request is put together only where somebody listens.
  func ask(
    _ request: @autoclosure () -> WatchRequest?, patience: CInt = Self.patience, cancellation: Cancellation? = nil
  ) -> WatchReply? {
    guard let connection = socket.connect(), let line = request()?.line else { return nil }
    guard LocalSocket.send(line[...], to: connection.number) == line.count else { return nil }
    let begin = ContinuousClock.now
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while ContinuousClock.now - begin < .milliseconds(Self.longestWait) {
      var polled = pollfd(fd: connection.number, events: Int16(POLLIN), revents: 0)
      var left = patience
      var ready: CInt
      repeat {
        // Whoever may be cancelled looks for that often.
        let part = cancellation == nil ? left : min(left, 4)
        ready = retrying { poll(&polled, 1, part) }
        left -= part
        if cancellation?.isCancelled == true { return nil }
      } while ready == 0 && left > 0
      guard ready > 0 else { return nil }
      let count = buffer.withUnsafeMutableBytes { readSome(connection.number, $0) }
      if count == 0 { return WatchReply(bytes) }
      if count < 0 {
        guard errno == EAGAIN else { return nil }
        continue
      }
      // What a watcher says before its answer says nothing but that it lives.
      if bytes.isEmpty { bytes += buffer[..<count].drop { $0 == WatchReply.beat } } else { bytes += buffer[..<count] }
      if let first = bytes.first, first != WatchReply.begin { return nil }
      if bytes.count > Self.longestReply { return nil }
    }
    return nil
  }

  /// In bytes.
  private static let longestReply = 1 << 26
}
