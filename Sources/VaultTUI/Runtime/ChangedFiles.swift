import Synchronization
import VaultCore
import VaultStore

/// The files that changes of the interface were about, those that moved by both of their names.
package final class ChangedFiles: Sendable {
  private let found = Mutex<[NotePath]>([])

  package var paths: [NotePath] { found.withLock { $0.uniqued(by: \.self) } }

  func add(_ records: [ChangeRecord]) {
    found.withLock { $0 += records.flatMap { [$0.from, $0.path].compactMap(\.self) } }
  }
}
