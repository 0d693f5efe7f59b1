import VaultCore
import VaultPlatform

/// Does the steps of an operation that the journal holds. All of them or, after an error, none.
final class ChangeCommit {
  private let tree: VaultTree
  private let entry: JournalEntry
  private let identity: UserIdentity
  private var done = 0
  /// What could not be put back after an error, since others had changed it meanwhile; in sentences.
  private(set) var remarks: [String] = []
  private var changedFolders: [ObjectIdentifier: (folder: OwnedDescriptor, path: NotePath)] = [:]

  /// Files up to this number are synced one by one, more of them together.
  private let fewFiles: Int
  private static let mostFewFiles = 16
  /// How many files a step has open for a moment.
  private static let filesOfStep = 6

  /// Throws `ShortageError` where the process may not open as many files as the steps take, and as it takes to put all back:
  /// to be asked before anything has changed. Where it may open few, fewer folders stay open.
  init(_ tree: VaultTree, _ entry: JournalEntry, _ identity: UserIdentity) throws(ShortageError) {
    self.tree = tree
    self.entry = entry
    self.identity = identity
    tree.forgetFolders()
    // This and the tree keep as many folders each, and a move has two.
    let folders = 2 * max(1, entry.steps.count)
    let (leastFolders, mostFolders) = (min(folders, 4), min(folders, 2 * VaultTree.usualFolders))
    let mostFiles = min(max(1, entry.steps.count), Self.mostFewFiles)
    let room: Int
    do {
      room = try ProcessLimits.room(
        forFiles: leastFolders + 1...mostFolders + mostFiles, besides: Self.filesOfStep)
    } catch {
      throw ShortageError("nothing was changed", .system(error.code))
    }
    fewFiles = min(Self.mostFewFiles, room - leastFolders)
    tree.mostFolders = max(2, (room - fewFiles) / 2)
  }

  /// `progress` is told how many steps of how many are done; `finish` comes behind all of them. Throws the error that
  /// stopped it, everything having been put back, or `RollbackError` where not even that worked.
  func run(_ progress: (Int, Int) -> Void, finish: () throws -> Void) throws {
    do {
      while done < entry.steps.count { try runBatch(progress) }
      try syncFolders()
      try finish()
    } catch {
      // A version that could not be put back is left to the next start, which finds it by the journal.
      if error is FileSwap.DisplacedVersionError { throw RollbackError(cause: error, reason: "\(error)") }
      do {
        remarks += try ChangeRollback(tree: tree, entry: entry, identity: identity).run(completed: done)
      } catch let trouble {
        throw RollbackError(cause: error, reason: "\(trouble)")
      }
      throw error
    }
  }

  private func syncFolders() throws {
    if changedFolders.count <= fewFiles {
      let now = time(nil)
      for (folder, _) in changedFolders.values { TemporaryFile.sweep(folder, now: now) }
    }
    // Many on one file system at once; what another one has is synced by itself.
    if FileExchange.syncsFileSystems, changedFolders.count > fewFiles {
      var devices: Set<UInt64> = []
      for (folder, path) in changedFolders.values {
        let status = try FileImage.status(of: folder.number, path)
        guard devices.insert(UInt64(truncatingIfNeeded: status.st_dev)).inserted else { continue }
        guard FileExchange.syncFileSystem(of: folder.number) else { throw ChangeError(path, .system("synced", errno)) }
      }
      return
    }
    for (folder, path) in changedFolders.values { try VaultTree.sync(folder, path) }
  }

  /// Texts that follow each other are a batch: all new files are written and synced before the first of them takes its
  /// place. What is no text is one by itself.
  private func runBatch(_ progress: (Int, Int) -> Void) throws {
    let start = done
    let end = entry.head.steps[start...].firstIndex { $0.kind != .write && $0.kind != .create } ?? entry.steps.count
    do {
      try prepare(start..<end)
      for index in start..<max(end, start + 1) {
        try Interruption.check()
        try take(index)
        progress(done, entry.steps.count)
      }
    } catch {
      for index in start..<end where index >= done && !(error is FileSwap.DisplacedVersionError) {
        guard let place = try? tree.place(entry.steps[index].path) else { continue }
        TemporaryFile.remove(temporary(index, beside: place))
      }
      throw error
    }
  }

