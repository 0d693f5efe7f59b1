import VaultCore
import VaultPlatform

/// A folder of a vault, and what a scan of it needs to know of those above.
struct FolderPlace: Sendable {
  /// Relative to the root, which is empty.
  var path: [UInt8]
  /// How many folders it is in; 0 for the root.
  var depth: Int
  /// The ignore rules of the folders above it.
  var scope: IgnoreScope?
}

enum ScanWork: Sendable {
  case folder(FolderPlace)
  case stamps(LargeFolder, Range<Int>)
}

/// What all threads of a scan share.
struct ScanContext: Sendable {
  let root: OwnedDescriptor
  /// The root's path counted from the folder that `IgnoreScope.baseLength` counts from: empty, or ending in `/`.
  let outerPrefix: [UInt8]
  let patterns: IgnoreRules
  let respectGitignore: Bool
  let work: WorkList<ScanWork>
  /// A folder with more notes than this is shared out among the threads in pieces of this size; 0 never shares.
  let notesAtOnce: Int
  /// Nil when every folder is to be listed.
  let listings: FolderListings?
  /// The device that the root lies on. Folders on other devices are listed.
  let device: UInt64
  let registry: FolderRegistry?
  /// Nil when notes are not read.
  let filter: Scanner.Filter?
  let key: PendingKey
  let cancellation: Cancellation?
}

/// A symbolic link that was found on the way; where it leads is looked at when all folders are known.
struct PendingLink: Sendable {
  let folder: [UInt8]
  let name: [UInt8]
}

/// What one thread has found.
struct WalkedFolders: Sendable {
  var folders: [ScannedFolder] = []
  var links: [PendingLink] = []
  var problems: [ScanProblem] = []
  /// An `errno` value: something was passed over that may well be read another time.
  var shortage: CInt?
  /// The folders whose entries were not known.
  var listed: [FolderListings.Listing] = []
  /// Nil when notes are not read.
  var notes: PrefilteredNotes?
}

/// One thread's share of a scan.
struct FolderWalk {
  private let context: ScanContext
  private var found = WalkedFolders()
  private var prefilter: NotePrefilter?

  private var names: [UInt8] = []
  private var entries: [FolderEntry] = []
  private var path: [UInt8] = []

  private static let deepest = 2_048
  private static let longest = 65_536

  init(_ context: ScanContext) {
    self.context = context
    prefilter = context.filter.map { NotePrefilter($0.notes, limit: $0.limit) }
  }

  mutating func run() -> WalkedFolders {
    let buffer = ListingBuffer()
    context.work.work { item in
      if context.cancellation?.isCancelled == true { return }
      switch item {
      case .folder(let place): scan(place, buffer)
      case .stamps(let folder, let range): addStamps(of: folder, range)
      }
    }
    found.notes = prefilter?.found
    return found
  }

