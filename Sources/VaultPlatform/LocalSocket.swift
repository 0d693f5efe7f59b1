/// Sockets by which processes of one user reach each other (unix(7)), by names in a folder that is the user's alone. None of
/// the calls waits; what fails sets `errno`.
package enum LocalSocket {
  /// In bytes; a path longer than the system's addresses hold cannot be reached.
  private static let longestAddress = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// What stands in an address for a file of the folder. On Linux the open folder itself, whatever has become of its path;
  /// elsewhere, where an address can only be a path, that of the folder as it was opened.
  private static func address(of name: String, in folder: PrivateFolder) -> String {
    #if os(Linux)
      "/proc/self/fd/\(folder.descriptor.number)/\(name)"
    #else
      folder.path + "/" + name
    #endif
  }

  /// Returns false where a file of the name in a folder of that path is beyond what an address can hold.
  package static func reaches(_ name: String, in folder: String) -> Bool {
    #if os(Linux)
      true
    #else
      folder.utf8.count + 1 + name.utf8.count <= longestAddress
    #endif
  }

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

  /// A connection with whoever of the user listens under the name; nil where nobody does.
  package static func connected(
    to name: String, in folder: PrivateFolder, of user: uid_t = geteuid()
  ) -> OwnedDescriptor? {
    guard let own = make() else { return nil }
    let isConnected = withAddress(address(of: name, in: folder)) { address, size in
      retrying { connect(own.number, address, size) } == 0
    }
    return isConnected && peer(of: own.number) == user ? own : nil
  }

  /// Returns true when somebody listens at the path.
  package static func answers(at path: String) -> Bool {
    guard let own = make(), path.utf8.count <= longestAddress else { return false }
    return withAddress(path) { address, size in retrying { connect(own.number, address, size) } == 0 }
  }

  /// A socket that is listened to under the name from now on; nothing may be there. Nil where that fails: on Linux with
  /// ENOENT where /proc is not mounted.
  package static func listening(at name: String, in folder: PrivateFolder) -> OwnedDescriptor? {
    guard let own = make() else { return nil }
    let isBound = withAddress(address(of: name, in: folder)) { bind(own.number, $0, $1) == 0 }
    return isBound && listen(own.number, 64) == 0 ? own : nil
  }

  /// The next connection of a process of these users, this one and root; nil where there is none by now. Others are turned
  /// away.
  package static func accepted(by listening: CInt, of users: Set<uid_t> = [geteuid(), 0]) -> OwnedDescriptor? {
    while true {
      let number = retrying { accept(listening, nil, nil) }
      if number < 0 { return nil }
      let connection = OwnedDescriptor(number)
      keepToItself(number)
      if let user = peer(of: number), users.contains(user) { return connection }
    }
  }

  /// The user of the process that listens or has connected at the other end; nil where the system does not tell.
  private static func peer(of socket: CInt) -> uid_t? {
    #if os(Linux)
      // Process, user and group.
      var peer: (UInt32, uid_t, gid_t) = (0, 0, 0)
      var size = socklen_t(MemoryLayout.size(ofValue: peer))
      guard getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 else { return nil }
      return peer.1
    #else
      var (user, group) = (uid_t(), gid_t())
      return getpeereid(socket, &user, &group) == 0 ? user : nil
    #endif
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
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(longestAddress)) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}

/// The system's `send`, which has the name of the method that calls it.
private func sendBytes(_ socket: CInt, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: CInt) -> Int {
  send(socket, bytes, count, flags)
}
