import VaultPlatform

/// The socket that a watcher listens to, and the commands that have not yet said what they want.
final class WatchListener {
  private let socket: WatchSocket
  private let listening: OwnedDescriptor
  private var connections: [(descriptor: OwnedDescriptor, received: [UInt8])] = []
  private static let mostConnections = 256
  /// Given up where the process may open no more files, for a connection that is then closed: its command looks itself. One
  /// that could not be taken would be told of again at once, for ever.
  private var spare = WatchListener.openSpare()

  /// The caller has the lock.
  init(_ socket: WatchSocket) throws(WatchSocketError) {
    self.socket = socket
    listening = try socket.listen()
  }

  /// To be polled. `waiting`: how many connections there are of which the request has come.
  func descriptors(besides waiting: Int) -> [CInt] {
    (connections.count + waiting < Self.mostConnections ? [listening.number] : [])
      + connections.map(\.descriptor.number)
  }

  /// Whole requests that have come.
  func receive(besides waiting: Int) -> [(WatchRequest, OwnedDescriptor)] {
    while connections.count + waiting < Self.mostConnections {
      guard let connection = LocalSocket.accepted(by: listening.number) else {
        // What is short is told whether or not a connection waits.
        guard SystemFailure(code: errno).isShortage, refuse() else { break }
        continue
      }
      connections.append((connection, []))
    }
    var requests: [(WatchRequest, OwnedDescriptor)] = []
    connections = connections.compactMap { descriptor, received in
      var bytes = received
      var buffer = [UInt8](repeating: 0, count: WatchRequest.longest)
      let size = buffer.count
      let count = retrying { recv(descriptor.number, &buffer, size, 0) }
      if count < 0, errno == EAGAIN { return (descriptor, received) }
      // The end.
      if count <= 0 { return nil }
      bytes += buffer[..<count]
      if let request = WatchRequest(line: bytes) {
        requests.append((request, descriptor))
        return nil
      }
      // What is no request.
      return bytes.count >= WatchRequest.longest || bytes.contains(UInt8(ascii: "\n")) ? nil : (descriptor, bytes)
    }
    return requests
  }

  /// Returns false where nobody waits, or nothing can be given up for whoever does.
  private func refuse() -> Bool {
    if spare == nil { usleep(10_000) }
    spare = nil
    let descriptor = retrying { accept(listening.number, nil, nil) }
    if descriptor >= 0 { _ = OwnedDescriptor(descriptor) }
    spare = Self.openSpare()
    return descriptor >= 0
  }

  private static func openSpare() -> OwnedDescriptor? {
    let descriptor = openFile("/dev/null", O_RDONLY | O_CLOEXEC)
    return descriptor < 0 ? nil : OwnedDescriptor(descriptor)
  }

  /// Returns true when somebody still reads. A reader that is slow has a tenth of a second.
  @discardableResult
  func send(_ bytes: [UInt8], to connection: OwnedDescriptor) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = LocalSocket.send(bytes[sent...], to: connection.number)
      if count > 0 {
        sent += count
        continue
      }
      var polled = pollfd(fd: connection.number, events: Int16(POLLOUT), revents: 0)
      guard count < 0, errno == EAGAIN, poll(&polled, 1, 100) > 0 else { return false }
    }
    return true
  }

  /// Nobody can reach the watcher any more.
  func close() { socket.close() }
}
