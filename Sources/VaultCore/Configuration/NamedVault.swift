/// A vault that the user's own configuration gives a name.
package struct NamedVault: Hashable, Sendable {
  /// Without `/`, so that it can be told from a path.
  package var name: String
  /// Absolute, or from the user's home by `~/`.
  package var path: String

  var isValid: Bool { Self.canBeName(name) && OutsidePath.isValid(path) }

  static func canBeName(_ name: String) -> Bool {
    !name.isEmpty && !name.contains("/") && !name.hasPrefix("-") && !name.hasPrefix("~") && name != "." && name != ".."
  }
}
