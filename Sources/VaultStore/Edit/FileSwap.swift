import VaultCore
import VaultPlatform

/// Puts files in each other's place so that nothing that another program saves meanwhile is lost.
enum FileSwap {
  /// Puts `next`, a file beside it that holds `bytes`, where `target` is, which must still hold `expected`. What stood
  /// there is gone afterwards.
  ///
  /// Throws `FileChangedError` with the target as others left it when it holds something else: looked at before, and
  /// once more when it has been displaced, in case an editor saved in between. `next` is gone after any error but one:
  /// where a displaced version could not be put back, it is there, under that name.
  static func replace(
    _ target: VaultTree.Place, expecting expected: [UInt8], with next: VaultTree.Place, holding bytes: [UInt8]
  ) throws {
    do {
      guard try FileImage.readIfThere(target)?.bytes == expected else { throw FileChangedError(path: target.path.text) }
      let ours = (identity: try identity(next), bytes: bytes)
      guard try exchangeOrRename(next, target) else { return }
      if try !isSettled(next, as: expected) {
        try putBack(displaced: next, to: target, instead: ours)
        throw FileChangedError(path: target.path.text)
      }
    } catch let error where !(error is DisplacedVersionError) {
      TemporaryFile.remove(next)
      throw error
    }
    TemporaryFile.remove(next)
  }

  /// A version that an editor saved stands under another name, since it could not be put back.
  struct DisplacedVersionError: Failure {
    var path: NotePath
    var name: String
    var code: CInt

    var kind: FailureKind { .damaged }
    var message: Message {
      "\(path): was saved by another program just now, and that version, which is beside it as \(name), cannot be put "
        + "back: \(systemMessage(code)). The next command tries again; or rename it by hand"
    }
  }

  /// By its inode.
  private typealias Version = (identity: UInt64, bytes: [UInt8])

  private static func identity(_ place: VaultTree.Place) throws -> UInt64 {
    var status = stat()
    let code = fstatat(place.folder.number, place.name, &status, AT_SYMLINK_NOFOLLOW)
    try ChangeError.check(code == 0, place.path, "looked at")
    return UInt64(truncatingIfNeeded: status.st_ino)
  }

  private static func version(_ place: VaultTree.Place) throws -> Version {
    let image = try FileImage.read(place)
    return (UInt64(truncatingIfNeeded: image.status.st_ino), image.bytes)
  }

  /// False where the file system has no exchange and what was displaced is gone: there the first look has to do.
  private static func exchangeOrRename(_ next: VaultTree.Place, _ target: VaultTree.Place) throws -> Bool {
    if exchange(next, target) { return true }
    if [EINVAL, ENOSYS, ENOTSUP].contains(errno),
      renameat(next.folder.number, next.name, target.folder.number, target.name) == 0
    {
      return false
    }
    throw ChangeError(target.path, .system("replaced", errno))
  }

  /// Returns true when the displaced file holds what is expected, and nobody has it open to write more.
  private static func isSettled(_ place: VaultTree.Place, as expected: [UInt8]) throws -> Bool {
    let file = place.open()
    guard file >= 0 else { return false }
    defer { close(file) }
    // First: who opens it after this cannot reach it by its old name any more.
    if hasWriter(file, in: place) { return false }
    do { return try FileImage.read(file, place.path).bytes == expected } catch { return false }
  }

  /// Gives a displaced version its place back. Whatever is saved there meanwhile is newer still and stays: of two
  /// versions, the one that others replaced themselves is thrown away.
  private static func putBack(displaced: VaultTree.Place, to target: VaultTree.Place, instead ours: Version) throws {
    var stale = ours
    for _ in 0..<100 {
      do {
        let placed = try version(displaced)
        guard exchange(displaced, target) else { throw SystemFailure(code: errno) }
        if try version(displaced) == stale, !hasWriter(displaced) { return }
        stale = placed
        usleep(10_000)
      } catch {
        let code = (error as? SystemFailure)?.code ?? EIO
        throw DisplacedVersionError(path: target.path, name: displaced.nameText, code: code)
      }
    }
    throw DisplacedVersionError(path: target.path, name: displaced.nameText, code: EBUSY)
  }

  /// Deletes a file that holds `expected` and that nobody is writing to: it goes aside first, to be looked at where
  /// nobody finds it any more. Throws `FileChangedError`, the file being where it was, when it holds something else.
  static func remove(_ target: VaultTree.Place, expecting expected: [UInt8], aside: VaultTree.Place) throws {
    guard try FileImage.readIfThere(target)?.bytes == expected else { throw FileChangedError(path: target.path.text) }
    try move(target, to: aside)
    do {
      guard try isSettled(aside, as: expected) else { throw FileChangedError(path: target.path.text) }
      try ChangeError.check(unlinkat(aside.folder.number, aside.name, 0) == 0, target.path, "deleted")
    } catch {
      do { try move(aside, to: target) } catch let trouble as ChangeError {
        var code = EEXIST
        if case .system(_, let number) = trouble.cause { code = number }
        throw DisplacedVersionError(path: target.path, name: aside.nameText, code: code)
      }
      throw error
    }
  }

  /// Returns true when somebody has a file open for writing. False where that cannot be told.
  static func hasWriter(_ place: VaultTree.Place) -> Bool {
    let file = place.open()
    guard file >= 0 else { return false }
    defer { close(file) }
    return hasWriter(file, in: place)
  }

