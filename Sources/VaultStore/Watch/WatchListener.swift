import VaultPlatform

/// The socket that a watcher listens to, and the commands that have not yet said what they want.
final class WatchListener {
  private let socket: WatchSocket
  private let listening: OwnedDescriptor
  private var connections: [(descriptor: OwnedDescriptor, received: [UInt8])] = []
  private static let mostConnections = 256

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
      let descriptor = retrying { accept(listening.number, nil, nil) }
      if descriptor < 0 { break }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      connections.append((OwnedDescriptor(descriptor), []))
    }
    var requests: [(WatchRequest, OwnedDescriptor)] = []
    var open: [(OwnedDescriptor, [UInt8])] = []
    for (descriptor, received) in connections {
      switch Self.read(descriptor.number, after: received) {
      case .part(let bytes): open.append((descriptor, bytes))
      case .whole(let request): requests.append((request, descriptor))
      case .nothing: break
      }
    }
    connections = open
    return requests
  }

  private enum Received {
    case part([UInt8])
    case whole(WatchRequest)
    /// The end, or what is no request.
    case nothing
  }

  private static func read(_ connection: CInt, after received: [UInt8]) -> Received {
    var buffer = [UInt8](repeating: 0, count: WatchRequest.longest)
    let size = buffer.count
    let count = retrying { recv(connection, &buffer, size, 0) }
    if count < 0, errno == EAGAIN { return .part(received) }
    if count <= 0 { return .nothing }
    let bytes = received + buffer[..<count]
    if let request = WatchRequest(line: bytes) { return .whole(request) }
    return bytes.count >= WatchRequest.longest || bytes.contains(UInt8(ascii: "\n")) ? .nothing : .part(bytes)
  }

  /// Returns true when somebody still reads. A reader that is slow has a tenth of a second.
  @discardableResult
  func send(_ bytes: [UInt8], to connection: OwnedDescriptor) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        LocalSocket.send(UnsafeRawBufferPointer(rebasing: bytes[sent...]), to: connection.number)
      }
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
  func close() { unlink(socket.path) }
}
