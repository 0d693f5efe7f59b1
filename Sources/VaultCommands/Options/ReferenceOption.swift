import ArgumentParser
import VaultCore
import VaultStore

/// What programs give that show notes to an assistant by way of the command line.
struct ReferenceOption: ParsableArguments {
  @Flag(name: .customLong("as-reference"), help: "Keep that an assistant was shown them (--referenced).")
  var isOne = false

  /// Keeps that these notes were shown. The answer is good without it, so what goes wrong is only told.
  func keep(_ paths: @autoclosure () -> [NotePath], _ context: CommandContext) throws {
    guard isOne else { return }
    do { try context.vault().reference(paths()) } catch let error as any Failure {
      context.listener.notice(VaultNotice("that the notes were shown is not kept: \(error.message)"))
    }
  }
}
