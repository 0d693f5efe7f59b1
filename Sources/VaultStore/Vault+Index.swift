import Foundation
import VaultCore

/// What `vault index` did.
package struct IndexSummary: Sendable {
  /// Where the index is.
  package var path: String
  package var changes: IndexChanges
  package var rebuilt: Bool
  /// Of the index file.
  package var bytes: Int64
  package var seconds: Double
}

extension Vault {
  /// Brings the index up to date, or builds it anew.
  package func index(rebuild: Bool) throws -> IndexSummary {
    let start = Date()
    guard let keeper = keeper() else { throw IndexPlaceError(path: indexPath) }
    guard keeper.prepareFolder() else { throw IndexPlaceError(path: keeper.path) }
    let pending = PendingScan(scanner)
    let changes: IndexChanges
    do {
      changes = try keeper.repairingOnce { repairing in
        if rebuild {
          guard let built = try keeper.rebuild(pending, reason: nil, force: true) else {
            throw IndexPlaceError(path: keeper.path, isBusy: true)
          }
          return built
        }
        return try update(keeper, pending, repairing: repairing)
      }
    } catch let error as IndexUseError {
      throw IndexPlaceError(path: keeper.path, cause: error.cause)
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: keeper.path)
    return IndexSummary(
      path: keeper.path, changes: changes, rebuilt: keeper.lastBuild != nil,
      bytes: attributes[.size] as? Int64 ?? (attributes[.size] as? NSNumber)?.int64Value ?? 0,
      seconds: Date().timeIntervalSince(start))
  }
}

extension Vault {
  private func update(_ keeper: IndexKeeper, _ pending: PendingScan, repairing: Bool) throws -> IndexChanges {
    guard var index = try keeper.usableIndex(pending, repairing: repairing) else {
      throw IndexPlaceError(path: keeper.path, isBusy: true)
    }
    let scan = try pending.wait()
    if let built = keeper.lastBuild { return built }
    if try index.read({ try index.isFresh($0, scan, parsing: parsingFingerprint) }) {
      var changes = IndexChanges()
      changes.total = scan.noteCount
      return changes
    }
    guard let brought = try keeper.bringUpToDate(&index, pending) else {
      throw IndexPlaceError(path: keeper.path, isBusy: true)
    }
    return brought
  }
}

/// There is no place for an index, or another process keeps it.
package struct IndexPlaceError: Error, CustomStringConvertible {
  var path: String?
  var isBusy = false
  var cause: String?

  package var description: String {
    guard let path else {
      return """
        there is no place for an index: set XDG_CACHE_HOME or HOME, or "index" in the configuration; searches work \
        without an index, too
        """
    }
    return isBusy
      ? "\(path): another process is using the index; try again when it is done"
      : """
      \(path): the index cannot be written there\(cause.map { " (\($0))" } ?? ""). Set XDG_CACHE_HOME to a folder that \
      can be, or "index" in the configuration; searches work without an index, too
      """
  }
}