  private mutating func scan(_ place: FolderPlace, _ buffer: ListingBuffer) {
    let (folder, depth) = (place.path, place.depth)
    let descriptor = openFolder(folder[...], beneath: context.root.number, partLimit: longestPath - 1)
    guard descriptor >= 0 else {
      let code = errno
      // Gone, or replaced by something else, since its parent was listed.
      if code != ENOENT, code != ENOTDIR, code != ELOOP { reportFolder(folder, code) }
      return
    }
    defer { close(descriptor) }
    context.registry?.willList(place, descriptor)

    var hasIgnoreFile = false
    let code = list(folder, descriptor, buffer, &hasIgnoreFile)
    if code != 0 { reportFolder(folder, code) }

    var scope = place.scope
    if hasIgnoreFile, context.respectGitignore {
      scope = ownScope(folder, descriptor: descriptor, outer: scope)
    }
    var notes: [NameRange] = []
    var files: [NameRange] = []
    var children: [ScanWork] = []
    beginPath(folder)
    for entry in entries {
      var kind = entry.kind
      if kind == .unknown {
        // Its file system does not say it in the listing.
        kind = names.withUnsafeBytes { FolderEntry.kind(ofEntryNamed: $0[entry.name.start...], in: descriptor) }
      }
      if kind == .folder, names[entry.name.bounds].elementsEqual("node_modules".utf8) { continue }
      if isIgnored(entry.name, isFolder: kind == .folder, scope) { continue }
      switch kind {
      case .file:
        if entry.isNote { notes.append(entry.name) } else { files.append(entry.name) }
      case .folder:
        let path = joinedPath(folder, names[entry.name.bounds])
        if depth == Self.deepest || path.count > Self.longest {
          report(.tooDeep, path, "lies too deep to be read; move it nearer to the root")
        } else if context.registry?.descends(into: path) ?? true {
          children.append(.folder(FolderPlace(path: path, depth: depth + 1, scope: scope)))
        }
      case .link:
        found.links.append(PendingLink(folder: folder, name: Array(names[entry.name.bounds])))
      case .unknown:
        // Asking failed; asking again for the stamp says why.
        if entry.isNote { notes.append(entry.name) }
      case .other:
        if entry.isNote {
          report(
            .notRegular, joinedPath(folder, names[entry.name.bounds]),
            "is a FIFO, socket or device and is not read; rename it or move it out of the vault")
        }
      }
    }
    context.work.add(children)

    let ownNames = names.withUnsafeBufferPointer { Array($0) }
    if context.notesAtOnce > 0, notes.count > context.notesAtOnce {
      let starts = stride(from: 0, to: notes.count, by: context.notesAtOnce)
      let pieces = starts.map { $0..<min($0 + context.notesAtOnce, notes.count) }
      if let large = LargeFolder(
        folder, names: ownNames, notes: notes, files: files, open: descriptor, pieces: pieces.count)
      {
        return context.work.add(pieces.map { .stamps(large, $0) })
      }
    }
    let stamps = readStamps(of: notes[...], names: ownNames, in: descriptor, folder: folder)
    add(folder, names: ownNames, files: files, stamps)
  }

  /// Fills `entries` and `names`, from what is known where that still holds. The result is an `errno` value.
  private mutating func list(
    _ folder: [UInt8], _ descriptor: CInt, _ buffer: ListingBuffer, _ hasIgnoreFile: inout Bool
  ) -> CInt {
    var stamp: FileStamp?
    var status = stat()
    if let listings = context.listings, fstat(descriptor, &status) == 0 {
      let current = FileStamp(status)
      if current.device == context.device {
        if listings.read(folder, current, into: &entries, names: &names, hasIgnoreFile: &hasIgnoreFile) { return 0 }
        stamp = current
      }
    }
    hasIgnoreFile = false
    let code = FolderEntry.read(
      descriptor, buffer: buffer, into: &entries, names: &names, hasIgnoreFile: &hasIgnoreFile)
    // What depends on a key is not remembered.
    if let stamp, code == 0, !FileSystem.isEncrypted(descriptor) {
      let encoded = FolderListings.encoded(entries, names: names, hasIgnoreFile: hasIgnoreFile)
      found.listed.append(FolderListings.Listing(path: folder, stamp: stamp, entries: encoded))
    }
    return code
  }

  // Stamps

  private mutating func readStamps(
    of notes: ArraySlice<NameRange>, names: [UInt8], in descriptor: CInt, folder: [UInt8]
  ) -> NoteStamps {
    var stamps = NoteStamps()
    stamps.records.reserveCapacity(notes.count)
    var isDenied = false
    names.withUnsafeBytes { bytes in
      var status = stat()
      for name in notes {
        let text = UnsafeRawBufferPointer(rebasing: bytes[name.bounds])
        guard let start = text.assumingMemoryBound(to: CChar.self).baseAddress else { continue }
        let code =
          prefilter?.read(text, of: folder, open: descriptor, &status)
          ?? fstatat(descriptor, start, &status, AT_SYMLINK_NOFOLLOW)
        if code == 0 {
          if status.st_mode & S_IFMT == S_IFREG {
            stamps.add(name, FileStamp(status), hasOtherNames: status.st_nlink > 1)
          }
        } else if errno == EACCES {
          isDenied = true
        } else if errno != ENOENT {
          let code = errno
          report(
            .unreadableNote, joinedPath(folder, text),
            "cannot be looked at: \(systemMessage(code)); try again, and check the disk if it stays so", code)
        }
      }
      stamps.summarize(bytes, context.key.value)
    }
    if isDenied {
      report(
        .unreadableFolder, folder,
        "its notes cannot be looked at: \(systemMessage(EACCES)); `chmod u+x` on the folder would allow it")
    }
    return stamps
  }