  private static func hasWriter(_ file: CInt, in place: VaultTree.Place) -> Bool {
    guard FileExchange.hasWriter(file) else { return false }
    // Some file systems never tell: then they say so of a file that is nobody else's, too.
    let probe = place.sibling(TemporaryFile.prefix + ChangeSession.newID())
    let own = probe.open(O_RDONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard own >= 0 else { return true }
    defer {
      TemporaryFile.remove(probe)
      close(own)
    }
    if FileExchange.hasWriter(own) { return false }
    for pause in pauses {
      usleep(pause)
      if !FileExchange.hasWriter(file) { return false }
    }
    return true
  }

  /// In microseconds. A program that another thread of this process is just starting has all that is open here until it runs,
  /// and an editor that is saving is done soon.
  private static let pauses: [UInt32] = [1_000, 5_000, 25_000, 60_000]

  private static func exchange(_ a: VaultTree.Place, _ b: VaultTree.Place) -> Bool {
    FileExchange.exchange(a.folder.number, a.name, b.folder.number, b.name)
  }

  /// Moves a file or folder to a name that must not be taken. Throws `ChangeError` with cause `exists` where it is.
  static func move(_ from: VaultTree.Place, to target: VaultTree.Place) throws {
    if FileExchange.move(from.folder.number, from.name, to: target.folder.number, target.name) { return }
    switch errno {
    // A disk that does not tell case apart.
    case EEXIST where isSame(from, target): try rename(from, target)
    case EEXIST: throw ChangeError(target.path, .exists)
    case EINVAL, ENOSYS, ENOTSUP: try moveByLink(from, target)
    case let code:
      if code == ENOENT, try VaultTree.kind(from) == nil { throw ChangeError(from.path, .missing) }
      throw ChangeError(from.path, .system("moved", code))
    }
  }

  private static func rename(_ from: VaultTree.Place, _ target: VaultTree.Place) throws {
    let code = renameat(from.folder.number, from.name, target.folder.number, target.name)
    try ChangeError.check(code == 0, from.path, "moved")
  }

  /// Where the file system cannot move without replacing: a hard link refuses a name that is taken. One that is there
  /// already was made by such a move that was interrupted.
  private static func moveByLink(_ from: VaultTree.Place, _ target: VaultTree.Place) throws {
    guard let kind = try VaultTree.kind(from) else { throw ChangeError(from.path, .missing) }
    if kind == S_IFREG,
      linkat(from.folder.number, from.name, target.folder.number, target.name, 0) == 0
        || errno == EEXIST && isSame(from, target)
    {
      return try ChangeError.check(unlinkat(from.folder.number, from.name, 0) == 0, from.path, "moved")
    }
    if try VaultTree.kind(target) != nil { throw ChangeError(target.path, .exists) }
    try rename(from, target)
  }

  /// Returns true when two names are one file, as on a disk that does not tell case apart.
  static func isSame(_ a: VaultTree.Place, _ b: VaultTree.Place) -> Bool {
    guard let first = try? FileImage.status(a), let second = try? FileImage.status(b) else { return false }
    return first.identity == second.identity
  }
}

/// Writing to the file itself, where another file in its place would lose its other names or its owner. The journal
/// holds what stood there, synced, before the first byte changes.
enum InPlaceFile {
  /// Throws `FileChangedError`, having changed nothing, when the file no longer holds `expected`, or when somebody has it
  /// open to write to it.
  static func write(_ bytes: [UInt8], to place: VaultTree.Place, expecting expected: [UInt8]) throws {
    if FileSwap.hasWriter(place) { throw FileChangedError(path: place.path.text) }
    let file = place.open(O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else {
      throw errno == ENOENT
        ? FileChangedError(path: place.path.text) : ChangeError(place.path, .system("written", errno))
    }
    defer { close(file) }
    // Where nobody has it open, nobody gets it until all is written; else at least no one who writes may have.
    FileExchange.hold(file)
    guard try FileImage.read(file, place.path).bytes == expected else { throw FileChangedError(path: place.path.text) }
    let start = FilePatch(from: expected, to: bytes).prefix
    try TemporaryFile.write(Array(bytes[start...]), to: file, at: start, place.path)
    try ChangeError.check(retrying { ftruncate(file, off_t(bytes.count)) } == 0, place.path, "written")
    try TemporaryFile.sync(file, place.path)
  }

  /// Returns true when a text is what a write that was interrupted may have left. A disk writes its blocks in any
  /// order, so each may be the new one or the old one, or begin new and go on old, or never have been written.
  static func isTorn(_ text: [UInt8], between old: [UInt8], and new: [UInt8]) -> Bool {
    guard text.count >= min(old.count, new.count), text.count <= max(old.count, new.count) else { return false }
    return stride(from: 0, to: text.count, by: blockSize).allSatisfy { start in
      let block = start..<min(start + blockSize, text.count)
      func byte(_ bytes: [UInt8], _ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }
      let turn = block.first { text[$0] != byte(new, $0) } ?? block.upperBound
      return (turn..<block.upperBound).allSatisfy { text[$0] == byte(old, $0) } || block.allSatisfy { text[$0] == 0 }
    }
  }

  /// What a disk writes as a whole, at the least.
  private static let blockSize = 512
}
