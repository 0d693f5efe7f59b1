import VaultCore

#if canImport(Darwin)
  import Darwin
#else
  import CFileChange
  import Glibc
#endif

/// Takes back an operation that failed or was interrupted, by what is found on the disk: each step may have been done,
/// half done or not begun, and so may an earlier rollback. What others have saved since stays.
struct ChangeRollback {
  private let tree: VaultTree
  private let entry: JournalEntry

  init(_ tree: VaultTree, _ entry: JournalEntry) {
    self.tree = tree
    self.entry = entry
  }

  /// The first `completed` steps are taken back; nil where it is not known how far it came. The result says, in
  /// sentences, what could not be as before because somebody else had changed it meanwhile.
  func run(completed: Int? = nil) throws -> [String] {
    var remarks: [String] = []
    var folders: [NotePath] = []
    tree.forgetFolders()
    for index in entry.steps.indices.prefix(completed ?? .max).reversed() {
      let step = entry.steps[index]
      folders.append(step.path)
      switch step {
      case .write(let path, let before, let after):
        remarks += try takeBackWrite(index, path, before: before, after: after)
      case .create(let path, let bytes, _): remarks += try takeBackCreation(index, path, bytes)
      case .delete(let path, let before, let mode): try takeBackDeletion(index, path, before, mode_t(mode))
      case .move(let path, let target):
        folders.append(target)
        remarks += try takeBackMove(path, target)
      case .makeFolder(let path):
        guard let place = try placeIfThere(path) else { continue }
        unlinkat(place.folder.number, place.name, AT_REMOVEDIR)
        tree.forgetFolders()
      case .removeFolder(let path):
        guard let place = try placeIfThere(path) else { continue }
        mkdirat(place.folder.number, place.name, 0o777)
      }
    }
    for path in folders {
      if let place = try placeIfThere(path) { try VaultTree.sync(place.folder, path) }
    }
    return remarks
  }

  /// Nil where not even the folder is there.
  private func placeIfThere(_ path: NotePath) throws -> VaultTree.Place? {
    do {
      return try tree.place(path)
    } catch let error as ChangeError {
      if case .system(_, ENOENT) = error.cause { return nil }
      throw error
    }
  }

  private func takeBackWrite(_ index: Int, _ path: NotePath, before: [UInt8], after: [UInt8]) throws -> [String] {
    guard let place = try placeIfThere(path) else { return [] }
    var remarks = try reclaim(index, place, before, after)
    guard let image = try FileImage.readIfThere(place), image.bytes != before else { return remarks }
    let isOurs =
      image.bytes == after
      || entry.head.steps[index].inPlace == true && InPlaceFile.isTorn(image.bytes, between: before, and: after)
    guard let restored = isOurs ? before : ThreeWayMerge.merge(base: after, ours: before, theirs: image.bytes) else {
      remarks.append("\(path): was changed by another program since, and stays as that left it")
      return remarks
    }
    if restored == image.bytes { return remarks }
    if image.needsWritingInPlace {
      try InPlaceFile.write(restored, to: place, expecting: image.bytes)
    } else {
      let next = place.sibling(entry.temporaryName(index) + Self.suffix)
      let file = try TemporaryFile.write(restored, to: next, replacing: place)
      do { try TemporaryFile.sync(file.number, path) } catch {
        TemporaryFile.remove(next)
        throw error
      }
      try FileSwap.replace(place, expecting: image.bytes, with: next, holding: restored)
    }
    return remarks
  }

  /// Of the temporary files that a rollback itself makes.
  private static let suffix = "-back"

  /// Looks at the temporary files that a step may have left. What is not ours in them, another program saved at the
  /// moment of the exchange: it gets its place back.
  private func reclaim(_ index: Int, _ place: VaultTree.Place, _ before: [UInt8], _ after: [UInt8]) throws -> [String] {
    var remarks: [String] = []
    for name in [entry.temporaryName(index), entry.temporaryName(index) + Self.suffix] {
      let spare = place.sibling(name)
      guard let image = try FileImage.readIfThere(spare) else { continue }
      let isOurs = before.starts(with: image.bytes) || after.starts(with: image.bytes)
      if isOurs, !hasWriter(spare) {
        TemporaryFile.remove(spare)
        continue
      }
      let current = try FileImage.readIfThere(place)?.bytes
      if current == nil {
        try FileSwap.move(spare, to: place)
      } else if current == before || current == after, let current {
        try FileSwap.replace(place, expecting: current, with: spare, holding: image.bytes)
      } else {
        let kept = NotePath(place.path.text + ".\(entry.head.id)-\(index)")
        try FileSwap.move(spare, to: try tree.place(kept))
        remarks.append("\(place.path): was saved twice by another program; the earlier version is in \(kept)")
      }
    }
    return remarks
  }

  private func hasWriter(_ place: VaultTree.Place) -> Bool {
    #if os(Linux)
      let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
      let file = retrying { openat(place.folder.number, place.name, flags) }
      guard file >= 0 else { return false }
      defer { close(file) }
      return file_change_has_writer(file) == 1
    #else
      return false
    #endif
  }

  private func takeBackCreation(_ index: Int, _ path: NotePath, _ bytes: [UInt8]) throws -> [String] {
    guard let place = try placeIfThere(path) else { return [] }
    let next = place.sibling(entry.temporaryName(index))
    if VaultTree.kind(next) != nil {
      // It never took its place.
      TemporaryFile.remove(next)
      return []
    }
    guard let image = try FileImage.readIfThere(place) else { return [] }
    guard image.bytes == bytes else {
      return ["\(path): was changed by another program since, and stays"]
    }
    guard unlinkat(place.folder.number, place.name, 0) == 0 else { throw ChangeError(path, .system("deleted", errno)) }
    return []
  }

  private func takeBackDeletion(_ index: Int, _ path: NotePath, _ before: [UInt8], _ mode: mode_t) throws {
    guard let place = try placeIfThere(path) else { return }
    let aside = place.sibling(entry.temporaryName(index))
    let isThere = VaultTree.kind(place) != nil
    if VaultTree.kind(aside) != nil {
      // Half a rollback may have left half a file; all else is the file itself, or what somebody just saved.
      let bytes = try FileImage.read(aside).bytes
      if !isThere, bytes == before || !before.starts(with: bytes) {
        try FileSwap.move(aside, to: place)
        return
      }
      TemporaryFile.remove(aside)
    }
    if isThere { return }
    let file = try TemporaryFile.write(before, to: aside, replacing: nil, mode: mode)
    try TemporaryFile.sync(file.number, path)
    try FileSwap.move(aside, to: place)
  }

  private func takeBackMove(_ path: NotePath, _ target: NotePath) throws -> [String] {
    guard let to = try placeIfThere(target), let kind = VaultTree.kind(to) else { return [] }
    guard let from = try placeIfThere(path) else {
      return ["\(target): cannot go back to \(path), whose folder is gone; it stays"]
    }
    if VaultTree.kind(from) != nil, !FileSwap.isSame(from, to) {
      return ["\(target): cannot go back to \(path), where another file is now; it stays"]
    }
    try FileSwap.move(to, to: from)
    if kind == S_IFDIR { tree.forgetFolders() }
    return []
  }
}
