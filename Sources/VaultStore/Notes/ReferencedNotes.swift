import VaultCore
import VaultPlatform

/// That a note was shown to an assistant, or by another app.
struct NoteReference: Hashable, Sendable {
  var path: NotePath
  /// Since 1970-01-01T00:00:00Z.
  var milliseconds: Int64
}

/// The notes of a vault that were referenced lately: in the user's state folder, where no sync carries it, a line for each
/// time, `2026-03-14T09:00:00Z`, a tab and the path.
struct ReferencedNotes {
  static let fileName = "referenced"
  /// In bytes. A longer file is written anew with the last time of each note.
  static let most = 64 << 10
  private static let longest = 16 << 20
  /// In seconds.
  private static let patience = 5.0

  private let folderPath: String

  /// Throws `ReferencedNotesError` where the environment names no place.
  init(of location: VaultLocation, _ folders: UserFolders) throws {
    guard let state = folders.state else { throw ReferencedNotesError.noPlace }
    folderPath = state + "/" + location.name
  }

  /// The references, oldest first where they were put down in that order; lines that say nothing are passed over. None
  /// where nothing was put down yet.
  func read() throws -> [NoteReference] {
    do throws(FileFailure) {
      return Self.parse(try Self.bytes(in: PrivateFolder(folderPath, others: .mayRead)))
    } catch {
      if error.code == ENOENT { return [] }
      throw ReferencedNotesError.file(error.path, code: error.code)
    }
  }

  /// Nothing is waited for until it is on the disk: what a crash loses is that some notes were shown.
  func append(_ references: [NoteReference]) throws {
    try change { folder in
      let file = try folder.openOwn(Self.fileName, O_RDWR | O_APPEND | O_CREAT)
      let path = folderPath + "/" + Self.fileName
      guard let file else { throw FileFailure(path: path, code: ENOENT) }
      let size = lseek(file.number, 0, SEEK_END)
      var last: UInt8 = 0x0A
      if size > 0 { _ = pread(file.number, &last, 1, size - 1) }
      // A line that was cut off says nothing, and takes no other along.
      let text = (last == 0x0A ? [] : [0x0A]) + Self.text(references)
      let written = text.withUnsafeBytes { writeSome(file.number, $0) }
      guard written == text.count else { throw FileFailure(path: path, code: written < 0 ? errno : ENOSPC) }
      if Int(size) + text.count > Self.most { try replace(Self.latest(Self.parse(try Self.bytes(in: folder)))) }
    }
  }

  /// Gives notes that were moved their new paths. Makes nothing where nothing was put down yet.
  func move(_ moves: PathMoves) throws {
    guard !(try read()).isEmpty else { return }
    try change { folder in
      let known = Self.parse(try Self.bytes(in: folder))
      let moved = known.map { NoteReference(path: moves.after($0.path), milliseconds: $0.milliseconds) }
      if moved != known { try replace(Self.latest(moved)) }
    }
  }

  private func change(_ body: (PrivateFolder) throws -> Void) throws {
    do {
      let folder = try PrivateFolder(folderPath, others: .mayRead, makes: true)
      guard let lock = try FileLock.acquire(Self.fileName + ".lock", in: folder, .alone, patience: Self.patience) else {
        throw FileFailure(path: folderPath, code: EAGAIN)
      }
      defer { withExtendedLifetime(lock) {} }
      try body(folder)
    } catch let error as FileFailure {
      throw ReferencedNotesError.file(error.path, code: error.code)
    }
  }

  private func replace(_ references: [NoteReference]) throws {
    try AtomicFile.replace(folderPath + "/" + Self.fileName, Self.text(references), mode: 0o600)
  }

  private static func bytes(in folder: PrivateFolder) throws(FileFailure) -> [UInt8] {
    guard let file = try folder.openOwn(fileName, O_RDONLY) else { return [] }
    let path = folder.path + "/" + fileName
    let bytes: [UInt8]?
    do throws(SystemFailure) { bytes = try readAll(file.number, limit: longest) } catch {
      throw FileFailure(path: path, code: error.code)
    }
    guard let bytes else { throw FileFailure(path: path, code: EFBIG) }
    return bytes
  }

  // MARK: Lines

  /// A path with a line feed, which no line can hold, is left out.
  static func text(_ references: [NoteReference]) -> [UInt8] {
    references.flatMap { reference -> [UInt8] in
      let path = reference.path.bytes
      if path.contains(0x0A) { return [] }
      return Array(NoteDate.instant(reference.milliseconds).iso8601 { _ in 0 }.utf8) + [0x09] + path + [0x0A]
    }
  }

  /// Those of one second, of which the file says no more, are a millisecond apart, so that their order is known.
  static func parse(_ bytes: [UInt8]) -> [NoteReference] {
    var last: (second: Int64, count: Int64) = (.min, 0)
    return bytes.split(separator: 0x0A).compactMap { line in
      guard let tab = line.firstIndex(of: 0x09), tab + 1 < line.endIndex,
        case .instant(let milliseconds)? = NoteDate(String(decoding: line[..<tab], as: UTF8.self))
      else { return nil }
      last = last.second == milliseconds ? (milliseconds, min(last.count + 1, 999)) : (milliseconds, 0)
      return NoteReference(path: NotePath(bytes: Array(line[(tab + 1)...])), milliseconds: milliseconds + last.count)
    }
  }

  /// The last of each note, oldest first; the newest of them, where all would be too many: half of what the file may have,
  /// so that it is not written anew each time.
  static func latest(_ references: [NoteReference]) -> [NoteReference] {
    let times = Dictionary(references.map { ($0.path, $0.milliseconds) }, uniquingKeysWith: max)
    let sorted = times.map { NoteReference(path: $0.key, milliseconds: $0.value) }
      .sorted { ($1.milliseconds, $1.path) < ($0.milliseconds, $0.path) }
    var room = most / 2
    let kept = sorted.prefix { reference in
      room -= text([reference]).count
      return room >= 0
    }
    return kept.reversed()
  }
}

/// The store of referenced notes cannot be read or written.
package enum ReferencedNotesError: Failure {
  case noPlace
  /// An `errno` value; EPERM also for what others may write to.
  case file(String, code: CInt)

  package var kind: FailureKind { .noPlace }
  package var message: Message {
    switch self {
    case .noPlace: "there is no place for it: set XDG_STATE_HOME or HOME to a folder of yours"
    case .file(let path, EPERM):
      "\(path): is no plain file or folder of yours alone; remove it, let nobody else write to it, or set XDG_STATE_HOME to "
        + "a folder of yours"
    case .file(let path, let code):
      "\(path): \(systemMessage(code)); check its permissions, or set XDG_STATE_HOME to a folder of yours"
    }
  }
}
