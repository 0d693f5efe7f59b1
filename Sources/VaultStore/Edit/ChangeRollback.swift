import VaultCore
import VaultPlatform

/// Takes back an operation that failed or was interrupted, by what is found on the disk: each step may have been done,
/// half done or not begun, and so may an earlier rollback. What others have saved since stays.
struct ChangeRollback {
  let tree: VaultTree
  let entry: JournalEntry
  /// The user's, whose what goes into the trash is.
  let identity: UserIdentity

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
      case .delete(let path, let before, let mode):
        remarks += try takeBackDeletion(index, path, before, mode_t(truncatingIfNeeded: mode) & 0o777)
      case .move(let path, let target):
        folders.append(target)
        remarks += try takeBackMove(path, target)
      case .makeFolder(let path): try removeFolder(path)
      case .removeFolder(let path):
        try makeFolders(above: path)
        try makeFolder(path)
      }
    }
    for path in folders {
      if let place = try tree.placeIfThere(path) { try VaultTree.sync(place.folder, path) }
    }
    return remarks
  }

  // MARK: Folders

  /// One that is not empty stays.
  private func removeFolder(_ path: NotePath) throws {
    guard let place = try tree.placeIfThere(path) else { return }
    tree.forgetFolders()
    guard unlinkat(place.folder.number, place.name, AT_REMOVEDIR) != 0 else { return }
    if ![ENOENT, ENOTDIR, ENOTEMPTY, EEXIST].contains(errno) { throw ChangeError(path, .system("removed", errno)) }
  }

  private func makeFolder(_ path: NotePath) throws {
    _ = try tree.place(path).makeFolder(mode: Trash.folderMode(path))
  }

  /// Whoever has removed them since wanted no files in them; but what was deleted needs a place.
  private func makeFolders(above path: NotePath) throws {
    let folder = path.parent
    guard !folder.text.isEmpty, try !tree.exists(folder) else { return }
    try makeFolders(above: folder)
    try makeFolder(folder)
  }

  // MARK: Texts

  /// What a text becomes when the change from `before` to `after` is taken out of it; nil where others have since
  /// changed the same lines.
  private func restored(_ text: [UInt8], _ before: [UInt8], _ after: [UInt8]) -> [UInt8]? {
    text == after ? before : ThreeWayMerge.merge(base: after, ours: before, theirs: text)
  }

  private func takeBackWrite(_ index: Int, _ path: NotePath, before: [UInt8], after: [UInt8]) throws -> [String] {
    guard let place = try tree.placeIfThere(path) else { return ["\(path): is no longer there, and stays so"] }
    var remarks = try reclaimReplaced(index, place, before, after)
    remarks += try reclaimRestored(index, place, before, after)
    guard let image = try FileImage.readIfThere(place), image.bytes != before else { return remarks }
    let isTorn =
      entry.head.steps[index].inPlace == true && InPlaceFile.isTorn(image.bytes, between: before, and: after)
    guard let restored = isTorn ? before : restored(image.bytes, before, after) else {
      remarks.append("\(path): was changed by another program since, and stays as that left it")
      return remarks
    }
    if restored == image.bytes { return remarks }
    if image.status.needsWritingInPlace {
      try InPlaceFile.write(restored, to: place, expecting: image.bytes)
    } else {
      let next = place.sibling(entry.temporaryName(index) + Self.suffix)
      let file = try TemporaryFile.write(restored, to: next, replacing: place)
      try TemporaryFile.removingOnError(next) { try TemporaryFile.sync(file.number, path) }
      try FileSwap.replace(place, expecting: image.bytes, with: next, holding: restored)
    }
    return remarks
  }

  /// Ends the names of the temporary files that a rollback itself makes.
  private static let suffix = "-back"

  /// Looks at the temporary file that a write may have left: the new text, perhaps half of it, before the exchange, and
  /// after it the old one, or what another program saved at that very moment.
  private func reclaimReplaced(
    _ index: Int, _ place: VaultTree.Place, _ before: [UInt8], _ after: [UInt8]
  ) throws -> [String] {
    let spare = place.sibling(entry.temporaryName(index))
    guard let image = try FileImage.readIfThere(spare) else { return [] }
    let current = try FileImage.readIfThere(place)?.bytes
    let isDone = current == after && current != before
    let isNew = isDone ? image.bytes == after : after.starts(with: image.bytes)
    let isOurs = isNew || image.bytes == before && (current == before || !FileSwap.hasWriter(spare))
    return try reclaim(spare, image.bytes, isOurs: isOurs, place, current, mayReplace: current == after)
  }

  /// As above, of the temporary file that an earlier rollback made, which was interrupted, too.
  private func reclaimRestored(
    _ index: Int, _ place: VaultTree.Place, _ before: [UInt8], _ after: [UInt8]
  ) throws -> [String] {
    let spare = place.sibling(entry.temporaryName(index) + Self.suffix)
    guard let image = try FileImage.readIfThere(spare) else { return [] }
    let current = try FileImage.readIfThere(place)?.bytes
    let isUnused = current.flatMap { restored($0, before, after) }?.starts(with: image.bytes) ?? false
    let isDisplaced = current != nil && restored(image.bytes, before, after) == current
    let isOurs = isUnused || isDisplaced && !FileSwap.hasWriter(spare)
    return try reclaim(spare, image.bytes, isOurs: isOurs, place, current, mayReplace: true)
  }

  /// What is not ours, another program saved: it gets its place back, or where that has since got something newer, one in
  /// the trash.
  private func reclaim(
    _ spare: VaultTree.Place, _ bytes: [UInt8], isOurs: Bool, _ place: VaultTree.Place, _ current: [UInt8]?,
    mayReplace: Bool
  ) throws -> [String] {
    if isOurs {
      TemporaryFile.remove(spare)
    } else if let current, mayReplace {
      try FileSwap.replace(place, expecting: current, with: spare, holding: bytes)
    } else if current == nil {
      try FileSwap.move(spare, to: place)
    } else {
      return [
        "\(place.path): was saved twice by another program; the earlier version is in \(try keep(spare, place.path))"
      ]
    }
    return []
  }

  /// Puts a version of a file into the trash. The result is where it is.
  private func keep(_ spare: VaultTree.Place, _ path: NotePath) throws -> NotePath {
    let stamp = NoteDate.instant(entry.head.time).iso8601(in: { _ in 0 }).filter { $0 != "-" && $0 != ":" }
    while true {
      let kept = try Trash.folder(stamp: stamp, id: ChangeSession.newID(), identity, home: tree.root)
        .appending(path.bytes)
      try makeFolders(above: kept)
      do {
        try FileSwap.move(spare, to: try tree.place(kept))
        return kept
      } catch let error as ChangeError where error.cause == .exists {
        // With another id, then.
      }
    }
  }

  // MARK: Files

  private func takeBackCreation(_ index: Int, _ path: NotePath, _ bytes: [UInt8]) throws -> [String] {
    guard let place = try tree.placeIfThere(path) else { return [] }
    let next = place.sibling(entry.temporaryName(index))
    if try VaultTree.kind(next) != nil {
      // It never took its place, or was just being given its second name.
      if FileSwap.isSame(next, place) {
        try ChangeError.check(unlinkat(place.folder.number, place.name, 0) == 0, path, "deleted")
      }
      TemporaryFile.remove(next)
      return []
    }
    // A rollback that was interrupted: what it was about to delete.
    let aside = place.sibling(entry.temporaryName(index) + Self.suffix)
    if try VaultTree.kind(aside) != nil {
      if try VaultTree.kind(place) != nil {
        let kept = try keep(aside, path)
        return ["\(path): was saved twice by another program; the earlier version is in \(kept)"]
      }
      try FileSwap.move(aside, to: place)
    }
    guard try VaultTree.kind(place) != nil else { return [] }
    do {
      try FileSwap.remove(place, expecting: bytes, aside: aside)
    } catch is FileChangedError {
      return ["\(path): was changed by another program since, and stays"]
    }
    return []
  }

  private func takeBackDeletion(_ index: Int, _ path: NotePath, _ before: [UInt8], _ mode: mode_t) throws -> [String] {
    try makeFolders(above: path)
    let place = try tree.place(path)
    let aside = place.sibling(entry.temporaryName(index))
    let isThere = try VaultTree.kind(place) != nil
    if try VaultTree.kind(aside) != nil {
      if FileSwap.isSame(aside, place) {
        TemporaryFile.remove(aside)
        return []
      }
      guard isThere else {
        try FileSwap.move(aside, to: place)
        return []
      }
      return ["\(path): is there again, by another program; the earlier version is in \(try keep(aside, path))"]
    }
    if isThere { return [] }
    let next = place.sibling(entry.temporaryName(index) + Self.suffix)
    TemporaryFile.remove(next)
    let file = try TemporaryFile.write(before, to: next, replacing: nil, mode: mode)
    try TemporaryFile.sync(file.number, path)
    try FileSwap.move(next, to: place)
    return []
  }

  private func takeBackMove(_ path: NotePath, _ target: NotePath) throws -> [String] {
    guard let to = try tree.placeIfThere(target), let kind = try VaultTree.kind(to) else { return [] }
    guard let from = try tree.placeIfThere(path) else {
      return ["\(target): cannot go back to \(path), whose folder is gone; it stays"]
    }
    if try VaultTree.kind(from) != nil, !FileSwap.isSame(from, to) {
      return ["\(target): cannot go back to \(path), where another file is now; it stays"]
    }
    try FileSwap.move(to, to: from)
    if kind == S_IFDIR { tree.forgetFolders() }
    return []
  }
}
