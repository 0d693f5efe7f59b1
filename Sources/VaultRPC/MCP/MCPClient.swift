import Synchronization
import VaultCore

/// Who asks. A client of the older protocol says its name once, in `initialize`.
package final class MCPClient: Sendable {
  private let introduced: Mutex<String?>

  /// `program`: what it says of itself elsewhere, as `claude-code/2.0 (Linux)` over HTTP, where no message tells.
  package init(program: String? = nil) {
    introduced = Mutex(program.flatMap { $0.split { $0 == "/" || $0.isWhitespace }.first.map(String.init) })
  }

  func introduce(_ name: String?) { introduced.withLock { $0 = name } }

  /// What the history calls it: one short word or a few, whatever it says of itself.
  func name(in params: JSONValue?) -> String {
    let given = MCPEra.clientName(params) ?? introduced.withLock { $0 } ?? ""
    let seen = ControlCharacters.visible(UnseenCharacters.shown(given), .singleLine).trimmingWhitespace
    // A character may have any number of accents.
    return seen.isEmpty ? "client" : String(seen.unicodeScalars.prefix(40))
  }
}
