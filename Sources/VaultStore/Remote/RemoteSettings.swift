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
          do throws(SettingProblem) {
            var address = try ServerAddress.checked(value, like: "https://notes.example/todoapp/v1/notes")
            while address.utf8.last == UInt8(ascii: "/") { address.removeLast() }
            settings.address = address
          } catch {
            throw problem(member.location.line, error.message)
          }
        case "token":
          do throws(SettingProblem) { settings.token = try ServerAddress.token(value) } catch {
            throw problem(member.location.line, error.message)
          }
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
}
