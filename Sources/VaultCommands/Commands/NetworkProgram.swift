import VaultCore
import VaultPlatform

/// The program that speaks over networks, which this one becomes: what it brings along would make every other command slower. It
/// lies beside this one, or in the folder for programs that others start.
enum NetworkProgram {
  static let name = "vault-net"

  /// Returns only where that fails, by throwing. `options`: what it is to do.
  static func start(handingOver options: [UInt8]) throws -> Never {
    let program = try path()
    do { try ProgramReplacement.start(program, [], handingOver: options) } catch {
      throw CommandFailure(
        kind: .noPlace,
        message: "\(program): \(systemMessage(error.code)); it is installed beside vault, in the same version")
    }
  }

  private static func path() throws -> String {
    guard let own = OwnProgram.path, let slash = own.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      throw CommandFailure(
        kind: .noPlace, message: "the system does not tell where vault is, so \(name) cannot be found")
    }
    let folder = String(own[..<slash])
    let places = [folder + "/" + name, folder + "/../libexec/vault/" + name]
    guard let place = places.first(where: { status(of: $0)?.isFolder == false }) else {
      throw CommandFailure(
        kind: .noPlace,
        message:
          "\(name), which speaks over networks, is neither in \(folder) nor in \(folder)/../libexec/vault; `make install` brings it"
      )
    }
    return place
  }
}
