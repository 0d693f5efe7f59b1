#if canImport(Glibc)
  import Glibc
  import VaultCore

  /// Linux's events of folders: one watch for each folder that a scan reads, and one for that of the configuration.
  final class InotifyEvents: ChangeSource {
    private let events: CInt
    private let root: String
    /// By the folder's path below the root.
    private var watches: [[UInt8]: CInt] = [:]
    private var settings: CInt = -1
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    /// In buffers: 16,384 events with the longest names.
    private static let mostReads = 80

    private static let kinds =
      IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF
      | IN_MOVE_SELF
    private static let settingsFolder = Array(".vault".utf8)
    private static let settingsFile = Array("config.yaml".utf8)
    private static let ignoreFile = Array(".gitignore".utf8)

    /// Nil where the system has no more of them for this user.
    init?(root: String) {
      self.root = root
      events = inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC))
      if events < 0 { return nil }
    }

    deinit { close(events) }

    var descriptor: CInt? { events }

    /// A deadline is of the clock that people see, which may be set, and may have gone on while the machine slept.
    let patience = 30.0

    func follow(_ scanner: Scanner) throws -> Bool {
      // What comes into a folder before it is watched is told by nobody: only when nothing new is found are all watched.
      var isNew = true
      while isNew {
        isNew = false
        var found: [[UInt8]: CInt] = [:]
        for folder in try scanner.scan().folders {
          guard let watch = watch(folder.pathBytes) else { continue }
          if watch < 0 { return false }
          if watches[folder.pathBytes] != watch { isNew = true }
          found[folder.pathBytes] = watch
        }
        settings = watch(Self.settingsFolder) ?? -1
        let kept = Set(found.values).union([settings])
        for old in watches.values where !kept.contains(old) { inotify_rm_watch(events, old) }
        watches = found
      }
      return true
    }

    /// The same number for the same folder. Nil where there is none any more, negative where there can be no more.
    private func watch(_ folder: [UInt8]) -> CInt? {
      let path = Array(root.utf8) + (folder.isEmpty ? [] : [0x2F] + folder) + [0]
      let watch = path.withUnsafeBytes {
        inotify_add_watch(
          events, $0.bindMemory(to: CChar.self).baseAddress,
          UInt32(Self.kinds) | UInt32(IN_ONLYDIR) | UInt32(IN_EXCL_UNLINK))
      }
      if watch >= 0 { return watch }
      return errno == ENOSPC || errno == ENOMEM ? -1 : nil
    }

    /// Reads no more than the system keeps: whoever makes events as fast as they are read would never let it end.
    func isChanged() throws -> Bool {
      var isChanged = false
      for _ in 0..<Self.mostReads {
        let count = read(events, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        if count < 0, errno != EAGAIN { throw WatchError(root: root, code: errno) }
        if count <= 0 { break }
        if matters(upTo: count) { isChanged = true }
      }
      return isChanged
    }

    private func matters(upTo count: Int) -> Bool {
      let head = MemoryLayout<inotify_event>.size
      return buffer.withUnsafeBytes { bytes in
        var at = 0
        var isChange = false
        while at + head <= count {
          let watch = bytes.loadUnaligned(fromByteOffset: at, as: CInt.self)
          let mask = bytes.loadUnaligned(fromByteOffset: at + 4, as: UInt32.self)
          let length = Int(bytes.loadUnaligned(fromByteOffset: at + 12, as: UInt32.self))
          let name = bytes[min(at + head, count)..<min(at + head + length, count)].prefix { $0 != 0 }
          if matters(watch, mask, Array(name)) { isChange = true }
          at += head + length
        }
        return isChange
      }
    }

    private func matters(_ watch: CInt, _ mask: UInt32, _ name: [UInt8]) -> Bool {
      // Events were lost: anything may have happened.
      if mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
      // The watch itself has gone.
      if mask & UInt32(IN_IGNORED) != 0 { return false }
      if watch == settings { return name == Self.settingsFile }
      guard name.first == UInt8(ascii: ".") else { return true }
      return name == Self.ignoreFile || name == Self.settingsFolder
    }
  }
#endif
