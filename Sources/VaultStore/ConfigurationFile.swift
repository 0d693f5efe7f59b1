import Foundation
import VaultCore

/// `.vault/config.yaml`: read by every command, written by `vault config set` only.
package enum ConfigurationFile {
  package static let relativePath = ".vault/config.yaml"

  /// Defaults where there is no such file; an unreadable one is a diagnostic.
  package static func load(root: String) throws -> (
    configuration: Configuration, diagnostics: [Diagnostic], text: String
  ) {
    let path = root + "/" + relativePath
    let bytes: [UInt8]
    do {
      bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
      return (Configuration.default, [], "")
    } catch {
      let diagnostic = Diagnostic(
        "configuration-unreadable", .error, at: SourceLocation(line: 1, column: 1),
        "the configuration cannot be read (\(error.localizedDescription)); defaults are used")
      return (Configuration.default, [diagnostic], "")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let parsed = ConfigurationParser.parse(text)
    return (parsed.configuration, parsed.diagnostics, text)
  }
}
