import VaultCore

@testable import VaultStore

/// A vault with whom it tells, so that a test need not name the two each time.
@dynamicMemberLookup
struct OpenVault {
  let vault: Vault
  var listener = VaultListener()

  func read<Answer>(_ body: (VaultReader) throws -> Answer) throws -> Answer {
    try vault.read(telling: listener, body)
  }

  func withSnapshot<Answer>(_ body: (any VaultSnapshot) throws -> Answer) throws -> Answer {
    try read { try body($0.snapshot) }
  }

  func recoverIfNeeded() throws { try vault.recoverIfNeeded(listener) }

  func keeper() -> IndexKeeper? { vault.keeper(listener) }

  var editor: VaultEditor { vault.editor(telling: listener) }

  func index(rebuild: Bool) throws -> IndexSummary { try vault.index(rebuild: rebuild, telling: listener) }

  subscript<Value>(dynamicMember path: KeyPath<Vault, Value>) -> Value { vault[keyPath: path] }
}

extension VaultReader {
  /// Asks of a snapshot that a test has made.
  convenience init(_ vault: OpenVault, _ snapshot: any VaultSnapshot) {
    self.init(vault.vault, scan: nil) { _ in snapshot }
  }
}
