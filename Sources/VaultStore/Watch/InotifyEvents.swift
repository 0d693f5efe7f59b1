#if os(Linux)
  import VaultCore
  import VaultPlatform

  /// Tells whether something has changed, by Linux's events: one watch for each folder that a scan reads, and one for that of
  /// the configuration.
  final class InotifyEvents: ChangeSource {
    private let events: Inotify
    private let root: String
    /// By the folder's path below the root.
    private var watches: [[UInt8]: CInt] = [:]
    private var settings: CInt = -1

    private static let settingsFolder = Array(".vault".utf8)
    private static let settingsFile = Array("config.yaml".utf8)
    private static let ignoreFile = Array(".gitignore".utf8)

    /// Returns nil when the system has no more of them for this user.
    init?(root: String) {
      self.root = root
      guard case .success(let events) = Result(catching: { () throws(WatchFailure) in try Inotify() }) else {
        return nil
      }
      self.events = events
    }

    var descriptor: CInt? { events.descriptor }

    /// A deadline is of the clock that people see, which may be set, and may have gone on while the machine slept.
    let patience = 30.0

    func follow(_ scanner: Scanner) throws -> Bool {
      // What comes into a folder before it is watched is told by nobody: only when nothing new is found are all watched.
      var isNew = true
      while isNew {
        isNew = false
        var found: [[UInt8]: CInt] = [:]
        do {
          for folder in try scanner.scan().folders {
            guard let watch = try watch(folder.pathBytes) else { continue }
            if watches[folder.pathBytes] != watch { isNew = true }
            found[folder.pathBytes] = watch
          }
          settings = try watch(Self.settingsFolder) ?? -1
        } catch is WatchFailure {
          return false
        }
        let kept = Set(found.values).union([settings])
        for old in watches.values where !kept.contains(old) { events.forget(old) }
        watches = found
      }
      return true
    }

    /// The same number for the same folder. Nil where there is none any more.
    private func watch(_ folder: [UInt8]) throws(WatchFailure) -> CInt? {
      try events.watch(path: Array(root.utf8) + (folder.isEmpty ? [] : [UInt8(ascii: "/")] + folder))
    }

    func isChanged() throws -> Bool {
      var isChanged = false
      do throws(WatchFailure) {
        try events.read { if matters($0) { isChanged = true } }
      } catch {
        throw WatchError(root: root, error)
      }
      return isChanged
    }

    private func matters(_ event: Inotify.Event) -> Bool {
      if event.isLoss { return true }
      if event.isEnd { return false }
      if event.watch == settings { return event.name == Self.settingsFile }
      guard event.name.first == UInt8(ascii: ".") else { return true }
      return event.name == Self.ignoreFile || event.name == Self.settingsFolder
    }
  }
#endif