  private func temporary(_ index: Int, beside place: VaultTree.Place) -> VaultTree.Place {
    place.sibling(entry.temporaryName(index))
  }

  private func prepare(_ range: Range<Int>) throws {
    var open: [(OwnedDescriptor, NotePath)] = []
    var devices: [dev_t: OwnedDescriptor] = [:]
    for index in range {
      try Interruption.check()
      let place = try tree.place(entry.steps[index].path)
      let file: OwnedDescriptor
      switch entry.steps[index] {
      case .write(_, _, let after):
        try place.checkWritable()
        if entry.head.steps[index].inPlace == true { continue }
        file = try TemporaryFile.write(after, to: temporary(index, beside: place), replacing: place)
      case .create(_, let bytes, let mode):
        let temporary = temporary(index, beside: place)
        file = try TemporaryFile.write(bytes, to: temporary, replacing: nil, mode: mode_t(mode))
      case .delete, .move, .makeFolder, .removeFolder: continue
      }
      if range.count <= fewFiles {
        open.append((file, place.path))
      } else {
        let status = try FileImage.status(of: file.number, place.path)
        if !FileExchange.syncsFileSystems {
          try TemporaryFile.sync(file.number, place.path)
        } else if devices[status.st_dev] == nil {
          devices[status.st_dev] = file
        }
      }
    }
    for (file, path) in open { try TemporaryFile.sync(file.number, path) }
    for file in devices.values where !FileExchange.syncFileSystem(of: file.number) {
      throw ChangeError(entry.steps[range.lowerBound].path, .system("synced", errno))
    }
  }

  /// Does a step. The text of one that has any is prepared.
  private func take(_ index: Int) throws {
    let place = try tree.place(entry.steps[index].path)
    let spare = temporary(index, beside: place)
    var changed = [place]
    switch entry.steps[index] {
    case .write(_, let before, let after) where entry.head.steps[index].inPlace == true:
      do { try InPlaceFile.write(after, to: place, expecting: before) } catch {
        // Torn by an error, it is not "as before": the rollback is to look at it.
        if !(error is FileChangedError) { done = index + 1 }
        throw error
      }
    case .write(_, let before, let after): try FileSwap.replace(place, expecting: before, with: spare, holding: after)
    case .create: try FileSwap.move(spare, to: place)
    case .delete(_, let before, _): try FileSwap.remove(place, expecting: before, aside: spare)
    case .move(_, let target):
      let to = try tree.place(target)
      let isFolder = try VaultTree.kind(place) == S_IFDIR
      try FileSwap.move(place, to: to)
      changed.append(to)
      if isFolder { tree.forgetFolders() }
    case .makeFolder(let path):
      if try !place.makeFolder(mode: Trash.folderMode(path)), try VaultTree.kind(place) != S_IFDIR {
        throw ChangeError(path, .system("made", EEXIST))
      }
    case .removeFolder(let path):
      if unlinkat(place.folder.number, place.name, AT_REMOVEDIR) == 0 {
        tree.forgetFolders()
      } else {
        guard [ENOTEMPTY, EEXIST, ENOENT].contains(errno) else { throw ChangeError(path, .system("removed", errno)) }
        changed = []
      }
    }
    done = index + 1
    for place in changed { try noteChange(in: place) }
  }

  private func noteChange(in place: VaultTree.Place) throws {
    changedFolders[ObjectIdentifier(place.folder)] = (place.folder, place.path)
    // Each of them is open, and a process may have no more than so many.
    guard changedFolders.count >= tree.mostFolders else { return }
    try syncFolders()
    changedFolders = [:]
    tree.forgetFolders()
  }
}

/// An operation failed, and so did putting back what it had done. The journal still has all of it.
struct RollbackError: Failure {
  /// Why the operation failed.
  var cause: any Error
  /// Why what it had done could not be put back.
  var reason: String

  var kind: FailureKind { .damaged }
  var message: Message {
    let why = "\(cause)" == reason ? reason : "\(cause)\nand what had been done could not be put back: \(reason)"
    return "\(why)\nNothing is lost: \(Journal.pendingPath) holds it, and the next command puts it back"
  }
}
