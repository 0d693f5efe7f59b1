import Foundation
import VaultCore
import VaultPlatform

/// What `vault index` did.
package struct IndexSummary: Sendable {
  /// Where the index is.
  package var path: String
  package var changes: IndexChanges
  package var rebuilt: Bool
  /// How many notes were read to be compared with what the index had of them; nil where only their stamps were looked at.
  package var verified: Int?
  /// The size of the index file.
  package var bytes: Int64
  package var seconds: Double
}

extension Vault {
  /// Brings the index up to date, or builds it anew. `verifies`: reads all notes to find what has changed without its times.
  package func index(rebuild: Bool, verifies: Bool = false, telling listener: VaultListener = VaultListener()) throws
    -> IndexSummary
  {
    let start = Date()
    guard let keeper = try dated().keeper(listener, makesInVault: true) else { throw IndexPlaceError() }
    // Whoever wants everything anew doubts what is remembered of the folders, too.
    if rebuild, let listingsPath, FolderListings.read(listingsPath) != nil { unlink(listingsPath) }
    let scan = PendingScan(scanner, timing: options.timing)
    let changes: IndexChanges
    do {
      changes =
        rebuild
        ? try keeper.repairingOnce { _ in try keeper.rebuild(scan, reason: nil, force: true, continues: false) }
        : try keeper.update(scan, verifies: verifies).changes
    } catch let error as IndexUseError {
      throw IndexPlaceError(error: error)
    }
    return IndexSummary(
      path: keeper.path, changes: changes, rebuilt: keeper.lastBuild != nil,
      verified: verifies ? changes.total : nil,
      bytes: try keeper.file().size, seconds: Date().timeIntervalSince(start))
  }
}

/// The index could not be brought up to date.
package struct IndexPlaceError: Failure {
  /// What is wrong with the index; nil where the environment names no place for one.
  var error: IndexUseError?

  package var kind: FailureKind { .noPlace }
  package var message: Message {
    guard let error else {
      return """
        there is no place for an index: set XDG_CACHE_HOME or HOME, or "index" in the configuration; searches work \
        without an index, too
        """
    }
    let elsewhere = """
      set XDG_CACHE_HOME to a folder that can be written, or "index" in the configuration; searches work without an \
      index, too
      """
    let text: Message =
      switch error.cause {
      case .noPlace: "its folder cannot be made or written in; \(elsewhere)"
      case .sharedFolder(let reason): "there can be no index here, since \(reason)"
      case .inTheWay(let what): "\(what); move it away"
      case .busy: "another process is using the index; try again when it is done"
      case .unwritable(let reason): "cannot be written (\(reason)); \(elsewhere)"
      case .diskFull: "cannot be written: the disk is full; make room there, or \(elsewhere)"
      case .foreign(let problem): "\(problem) and is left as it is; name another file with \(setting: "index")"
      case .broken(let reason): "cannot be used (\(reason)); delete it, or \(elsewhere)"
      }
    return "\(error.path): \(text)"
  }
}
