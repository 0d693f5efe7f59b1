import VaultCore
extension Vault {
  func notes(linkingTo target: NotePath, _ id: Int, in snapshot: any VaultSnapshot) throws -> IDSet { IDSet() }
  func notes(linkedFrom path: NotePath, _ id: Int, in snapshot: any VaultSnapshot) throws -> IDSet { IDSet() }
  func orphans(in snapshot: any VaultSnapshot) throws -> IDSet { IDSet() }
  func notes(mentioning target: NotePath, _ id: Int, in snapshot: any VaultSnapshot) throws -> IDSet { IDSet() }
}
