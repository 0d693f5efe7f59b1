/// Sockets that this machine's processes reach by a path (unix(7)). None of the calls waits; what fails sets `errno`.
package enum LocalSocket {
  /// The longest path of a socket, in bytes.
  package static let longestPath = 107

  /// Nil where there can be none.
  private static func make() -> OwnedDescriptor? {
    let descriptor = socket(AF_UNIX, stream, 0)
    guard descriptor >= 0 else { return nil }
    keepToItself(descriptor)
    return OwnedDescriptor(descriptor)
  }

  #if os(Linux)
    private static let stream = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
  #else
    private static let stream = SOCK_STREAM
  #endif

  /// A connection with whoever listens at the path; nil where nobody does.
  package static func connected(to path: String) -> OwnedDescriptor? {
    guard let own = make() else { return nil }
    return withAddress(path) { address, size in retrying { connect(own.number, address, size) } } == 0 ? own : nil
  }

  /// A socket that is listened to at the path from now on; nothing may be there. Nil where that fails.
  package static func listening(at path: String) -> OwnedDescriptor? {
    guard let own = make() else { return nil }
    return withAddress(path) { bind(own.number, $0, $1) } == 0 && listen(own.number, 64) == 0 ? own : nil
  }

  /// Sends as much as the system takes at once; -1 on failure. That nobody reads is one, and no signal.
  package static func send(_ bytes: ArraySlice<UInt8>, to socket: CInt) -> Int {
    bytes.withUnsafeBytes { bytes in retrying { sendBytes(socket, bytes.baseAddress, bytes.count, noSignal) } }
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
