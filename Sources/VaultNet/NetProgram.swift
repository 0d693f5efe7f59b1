import VaultCore
import VaultInterface
import VaultPlatform
import VaultStore
import VaultTerminal
import VaultWeb

/// The program that speaks over networks: reads what `vault` hands over, and does it.
enum NetProgram {
  /// The statuses are those of `vault`.
  static func run() async -> CInt {
    do {
      let arguments = CommandLine.arguments.dropFirst()
      if arguments.first == HTTPQuestion.argument {
        return try EngineProgram.run(of: arguments.dropFirst().first, VaultEnvironment.live.variables)
      }
      let handed = try handedOver()
      if let options = RemoteSyncOptions(json: handed) {
        try check(options.version)
        return try RemoteProgram(options).run()
      }
      guard let options = ServeOptions(json: handed) else {
        throw NetFailure(message: "`vault` starts this program; it takes no options of its own")
      }
      try check(options.version)
      try await ServeProgram.run(options)
      return 0
    } catch let failure as any Failure {
      messages.error(ControlCharacters.visible(failure.message.text, .singleLine))
      return failure.kind == .changedMeanwhile || failure.kind == .foreign ? 3 : 2
    } catch {
      messages.error("\(error)")
      return 2
    }
  }

  private static var messages: Messages {
    let terminal = TerminalContext.live(
      color: .auto, appearance: .dark, environment: VaultEnvironment.live.variables)
    return Messages(context: terminal, theme: Theme(.grey, terminal), program: "vault: ")
  }

  static func check(_ version: String) throws(NetFailure) {
    guard version == ProgramVersion.text else {
      throw NetFailure(
        message:
          "vault is of version \(version) and vault-net of \(ProgramVersion.text); install both anew, from one version")
    }
  }

  /// All that stands on the descriptor; nothing where it is not open.
  private static func handedOver() throws -> [UInt8] {
    let file = OwnedDescriptor(ProgramReplacement.descriptor)
    return try readAll(file.number, limit: 1 << 20) ?? []
  }
}

/// A failure of the program's own.
struct NetFailure: Failure {
  var message: Message
  var kind: FailureKind { .noPlace }
}
