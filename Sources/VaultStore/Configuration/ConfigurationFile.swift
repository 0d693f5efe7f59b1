import VaultCore

/// `.vault/config.yaml`: read by every command, written by `vault config set` only.
package enum ConfigurationFile {
  package static let relativePath = ".vault/config.yaml"

  /// `defaults` where there is no such file; an unreadable one is a diagnostic. `kept`: the settings of `defaults` that stay,
  /// whatever the file says.
  package static func load(
    root: String, defaults: Configuration = .default, of origin: ConfigurationOrigin = .vault,
    keeping kept: Set<String> = []
  ) throws -> (configuration: Configuration, diagnostics: [Diagnostic], text: String) {
    let bytes: [UInt8]
    do {
      guard let read = try AtomicFile.read(relativePath, inside: root) else { return (defaults, [], "") }
      bytes = read
    } catch let error as AtomicFileError {
      try ShortageError.check("the configuration cannot be read", error)
      let diagnostic = Diagnostic(
        .configurationUnreadable, .error, at: SourceLocation(line: 1, column: 1),
        "\(error.words.cause), so the defaults hold; \(error.words.remedy)")
      return (defaults, [diagnostic], "")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let parsed = ConfigurationParser.parse(text, defaults: defaults, of: origin, keeping: kept)
    return (parsed.configuration, parsed.diagnostics, text)
  }
}
