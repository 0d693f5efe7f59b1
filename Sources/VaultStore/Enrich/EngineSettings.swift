import Foundation
import VaultCore
import VaultPlatform

/// What fills in summaries, action items and categories, as the user's own `engines.yaml` has it. No vault may name a program: a vault
/// comes from anybody.
package struct Engine: Sendable, Hashable {
  package enum Work: Sendable, Hashable {
    /// Rules of this program's own.
    case rules
    /// A program and its arguments. No shell is asked.
    case command([String])
  }

  /// With its version: `local/1`. What another one has written is written anew.
  package var name: String
  package var work: Work

  package static let rules = Engine(name: RulesEngine.name, work: .rules)
  /// By which it is asked for.
  package static let rulesName = "rules"
}

package struct EngineSettings: Sendable {
  /// The name of the engine that is used where none is named; nil where nothing is to be filled in then.
  package private(set) var usual: String?
  private var engines: [String: Engine] = [:]
  private let path: String?

  package static let fileName = "engines.yaml"
  private static let subject = YAMLReader.Subject(name: "The list of engines", code: "engines")

  /// Throws `EngineError`, and `AtomicFileError` where another user could have written the file.
  package static func load(_ folders: UserFolders) throws -> EngineSettings {
    guard let path = folders.configuration.map({ $0 + "/" + fileName }), let text = try UserConfiguration.text(path)
    else {
      return EngineSettings(path: folders.configuration.map { $0 + "/" + fileName })
    }
    return try EngineSettings(text, path)
  }

  private init(path: String?) { self.path = path }

  init(_ text: String, _ path: String) throws(EngineError) {
    self.path = path
    let (properties, problems) = Array(text.utf8).withUnsafeBufferPointer { YAMLReader.read($0, subject: Self.subject) }
    if let problem = problems.first {
      throw EngineError.settings(path, line: problem.location.line, Message(problem.message))
    }
    for property in properties {
      func problem(_ message: Message) -> EngineError { .settings(path, line: property.location.line, message) }
      switch property.key {
      case "default":
        guard let name = property.value.text, !name.isEmpty else {
          throw problem("\"default\" needs the name of an engine")
        }
        usual = name
      case "engines":
        guard case .map(let entries) = property.value else {
          throw problem("\"engines\" needs names below it, indented, each with a command")
        }
        for entry in entries { engines[entry.key] = try Self.engine(entry, path) }
      default: throw problem("there is no \"\(ShownName.quoted(property.key))\"; there are default, engines")
      }
    }
    if let usual, usual != Engine.rulesName, engines[usual] == nil {
      throw EngineError.unknown(usual, known: names, path: path)
    }
  }

  private static func engine(_ entry: Property, _ path: String) throws(EngineError) -> Engine {
    func problem(_ line: Int?, _ message: Message) -> EngineError {
      .settings(path, line: line ?? entry.location.line, message)
    }
    let isName = !entry.key.isEmpty && entry.key.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == 0x2D || $0 == 0x5F }
    guard isName, entry.key != Engine.rulesName else {
      throw problem(
        nil, "\"\(ShownName.quoted(entry.key))\" is no name for an engine: letters, digits, - and _, and not rules")
    }
    guard case .map(let members) = entry.value else {
      throw problem(nil, "\"\(entry.key)\" needs a command below it, indented")
    }
    var (command, version): ([String]?, String) = (nil, "1")
    for member in members {
      switch member.key {
      case "command":
        guard case .list(let items) = member.value, !items.isEmpty, items.allSatisfy({ $0.text != nil }) else {
          throw problem(member.location.line, "\"command\" needs a list: the program, then its arguments")
        }
        command = items.compactMap(\.text)
      case "version":
        let text = JSONText.version(member.value)
        guard let text else { throw problem(member.location.line, "\"version\" needs a word or a number") }
        version = text
      default:
        throw problem(
          member.location.line, "there is no \"\(ShownName.quoted(member.key))\"; there are command, version")
      }
    }
    guard let command else { throw problem(nil, "\"\(entry.key)\" has no command") }
    return Engine(name: "\(entry.key)/\(version)", work: .command(command))
  }

  private var names: [String] { [Engine.rulesName] + engines.keys.sorted() }

  /// The engine of that name, else the usual one. Throws `EngineError` where there is none.
  package func engine(_ name: String?) throws(EngineError) -> Engine {
    guard let name = name ?? usual else { throw EngineError.none(path) }
    if name == Engine.rulesName { return .rules }
    guard let engine = engines[name] else { throw EngineError.unknown(name, known: names, path: path) }
    return engine
  }
}

private enum JSONText {
  static func version(_ value: PropertyValue) -> String? {
    let text: String? = if case .number(_, let text) = value { text } else { value.text }
    guard let text, !text.isEmpty, text.utf8.allSatisfy({ $0.isASCIILetterOrDigit || $0 == 0x2E || $0 == 0x2D }) else {
      return nil
    }
    return text
  }
}

/// An engine that is not there, cannot be used, or has failed. The note stays as it is.
package enum EngineError: Failure {
  /// The path of the file in which one could be named.
  case none(String?)
  case unknown(String, known: [String], path: String?)
  case settings(String, line: Int, Message)
  /// What it has to do with a note.
  case failed(String, NotePath, Message)

  package var kind: FailureKind {
    switch self {
    case .none, .unknown, .settings: .badArgument
    case .failed: .refused
    }
  }

  package var message: Message {
    switch self {
    case .none(let path):
      "no engine is named, so nothing is filled in; name rules, or one of your own in \(path ?? EngineSettings.fileName), whose line "
        + "\"default: rules\" is for always"
    case .unknown(let name, let known, let path):
      "there is no engine \"\(ShownName.quoted(name))\"; there are: \(known.joined(separator: ", "))"
        + "\(path.map { "; \($0) names others" } ?? "")"
    case .settings(let path, let line, let message): "\(path):\(line): " + message
    case .failed(let engine, let path, let reason):
      "\(ShownName.path(path.text)): the engine \(engine) " + reason + "; the note stays as it is"
    }
  }
}
