import VaultCore
import VaultPlatform

/// Does the steps of an operation that the journal holds. All of them or, after an error, none.
final class ChangeCommit {
  private let tree: VaultTree
  private let entry: JournalEntry
  private var done = 0
  /// What could not be put back after an error, since others had changed it meanwhile; in sentences.
  private(set) var remarks: [String] = []
  private var changedFolders: [ObjectIdentifier: (folder: OwnedDescriptor, path: NotePath)] = [:]

  /// Files up to this number are synced one by one, more of them together.
  private static let fewFiles = 16
  private static let manyFolders = 200

  init(_ tree: VaultTree, _ entry: JournalEntry) {
    self.tree = tree
    self.entry = entry
  }

  /// `progress` is told how many steps of how many are done. Throws the error that stopped it, everything having been put
  /// back, or `RollbackError` where not even that worked.
  func run(_ progress: (Int, Int) -> Void) throws {
    try undoing {
      while done < entry.steps.count { try runBatch(progress) }
      try syncFolders()
    }
  }

  private func syncFolders() throws {
    if changedFolders.count <= Self.fewFiles {
      let now = time(nil)
      for (folder, _) in changedFolders.values { TemporaryFile.sweep(folder, now: now) }
    }
    // Many on one file system at once; what another one has is synced by itself.
    if FileExchange.syncsFileSystems, changedFolders.count > Self.fewFiles {
      var devices: Set<UInt64> = []
      for (folder, path) in changedFolders.values {
        var status = stat()
        guard fstat(folder.number, &status) == 0 else { throw ChangeError(path, .system("looked at", errno)) }
        guard devices.insert(UInt64(truncatingIfNeeded: status.st_dev)).inserted else { continue }
        guard FileExchange.syncFileSystem(of: folder.number) else { throw ChangeError(path, .system("synced", errno)) }
      }
      return
    }
    for (folder, path) in changedFolders.values { try VaultTree.sync(folder, path) }
  }

  /// Puts everything back when `body` throws, and throws as `run` does.
  func undoing(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch {
      // A version that could not be put back is left to the next start, which finds it by the journal.
      if error is FileSwap.DisplacedVersionError { throw RollbackError(cause: error, reason: "\(error)") }
      do {
        remarks += try ChangeRollback(tree, entry).run(completed: done)
      } catch let trouble {
        throw RollbackError(cause: error, reason: "\(trouble)")
      }
      throw error
    }
  }

  /// All new files are written and synced before the first of them takes its place.
  private func runBatch(_ progress: (Int, Int) -> Void) throws {
    let start = done
    var end = start
    while end < entry.steps.count, entry.steps[end].isText { end += 1 }
    guard end > start else {
      try Interruption.check()
      try run(entry.steps[start])
      progress(done, entry.steps.count)
      return
    }
    do {
      try prepare(start..<end)
      for index in start..<end {
        try Interruption.check()
        try take(index)
        progress(done, entry.steps.count)
      }
    } catch {
      for index in done..<end where !(error is FileSwap.DisplacedVersionError) { removeTemporary(index) }
      throw error
    }
  }

  private func temporary(_ index: Int, beside place: VaultTree.Place) -> VaultTree.Place {
    place.sibling(entry.temporaryName(index))
  }

  private func removeTemporary(_ index: Int) {
    guard let place = try? tree.place(entry.steps[index].path) else { return }
    TemporaryFile.remove(temporary(index, beside: place))
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
        // A rename asks only the folder; a file that is read-only is meant to be.
        guard faccessat(place.folder.number, place.name, W_OK, AT_EACCESS) == 0 else {
          if errno == ENOENT { throw FileChangedError(path: place.path.text) }
          throw ChangeError(place.path, .system("written", errno))
        }
        if entry.head.steps[index].inPlace == true { continue }
        file = try TemporaryFile.write(after, to: temporary(index, beside: place), replacing: place)
      case .create(_, let bytes, let mode):
        let temporary = temporary(index, beside: place)
        file = try TemporaryFile.write(bytes, to: temporary, replacing: nil, mode: mode_t(mode))
      case .delete, .move, .makeFolder, .removeFolder: continue
      }
      if range.count <= Self.fewFiles {
        open.append((file, place.path))
      } else {
        var status = stat()
        guard fstat(file.number, &status) == 0 else { throw ChangeError(place.path, .system("looked at", errno)) }
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

  private func take(_ index: Int) throws {
    let place = try tree.place(entry.steps[index].path)
    let next = temporary(index, beside: place)
    switch entry.steps[index] {
    case .write(_, let before, let after):
      if entry.head.steps[index].inPlace == true {
        // Torn by an error, it is not "as before": the rollback is to look at it.
        do { try InPlaceFile.write(after, to: place, expecting: before) } catch let error as FileChangedError {
          throw error
        } catch {
          done = index + 1
          throw error
        }
      } else {
        try FileSwap.replace(place, expecting: before, with: next, holding: after)
      }
    case .create: try FileSwap.move(next, to: place)
    case .delete, .move, .makeFolder, .removeFolder: return
    }
    done = index + 1
    try noteChange(in: place)
  }

  private func run(_ step: ChangeStep) throws {
    switch step {
    case .write, .create: return
    case .delete(let path, let before, _):
      let place = try tree.place(path)
      try FileSwap.remove(place, expecting: before, aside: temporary(done, beside: place))
      done += 1
      try noteChange(in: place)
    case .move(let path, let target):
      let (from, to) = (try tree.place(path), try tree.place(target))
      let isFolder = try VaultTree.kind(from) == S_IFDIR
      try FileSwap.move(from, to: to)
      done += 1
      try noteChange(in: from)
      try noteChange(in: to)
      if isFolder { tree.forgetFolders() }
    case .makeFolder(let path):
      let place = try tree.place(path)
      if mkdirat(place.folder.number, place.name, Trash.folderMode(path)) != 0 {
        let code = errno
        guard code == EEXIST, try VaultTree.kind(place) == S_IFDIR else {
          throw ChangeError(path, .system("made", code))
        }
      }
      done += 1
      try noteChange(in: place)
    case .removeFolder(let path):
      try removeFolder(path)
    }
  }

  private func removeFolder(_ path: NotePath) throws {
    let place = try tree.place(path)
    if unlinkat(place.folder.number, place.name, AT_REMOVEDIR) != 0 {
      guard [ENOTEMPTY, EEXIST, ENOENT].contains(errno) else { throw ChangeError(path, .system("removed", errno)) }
      done += 1
      return
    }
    done += 1
    tree.forgetFolders()
    try noteChange(in: place)
  }

  private func noteChange(in place: VaultTree.Place) throws {
    changedFolders[ObjectIdentifier(place.folder)] = (place.folder, place.path)
    // Each of them is open, and a process may have no more than so many.
    guard changedFolders.count >= Self.manyFolders else { return }
    try syncFolders()
    changedFolders = [:]
    tree.forgetFolders()
  }
}

extension ChangeStep {
  /// True when it puts a new text into place: many of them are prepared together.
  fileprivate var isText: Bool {
    switch self {
    case .write, .create: true
    case .delete, .move, .makeFolder, .removeFolder: false
    }
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
