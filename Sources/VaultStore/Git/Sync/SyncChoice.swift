import VaultCore
import VaultPlatform

/// What of a work tree a sync commits: notes, the files that they name, and the deletion of files that git knows; all of it
/// where the setting `sync.all` says so.
/// Everything else that is not committed stays as it is.
struct SyncChoice {
  private(set) var changes: [GitChange] = []
  private(set) var leftOut: [SyncOutcome.LeftOut] = []

  /// In bytes. Hosts of repositories refuse files of twice this size.
  private static let largestFile: Int64 = 50 << 20

  init(_ reader: VaultReader, _ repository: GitRepository, _ status: GitStatus) throws {
    let takesAll = reader.configuration.syncsAll
    let changed = (status.modified.union(status.untracked)).filter { !Self.isRepository($0) }.sorted()
    let tree = try VaultTree(root: reader.location.root)
    let ignored = IgnoredPlaces(tree.root, rootPath: reader.location.root, reader.vault.scanOptions)
    var named: Set<NotePath>?
    for path in changed {
      let kind: GitChange.Kind =
        status.deleted.contains(path) && !status.untracked.contains(path)
        ? .deleted : status.untracked.contains(path) || status.added.contains(path) ? .added : .modified
      // Staged and gone again: what the index has of it is nowhere else.
      if kind == .deleted, status.added.contains(path) { continue }
      let isNote = try path.isNote && !Self.isHidden(path) && ignored.reason(path) == nil
      let isKnown = !status.untracked.contains(path)
      let isGone = isKnown && kind == .deleted && !Self.isHidden(path)
      if !takesAll, !isNote, !isGone, !Self.isOwn(path) {
        if named == nil { named = try Self.namedFiles(reader) }
        guard kind != .deleted, named?.contains(path) == true else {
          if !Self.isHidden(path) { leftOut.append(SyncOutcome.LeftOut(path: path, reason: .notNamed)) }
          continue
        }
      }
      if kind != .deleted, try Self.hasMarkers(path, isNote: isNote, reader, tree) {
        leftOut.append(SyncOutcome.LeftOut(path: path, reason: .conflictMarkers))
      } else if kind == .added, try Self.isTooLarge(path, reader, repository) {
        leftOut.append(SyncOutcome.LeftOut(path: path, reason: .tooLarge))
      } else {
        changes.append(GitChange(kind: kind, path: path))
      }
    }
  }

  /// Git names a repository within another by its folder.
  private static func isRepository(_ path: NotePath) -> Bool { path.bytes.last == 0x2F }

  private static func isHidden(_ path: NotePath) -> Bool {
    path.bytes.split(separator: 0x2F).contains { $0.first == 0x2E }
  }

  /// Files by which a vault tells all its machines how it is to be treated.
  private static func isOwn(_ path: NotePath) -> Bool {
    VaultFolder.holds(path) || path.text == GitSetup.attributesName
  }

  private static func namedFiles(_ reader: VaultReader) throws -> Set<NotePath> {
    try Set(reader.snapshot.files()).subtracting(reader.unusedAttachments())
  }

  private static func hasMarkers(
    _ path: NotePath, isNote: Bool, _ reader: VaultReader, _ tree: VaultTree
  ) throws -> Bool {
    if isNote, let note = try reader.snapshot.note(at: path) {
      let codes = try reader.snapshot.records(of: [note]).flatMap { $0.warnings.map(\.code) }
      if codes.contains(.conflictMarkers) { return true }
      // The index has only the names of notes that are too large.
      guard codes.contains(.tooLarge) else { return false }
    }
    guard let place = try tree.placeIfThere(path), let status = try FileImage.status(place),
      status.st_mode & S_IFMT == S_IFREG, status.st_size <= largestFile,
      let bytes = try FileImage.readIfThere(place)?.bytes
    else { return false }
    // Git leaves no marks in what it takes for no text.
    if bytes.prefix(8000).contains(0) || LeftConflict.all(in: bytes, countingCode: true).isEmpty { return false }
    return !isNote || !LeftConflict.all(in: bytes, countingCode: false).isEmpty
  }

  private static func isTooLarge(_ path: NotePath, _ reader: VaultReader, _ repository: GitRepository) throws -> Bool {
    guard fileSize(reader.location.root + "/" + path.text) > largestFile else { return false }
    // What Git LFS takes is a few lines of text in the repository.
    let answer = try repository.git.read(["check-attr", "-z", "filter", "--stdin"], input: path.bytes + [0])
    return GitFields(answer).strings.last != "lfs"
  }
}