  private mutating func addStamps(of folder: LargeFolder, _ range: Range<Int>) {
    let piece = readStamps(
      of: folder.notes[range], names: folder.names, in: folder.descriptor.number, folder: folder.path)
    if let all = folder.add(piece) {
      add(folder.path, names: folder.names, files: folder.files, all)
    }
  }

  private mutating func add(_ folder: [UInt8], names: [UInt8], files: [NameRange], _ stamps: NoteStamps) {
    var stamps = stamps
    let key = context.key.value
    names.withUnsafeBytes { bytes in
      for name in files { stamps.summary.add(file: UnsafeRawBufferPointer(rebasing: bytes[name.bounds]), key) }
    }
    found.folders.append(ScannedFolder(pathBytes: folder, names: names, fileNames: files, stamps: stamps))
  }

  // What is left out

  private mutating func ownScope(_ folder: [UInt8], descriptor: CInt, outer: IgnoreScope?) -> IgnoreScope? {
    do throws(FileReadFailure) {
      guard let rules = try readIgnoreFile(Array(".gitignore".utf8), in: descriptor) else { return outer }
      let length = context.outerPrefix.count + (folder.isEmpty ? 0 : folder.count + 1)
      let source = NotePath(bytes: joinedPath(folder, ".gitignore".utf8)).text
      return IgnoreScope(rules, from: source, baseLength: length, outer: outer)
    } catch {
      report(
        .unreadableIgnoreFile, joinedPath(folder, ".gitignore".utf8),
        "cannot be read, so nothing is left out because of it: \(error.cause)", error.systemCode)
      return outer
    }
  }

  private mutating func beginPath(_ folder: [UInt8]) {
    path.removeAll(keepingCapacity: true)
    path.append(contentsOf: context.outerPrefix)
    if folder.isEmpty { return }
    path.append(contentsOf: folder)
    path.append(UInt8(ascii: "/"))
  }

  /// `beginPath` has been called with the entry's folder.
  private mutating func isIgnored(_ name: NameRange, isFolder: Bool, _ scope: IgnoreScope?) -> Bool {
    if scope == nil, context.patterns.isEmpty { return false }
    let nameStart = path.count
    path.append(contentsOf: names[name.bounds])
    defer { path.removeSubrange(nameStart...) }
    return path.withUnsafeBufferPointer { path in
      let base = context.outerPrefix.count
      let decision = context.patterns.decision(
        path: UnsafeBufferPointer(rebasing: path[base...]), nameStart: nameStart - base, isFolder: isFolder)
      if let decision { return decision == .ignored }
      return IgnoreScope.ignoring(scope, path: path, nameStart: nameStart, isFolder: isFolder) != nil
    }
  }

  // Problems

  private mutating func reportFolder(_ folder: [UInt8], _ code: CInt) {
    let remedy =
      code == EACCES
      ? "`chmod u+rx` would allow it, or name it under `ignore:` in the configuration"
      : "try again, and check the disk if it stays so"
    report(.unreadableFolder, folder, "cannot be read in full: \(systemMessage(code)); \(remedy)", code)
  }

  /// `code`: the `errno` value that it comes from, if any.
  private mutating func report(_ kind: ScanProblem.Kind, _ path: [UInt8], _ message: String, _ code: CInt? = nil) {
    if let code, SystemFailure(code: code).isShortage {
      found.shortage = code
      return
    }
    found.problems.append(ScanProblem(kind, NotePath(bytes: path), message))
  }
}
