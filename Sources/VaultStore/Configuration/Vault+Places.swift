import VaultCore

/// A setting that should name a place in the vault, and does not.
package struct ConfiguredPlaceError: Failure {
  /// `archive`
  package let setting: String
  package let text: String

  package var kind: FailureKind { .noPlace }
  package var message: Message {
    "the setting `\(setting)` is \"\(ShownName.quoted(text))\", which names no place in the vault; mend it with "
      + "\(setting: setting), from the vault's root"
  }
}

extension Vault {
  /// The place that a setting names, from the root, wherever it has slashes too many or `.`; empty for the root, also as
  /// `/`. Throws `ConfiguredPlaceError` where it would lead out of the vault, as from the disk's root.
  func configuredPlace(_ text: String, setting: String) throws -> NotePath {
    let parts = text.pathNames().filter { $0 != "." }
    if parts.contains("..") || text.isAbsolutePath && !parts.isEmpty {
      throw ConfiguredPlaceError(setting: setting, text: text)
    }
    return NotePath(parts.joined(separator: "/"))
  }

  /// The pattern for the names of new notes. Throws `ConfiguredPlaceError` where it leads out of the vault.
  func newNotePattern() throws -> String {
    let pattern = configuration.newNoteName
    if pattern.isAbsolutePath || pattern.pathNames().contains("..") {
      throw ConfiguredPlaceError(setting: "new.name", text: pattern)
    }
    return pattern
  }

  /// The note that takes what has no place of its own.
  package func inboxPath() throws -> NotePath {
    let path = try configuredPlace(configuration.inbox, setting: "inbox")
    if path.text.isEmpty || configuration.inbox.hasSuffix("/") {
      throw ConfiguredPlaceError(setting: "inbox", text: configuration.inbox)
    }
    return path.isNote ? path : NotePath(path.text + ".md")
  }

  /// What a path given by a person means: from the working folder if that lies in the vault, else from its root. Without
  /// `/` at the end; empty for the root. Throws `MoveError.outside`.
  func pathInVault(_ text: String) throws -> NotePath {
    var given = GivenPaths(root: location.root, workingFolder: environment.workingFolder)
    if !given.isWorkingInside { given = GivenPaths(root: location.root, workingFolder: nil) }
    guard let path = given.path(text) else { throw MoveError.outside(text) }
    return path
  }
}
