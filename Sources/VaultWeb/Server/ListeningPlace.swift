import VaultCore
import VaultInterface
import VaultPlatform

/// The file of a socket that is listened to: one that nobody listens to any more is removed first, and nobody but this user
/// may connect. For an address there is nothing to do.
struct ListeningPlace {
  private let path: String?

  /// Throws `ListeningError` where the path is in use, or something else stands there.
  init(_ place: ServeOptions.Place) throws {
    guard case .socket(let path) = place else {
      self.path = nil
      return
    }
    self.path = path
    // Whatever is made is this user's alone from the beginning.
    umask(0o077)
    let folder = NotePath(path).parent.text
    guard folder.isEmpty || status(of: folder, followsLink: true) != nil else {
      throw ListeningError(path: path, reason: "its folder is not there; make it first")
    }
    guard let there = status(of: path, followsLink: false) else { return }
    guard there.st_mode & S_IFMT == S_IFSOCK, there.st_uid == geteuid() else {
      throw ListeningError(path: path, reason: "something else stands there; name another path with --socket")
    }
    guard !LocalSocket.answers(at: path) else {
      throw ListeningError(
        path: path, reason: "another process listens there; end it, or name another path with --socket")
    }
    unlink(path)
  }

  func protect() {
    if let path { chmod(path, 0o600) }
  }

  func remove() {
    if let path { unlink(path) }
  }
}

/// The server cannot listen where it was told to.
struct ListeningError: Failure {
  let path: String
  let reason: Message

  init(path: String, reason: Message) { (self.path, self.reason) = (path, reason) }

  init(_ place: ServeOptions.Place, _ error: any Error) {
    switch place {
    case .address(let address, let port):
      path = "\(address):\(port)"
      reason =
        "\(error)".contains("ddress already in use")
        ? "another program listens there; name another port with --port, or 0 for any that is free" : "\(error)"
    case .socket(let path):
      self.path = path
      reason = "\(error)"
    }
  }

  var kind: FailureKind { .noPlace }
  var message: Message { "\(path): \(reason)" }
}
