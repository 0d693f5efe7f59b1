#if os(Linux)
  import Synchronization
  import VaultPlatform

  /// Linux's events of folders, inotify(7).
  final class Inotify: FolderEvents {
    let descriptor: CInt
    /// By watch, the entries that alone count.
    private let onlyNames = Mutex<[CInt: Set<[UInt8]>]>([:])

    /// In buffers: 16,384 events, which is what the system keeps, with the longest names.
    private static let mostReads = 80
    private static let bufferSize = 65_536

    private static let kinds =
      UInt32(
        IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF
          | IN_MOVE_SELF) | UInt32(IN_ONLYDIR) | UInt32(IN_EXCL_UNLINK)

    init() throws(WatchFailure) {
      descriptor = inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC))
      if descriptor < 0 { throw errno == EMFILE ? .tooManyWatchers : .system(errno) }
    }

    deinit { close(descriptor) }

    func watch(_ folder: CInt) throws(WatchFailure) -> CInt {
      guard FileSystem.tellsChanges(folder) else { throw .remote([]) }
      // The folder that is open, whatever stands at its path by now, and however long that is.
      let watch = inotify_add_watch(descriptor, "/proc/self/fd/\(folder)", Self.kinds)
      guard watch >= 0 else { throw errno == ENOSPC || errno == ENOMEM ? .tooManyWatches : .system(errno) }
      return watch
    }

    func forget(_ watch: CInt) {
      inotify_rm_watch(descriptor, watch)
      onlyNames.withLock { $0[watch] = nil }
    }

    func hear(only names: Set<[UInt8]>, in watch: CInt) { onlyNames.withLock { $0[watch] = names } }

    /// One thing that happened.
    fileprivate struct Event {
      /// -1 where events were lost.
      var watch: CInt
      var kind: UInt32
      /// The entry's name; empty for the folder itself.
      var name: [UInt8]

      func has(_ kinds: Int32) -> Bool { kind & UInt32(bitPattern: kinds) != 0 }
      /// The system's constant is a number that does not fit a signed one everywhere.
      var isFolder: Bool { kind & 0x4000_0000 != 0 }
    }

    private static func split(_ bytes: UnsafeRawBufferPointer, _ body: (Event) -> Void) {
      let head = MemoryLayout<inotify_event>.size
      var at = 0
      while at + head <= bytes.count {
        let length = Int(bytes.loadUnaligned(fromByteOffset: at + 12, as: UInt32.self))
        let end = min(at + head + length, bytes.count)
        body(
          Event(
            watch: bytes.loadUnaligned(fromByteOffset: at, as: CInt.self),
            kind: bytes.loadUnaligned(fromByteOffset: at + 4, as: UInt32.self),
            name: Array(bytes[(at + head)..<end].prefix { $0 != 0 })))
        at = end
      }
    }

    func read(into changes: inout FolderChanges) throws(WatchFailure) {
      let onlyNames = onlyNames.withLock { $0 }
      var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
      for _ in 0..<Self.mostReads {
        let count = buffer.withUnsafeMutableBytes { readSome(descriptor, $0) }
        if count < 0, errno == EINTR { continue }
        if count < 0, errno != EAGAIN { throw .system(errno) }
        if count <= 0 { return }
        buffer.withUnsafeBytes { bytes in
          Self.split(UnsafeRawBufferPointer(rebasing: bytes[..<count])) { event in
            if !event.name.isEmpty, let names = onlyNames[event.watch], !names.contains(event.name) { return }
            changes.add(event)
          }
        }
      }
      // No more than the system keeps: whoever makes events as fast as they are read would never let it end.
      changes.everything = true
    }
  }

  extension FolderChanges {
    private static let settings = [".vault", ".obsidian", ".zk"].map { Array($0.utf8) }

    fileprivate mutating func add(_ event: Inotify.Event) {
      events += 1
      if event.has(IN_Q_OVERFLOW) || event.has(IN_UNMOUNT) {
        everything = true
        return
      }
      // The watch has gone, and nothing more will be told of it.
      if event.has(IN_IGNORED) { return }
      // The folder itself was moved or deleted, its file system unmounted, or its mode or owner changed.
      if event.name.isEmpty {
        // That it was moved or deleted is told by its parent, too, unless it is the root.
        if event.has(IN_ATTRIB) || event.has(IN_MOVE_SELF) || event.has(IN_DELETE_SELF) { folders.insert(event.watch) }
        return
      }
      if event.name.first == UInt8(ascii: ".") {
        if event.name == Array(".gitignore".utf8) { everything = true }
        // Settings come or go; files in these folders are told of by watches of their own.
        if event.isFolder, Self.settings.contains(event.name) { folders.insert(event.watch) }
        return
      }
      folders.insert(event.watch)
      if event.isFolder { subfolders.insert(Subfolder(watch: event.watch, name: event.name)) }
    }
  }
#endif
