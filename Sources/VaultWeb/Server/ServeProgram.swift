import Foundation
import VaultCore
import VaultInterface
import VaultPlatform
import VaultStore

/// What `vault serve` becomes: opens the vault and answers until a signal ends it.
package enum ServeProgram {
  package static func run(_ options: ServeOptions) async throws {
    let environment = VaultEnvironment.clock(today: options.today)
    var session = VaultSession.Options(version: options.version)
    session.interactiveThreads = ProcessInfo.processInfo.activeProcessorCount
    session.environment = environment
    session.watchesAtOnce = false
    session.enriches = !options.isReadOnly
    session.visible = try VisibleVault(
      in: Vault(location: options.location, environment: environment()), readIn: options.readIn, hide: options.hide,
      isReadOnly: options.isReadOnly)
    let token = try AccessToken.load(options.location, environment().folders)
    let listening = try ListeningPlace(options.place)
    defer { listening.remove() }
    let application = WebApplication(
      session: try VaultSession(options.location, options: session), options: options, token: token,
      environment: environment)
    application.lookAhead()
    try application.syncs.keepInStep(application.session)
    let greeting = ServeGreeting(options: options, application: application, tokenPath: token.path)
    do {
      try await HTTPServer(application: application, place: options.place).run { port in
        application.isListening(onPort: port)
        listening.protect()
        greeting.tell()
      }
    } catch {
      throw ListeningError(options.place, error)
    }
    application.end()
  }
}

/// Puts text on standard error, where nobody may be left to read it.
func writeError(_ text: String) {
  let bytes = Array(text.utf8)
  _ = retrying { write(STDERR_FILENO, bytes, bytes.count) }
}
