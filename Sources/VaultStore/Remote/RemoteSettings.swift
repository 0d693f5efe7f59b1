import Foundation
import VaultCore
import VaultPlatform

/// A server of notes as the user's own `remotes.yaml` has it. No vault may name one: a vault comes from anybody.
package struct RemoteSettings: Sendable, Hashable {
  package var name: String
  /// Without `/` at its end: `https://notes.example/todoapp/v1/notes`.
  package var address: String
  package var token: String?
  /// The text of the query that finds the notes which go out; empty for all.
  package var query = ""
  /// Where new notes come in.
  package var folder = NotePath("")

  package init(name: String, address: String) { (self.name, self.address) = (name, address) }

  package static let fileName = "remotes.yaml"

  /// Throws `RemoteError`, and `AtomicFileError` where another user could have written the file.
  package static func named(_ name: String, _ folders: UserFolders) throws -> RemoteSettings {
    guard let path = folders.configuration.map({ $0 + "/" + fileName }) else { throw UserConfigurationError.noPlace }
    guard let text = try UserConfiguration.text(path) else { throw RemoteError.noSettings(path) }
    guard let status = status(of: path), status.st_mode & 0o077 == 0 else { throw RemoteError.openSettings(path) }
    let all = try read(text, path)
    guard let found = all.first(where: { $0.name == name }) else {
      throw RemoteError.unknown(name, known: all.map(\.name), path: path)
    }
    return found
  }

  private static let subject = YAMLReader.Subject(name: "The list of servers", code: "remotes")

  static func read(_ text: String, _ path: String) throws -> [RemoteSettings] {
    let (properties, problems) = Array(text.utf8).withUnsafeBufferPointer { YAMLReader.read($0, subject: subject) }
    if let problem = problems.first {
      throw RemoteError.settings(path, line: problem.location.line, Message(problem.message))
    }
    return try properties.map { property in
      func problem(_ line: Int?, _ message: Message) -> RemoteError {
        .settings(path, line: line ?? property.location.line, message)
      }
      guard canBeName(property.key) else {
        throw problem(
          nil,
          "\"\(property.key)\" is no name for a server: it has letters, digits, - _ . and begins with none of the signs"
        )
      }
      guard case .map(let members) = property.value else {
        throw problem(nil, "\"\(property.key)\" needs lines below it, indented: address, token, query, folder")
      }
      var settings = RemoteSettings(name: property.key, address: "")
      for member in members {
        guard let value = Self.text(member.value) else {
          throw problem(member.location.line, "\"\(member.key)\" needs a text")
        }
        switch member.key {
        case "address":
          settings.address = try Self.address(value).mapError { problem(member.location.line, $0.message) }.get()
        case "token":
          guard value.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !value.isEmpty else {
            throw problem(member.location.line, "the token has signs that none has; give it as the server shows it")
          }
          settings.token = value
        case "query":
          settings.query = value
        case "folder":
          let folder = NotePath(value.hasSuffix("/") ? String(value.dropLast()) : value)
          guard value.isEmpty || ChangePlan.takesName(NotePath(folder.text + "/note.md")) else {
            throw problem(member.location.line, "\"\(value)\" is no name for a folder of the vault")
          }
          settings.folder = folder
        default:
          throw problem(member.location.line, "there is no \"\(member.key)\"; there are address, token, query, folder")
        }
      }
      if settings.address.isEmpty { throw problem(nil, "\"\(property.key)\" has no address") }
      return settings
    }
  }

  private static func text(_ value: PropertyValue) -> String? {
    switch value {
    case .text(let text), .number(_, let text): text
    case .null: ""
    default: nil
    }
  }

  /// It is the name of a folder as well.
  static func canBeName(_ name: String) -> Bool {
    name.utf8.first?.isASCIILetterOrDigit == true && name.utf8.count <= 64
      && name.utf8.allSatisfy { $0.isASCIILetterOrDigit || "-_.".utf8.contains($0) }
  }

  private struct AddressError: Error { let message: Message }

  /// HTTPS, but for this machine itself, which nobody listens to on the way.
  private static func address(_ text: String) -> Result<String, AddressError> {
    guard let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty,
      let scheme = parts.scheme?.lowercased(), scheme == "https" || scheme == "http"
    else { return .failure(.init(message: "the address needs to be like https://notes.example/todoapp/v1/notes")) }
    if parts.user != nil || parts.password != nil {
      return .failure(.init(message: "the address has a user or a password; give the server's token as `token:`"))
    }
    if parts.query != nil || parts.fragment != nil {
      return .failure(.init(message: "the address has a ? or # in it, which is none of a list of notes"))
    }
    let isOwn = ["localhost", "::1", "[::1]"].contains(host) || host.hasPrefix("127.") && host.isNumericAddress
    guard scheme == "https" || isOwn else {
      return .failure(
        .init(message: "the address needs https, so that nobody on the way reads the notes and the token"))
    }
    var address = text
    while address.utf8.last == UInt8(ascii: "/") { address.removeLast() }
    return .success(address)
  }
}

extension String {
  /// True for `127.0.0.1`, and not for `127.evil.example`.
  fileprivate var isNumericAddress: Bool {
    var address = in_addr()
    return inet_pton(AF_INET, self, &address) == 1
  }
}
