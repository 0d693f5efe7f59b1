import VaultCore
import VaultPlatform

/// The program that speaks over networks, which this one becomes or starts: what it brings along would make every other command slower.
/// It lies beside this one, or in the folder for programs that others start.
package enum NetworkProgram {
  private static let name = "vault-net"

  /// Becomes that program. Returns only where that fails, by throwing. `options`: what it is to do.
  package static func start(handingOver options: [UInt8]) throws -> Never {
    let program = try path()
    do { try ProgramReplacement.start(program, [], handingOver: options) } catch {
      throw NetworkProgramError(
        message: "\(program): \(systemMessage(error.code)); it is installed beside vault, in the same version")
    }
  }

  static func path() throws(NetworkProgramError) -> String {
    guard let own = OwnProgram.path, let slash = own.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      throw NetworkProgramError(message: "the system does not tell where vault is, so \(name) cannot be found")
    }
    let folder = String(own[..<slash])
    let places = [folder + "/" + name, folder + "/../libexec/vault/" + name]
    guard let place = places.first(where: { status(of: $0)?.isFolder == false }) else {
      throw NetworkProgramError(
        message:
          "\(name), which speaks over networks, is neither in \(folder) nor in \(folder)/../libexec/vault; `make install` brings it"
      )
    }
    return place
  }
}

/// The program that speaks over networks is not there, or cannot be started.
package struct NetworkProgramError: Failure {
  package let message: Message
  package var kind: FailureKind { .noPlace }
}
