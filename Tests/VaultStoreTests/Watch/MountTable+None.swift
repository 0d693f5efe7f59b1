@testable import VaultStore

extension MountTable {
  /// Tells of no mounts, for tests that count what a watcher does: others mount something meanwhile.
  static var none: MountTable { MountTable("/nowhere/mountinfo") }
}
