/// The keys that a person gives to something that `vault ui` does, as written: `Ctrl-E F2`.
package struct ConfiguredKeys: Hashable, Sendable {
  package var name: String
  package var keys: String
}
