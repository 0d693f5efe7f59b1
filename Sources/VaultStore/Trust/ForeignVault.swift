import VaultCore

/// A vault that was found and not named, belongs to another user, and was not accepted by this one: it is read, and nothing
/// more.
package struct ForeignVaultError: Failure {
  package let root: String

  package var kind: FailureKind { .refused }
  package var message: Message {
    "\(root): \(Self.reason), so nothing is changed in it; \(Self.remedy)"
  }

  private static let reason = "belongs to another user"
  private static let remedy: Message =
    "accept it with \(command: .trustVault), or name it with \(option: .vaultFolder) or the variable VAULT_DIR"

  /// What is told where such a vault is read.
  static func notice(_ root: String) -> VaultNotice {
    VaultNotice(
      "\(root): \(reason), so nothing is changed in it and only those of its settings count that say how notes are read; "
        + remedy)
  }
}

extension Vault {
  /// Throws `ForeignVaultError` or `VisibleChangeError` where nothing may be changed.
  package func checkChangeable() throws {
    if options.visible?.isReadOnly == true { throw VisibleChangeError.readOnly }
    if location.isForeign { throw ForeignVaultError(root: location.root) }
  }
}
