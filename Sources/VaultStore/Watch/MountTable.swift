import VaultPlatform

/// Tells when something is mounted or unmounted where this process sees it.
final class MountTable: Sendable {
  private let path: String
  private let descriptor: CInt
  /// It could not be opened for a reason that says nothing of it.
  private let isUnknown: Bool

  /// `path`: the system's table. Where there is none, nothing is ever told.
  init(_ path: String = "/proc/self/mountinfo") {
    self.path = path
    descriptor = openFile(path, O_RDONLY | O_CLOEXEC)
    isUnknown = descriptor < 0 && SystemFailure(code: errno).isShortage
  }

  deinit { close(descriptor) }

  /// The same table for somebody else, who is told of every change, too.
  var another: MountTable { MountTable(path) }

  /// To be polled beside others; passed over where the system does not tell.
  var polled: pollfd { pollfd(fd: descriptor, events: Int16(POLLPRI), revents: 0) }

  /// Returns true where `poll` has found a change. It finds each once.
  func isTold(_ polled: pollfd) -> Bool { polled.revents & Int16(POLLPRI | POLLERR) != 0 }

  /// Returns true for a change that nobody has been told of.
  func hasChanged() -> Bool {
    var polled = polled
    return isUnknown || poll(&polled, 1, 0) > 0 && isTold(polled)
  }
}
