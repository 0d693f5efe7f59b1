import Foundation

/// Where the choices of a random test begin: what `VAULT_SEED` says, else another number in each long run, and in a short
/// one always the same.
package struct TestSeed: Sendable, CustomStringConvertible {
  package let value: UInt64

  package init(fixed: UInt64) {
    let environment = ProcessInfo.processInfo.environment
    value =
      environment["VAULT_SEED"].flatMap { UInt64($0) }
      ?? (environment["VAULT_SOAK"] == nil ? fixed : .random(in: 0..<1 << 32))
  }

  /// How to have the same again.
  package var description: String { "VAULT_SEED=\(value)" }
}
