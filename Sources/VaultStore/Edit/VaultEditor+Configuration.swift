import VaultCore

/// The vault's configuration cannot be written, for a reason that lies in its file and not in what was given.
package struct ConfigurationFileError: Failure {
  let kindOfFailure: FailureKind
  let reason: Message

  package var kind: FailureKind { kindOfFailure }
  package var message: Message { "\(ConfigurationFile.relativePath): \(reason)" }
}

extension VaultEditor {
  /// Changes the vault's own configuration, as an operation that can be undone. `edit` gets the file's text, and an empty one
  /// where there is none. What it throws of a value is passed on; what is wrong with the file is a
  /// `ConfigurationFileError`.
  package func changeConfiguration(
    _ title: String, _ options: ChangeOptions = ChangeOptions(), _ edit: (String) throws -> String
  ) throws -> ChangeOutcome {
    // A bad value is refused before anything is made.
    if try AtomicFile.read(ConfigurationFile.relativePath, inside: location.root) == nil {
      _ = try edit("")
      if options.dryRun { return try change(title, options) { _ in } }
      try vault.checkChangeable()
      let made = try VaultFolder.create(in: location.root)
      listener.notice(VaultNotice("Made \(made.joined(separator: " and ")) in \(location.root).", isWarning: false))
    }
    let path = NotePath(ConfigurationFile.relativePath)
    return try change(title, options) { plan in
      let text = String(decoding: try plan.text(path), as: UTF8.self)
      do {
        _ = try plan.replace(path, with: Array(edit(text).utf8))
      } catch let error as ConfigurationEditError where error.kind != .badArgument {
        throw ConfigurationFileError(
          kindOfFailure: error.kind == .notFound ? .notFound : .refused, reason: Message("\(error)"))
      }
    }
  }
}
