import Foundation
import VaultCore
import VaultPlatform

/// The engines that the user has named, in `engines.yaml` of the user's own folder.
package struct EngineSettings: Sendable {
  /// The name of the engine that is used where none is named; nil where nothing is to be filled in then.
  package private(set) var usual: String?
  /// The query that finds the notes which are filled in once they are saved; nil where none is.
  package private(set) var onSave: String?
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
    let settings = try EngineSettings(text, path)
    if settings.hasSecrets, status(of: path).map({ $0.st_mode & 0o077 != 0 }) ?? true { throw EngineError.open(path) }
    return settings
  }

  /// A key may stand in an address as well.
  private var hasSecrets: Bool {
    engines.values.contains { engine in
      guard case .http(let server) = engine.work else { return false }
      return server.token != nil || server.address.contains("?")
    }
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
          throw problem("\"engines\" needs names below it, indented, each with a command or a url")
        }
        for entry in entries {
          do throws(SettingProblem) { engines[entry.key] = try Engine(reading: entry) } catch {
            throw EngineError.settings(path, line: error.line ?? entry.location.line, error.message)
          }
        }
      case "on_save":
        if property.value.checkbox == false { continue }
        guard let query = property.value.checkbox == true ? "" : property.value.text else {
          throw problem("\"on_save\" needs true, false, or the query that finds the notes")
        }
        onSave = query
      default:
        throw problem("there is no \"\(ShownName.quoted(property.key))\"; there are default, engines, on_save")
      }
    }
    if let usual, usual != Engine.rulesName, engines[usual] == nil {
      throw EngineError.unknown(usual, known: names, path: path)
    }
    if onSave != nil, usual == nil {
      throw EngineError.settings(
        path, line: 1, "\"on_save\" needs to know by which engine; say it with \"default: NAME\"")
    }
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

/// An engine that is not there, cannot be used, or has failed. The note stays as it is.
package enum EngineError: Failure {
  /// The path of the file in which one could be named.
  case none(String?)
  case unknown(String, known: [String], path: String?)
  case settings(String, line: Int, Message)
  /// Others may read the file with the token.
  case open(String)
  /// What it has to do with a note.
  case failed(String, NotePath, Message)
  /// The name of a category, its query, and why that cannot be understood.
  case category(String, String, String)
  /// A note changed each time while the engine thought about it.
  case restless(String, NotePath, Int)

  package var kind: FailureKind {
    switch self {
    case .none, .unknown, .settings: .badArgument
    case .category: .damaged
    case .failed, .open: .refused
    case .restless: .changedMeanwhile
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
    case .open(let path):
      "\(path): others may read it, and it has a token or an address with a ?; make it yours alone with `chmod 600`"
    case .failed(let engine, let path, let reason):
      "\(ShownName.path(path.text)): the engine \(engine) " + reason + "; the note stays as it is"
    case .category(let name, let query, let reason):
      "the category \(ShownName.quoted(name)) has the query \"\(ShownName.quoted(query))\", which cannot be understood: "
        + "\(ShownName.quoted(reason)); mend \(setting: "categories")"
    case .restless(let engine, let path, let times):
      "\(ShownName.path(path.text)): the note changed while the engine \(engine) was asked, \(times) times; it stays as it is"
    }
  }
}
