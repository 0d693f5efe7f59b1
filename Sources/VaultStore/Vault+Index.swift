import Foundation
import VaultCore

/// What `vault index` did.
package struct IndexSummary: Sendable {
  /// Where the index is; nil when there is no place for one.
  package var path: String?
  package var changes: IndexChanges
  package var rebuilt: Bool
  package var bytes: Int64
  package var seconds: Double
}

extension Vault {
  /// Brings the index up to date, or builds it anew.
  package func index(rebuild: Bool) throws -> IndexSummary {
    let start = Date()
    var summary = IndexSummary(path: indexPath, changes: IndexChanges(), rebuilt: false, bytes: 0, seconds: 0)
    let pending = PendingScan(self)
    if rebuild {
      guard prepareIndexFolder() else { throw IndexPlaceError(path: indexPath) }
      guard let changes = try rebuildIndex(pending.wait(), pending.startedAt, reason: nil, force: true) else {
        throw IndexPlaceError(path: indexPath, isBusy: true)
      }
      summary.changes = changes
      summary.rebuilt = true
    } else {
      let updated = try updateIndex(pending)
      summary.changes = updated.changes
      summary.rebuilt = updated.rebuilt
    }
    summary.bytes = try FileManager.default.attributesOfItem(atPath: indexPath)[.size] as? Int64 ?? 0
    summary.seconds = Date().timeIntervalSince(start)
    return summary
  }

  private func updateIndex(_ pending: PendingScan) throws -> (changes: IndexChanges, rebuilt: Bool) {
    guard prepareIndexFolder() else { throw IndexPlaceError(path: indexPath) }
    let before = lastBuild
    guard let index = try usableIndex(pending, repairing: false) else { throw IndexPlaceError(path: indexPath, isBusy: true) }
    if let built = lastBuild, built != before { return (built, true) }
    let scan = pending.wait()
    if try index.read({ try index.isFresh($0, scan, parsing: parsingFingerprint) }) {
      var changes = IndexChanges()
      changes.total = scan.noteCount
      return (changes, false)
    }
    if try index.parsing() != parsingFingerprint {
      index.release()
      guard let changes = try rebuildIndex(scan, pending.startedAt, reason: nil) else {
        throw IndexPlaceError(path: indexPath, isBusy: true)
      }
      return (changes, true)
    }
    guard let changes = try refresh(index, scan, pending.startedAt) else {
      throw IndexPlaceError(path: indexPath, isBusy: true)
    }
    return (changes, false)
  }
}

/// There is no place for an index, or another process keeps it.
package struct IndexPlaceError: Error, CustomStringConvertible {
  var path: String
  var isBusy = false

  package var description: String {
    isBusy
      ? "\(path): another process is using the index; try again when it is done."
      : "\(path): the index cannot be written there. Set XDG_CACHE_HOME to a folder that can, or \"index\" in the configuration; searches work without an index, too."
  }
}
