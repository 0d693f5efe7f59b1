import Foundation
import VaultCore
import VaultInterface
import VaultPlatform
import VaultStore

/// The program that serves: reads what `vault serve` hands over, opens the vault and answers until a signal ends it.
package enum ServeProgram {
  /// The statuses are those of `vault`.
  package static func run() async -> CInt {
    do {
      guard let options = ServeOptions(json: try handedOver()) else {
        return fail("`vault serve` starts this program; it takes no options of its own")
      }
      guard options.version == ProgramVersion.text else {
        return fail(
          "vault is of version \(options.version) and vault-net of \(ProgramVersion.text); install both anew, from one version"
        )
      }
      try await serve(options)
      return 0
    } catch let failure as any Failure {
      return fail(failure.message.text)
    } catch {
      return fail("\(error)")
    }
  }

  private static func serve(_ options: ServeOptions) async throws {
    // They are the same for as long as the program runs, and many.
    let variables = VaultEnvironment.live.variables
    let environment: @Sendable () -> VaultEnvironment = {
      guard let today = options.today else {
        return VaultEnvironment(now: Date(), timeZone: .current, variables: variables)
      }
      var environment = VaultEnvironment.fixed(today, timeZone: (variables["TZ"] ?? "").isEmpty ? .gmt : .current)
      environment.variables = variables
      return environment
    }
    var session = VaultSession.Options(version: options.version)
    session.interactiveThreads = ProcessInfo.processInfo.activeProcessorCount
    session.environment = environment
    session.watchesAtOnce = false
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

  /// All that stands on the descriptor; nothing where it is not open.
  private static func handedOver() throws -> [UInt8] {
    let file = OwnedDescriptor(ProgramReplacement.descriptor)
    return try readAll(file.number, limit: 1 << 20) ?? []
  }

  private static func fail(_ message: String) -> CInt {
    writeError("vault: error: \(message)\n")
    return 2
  }
}

/// Puts text on standard error, where nobody may be left to read it.
func writeError(_ text: String) {
  let bytes = Array(text.utf8)
  _ = retrying { write(STDERR_FILENO, bytes, bytes.count) }
}
