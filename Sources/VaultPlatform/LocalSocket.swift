/// Sockets that this machine's processes reach by a path (unix(7)). None of the calls waits; what fails sets `errno`.
package enum LocalSocket {
  /// The longest path of a socket, in bytes.
  package static let longestPath = 107

  /// The number of a new one; -1 where that fails.
  package static func make() -> CInt {
    #if os(Linux)
      return socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    #else
      let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
      guard descriptor >= 0 else { return -1 }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      return descriptor
    #endif
  }

  /// Returns true when somebody listens at the path, and is connected to now.
  package static func isConnected(_ socket: CInt, to path: String) -> Bool {
    withAddress(path) { address, size in retrying { connect(socket, address, size) } } == 0
  }

  /// Returns true when the socket is listened to at the path from now on; nothing may be there.
  package static func isListening(_ socket: CInt, at path: String) -> Bool {
    withAddress(path) { bind(socket, $0, $1) } == 0 && listen(socket, 64) == 0
  }

  /// Sends as much as the system takes at once; -1 on failure. That nobody reads is one, and no signal.
  package static func send(_ bytes: UnsafeRawBufferPointer, to socket: CInt) -> Int {
    retrying { sendBytes(socket, bytes.baseAddress, bytes.count, noSignal) }
  }

  #if os(Linux)
    private static let noSignal = CInt(MSG_NOSIGNAL)
  #else
    private static let noSignal: CInt = 0
  #endif

  private static func withAddress<Result>(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(longestPath)) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}

/// The system's `send`, which has the name of the method that calls it.
private func sendBytes(_ socket: CInt, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: CInt) -> Int {
  send(socket, bytes, count, flags)
}
