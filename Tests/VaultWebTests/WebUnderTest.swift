import Foundation
import VaultCore
import VaultInterface
import VaultStore
import VaultTestSupport

@testable import VaultWeb

/// A vault in a folder of its own, and the application that serves it, asked without a network.
///
/// Each has a watcher once it was asked, and the system has few for all programs (`max_user_instances`, mostly 128): a suite of
/// tests that wait for answers is `.serialized`, since all others of them begin at once.
final class WebUnderTest: Sendable {
  let folder: TemporaryFolder
  let application: WebApplication
  let token: String
  static let host = "127.0.0.1:7523"

  /// `notes` by path. The options are those of `vault serve`.
  init(
    _ notes: KeyValuePairs<String, String> = [:], isReadOnly: Bool = false, hosts: [String] = [],
    place: ServeOptions.Place = .address("127.0.0.1", port: 7523), today: String = "2026-03-14",
    readIn: [String] = [], hide: String? = nil
  ) throws {
    folder = try TemporaryFolder()
    for (path, text) in notes { try folder.write(text, to: "vault/" + path) }
    if notes.isEmpty {
      try FileManager.default.copyItem(
        atPath: RepositoryPlaces.sampleVault, toPath: folder.absolute("vault"))
    }
    let variables = ["HOME": folder.absolute("home"), "XDG_CACHE_HOME": folder.absolute("cache")]
    let location = VaultLocation(root: folder.absolute("vault"), marker: .none)
    guard let day = CivilDate(today) else { throw CocoaError(.formatting) }
    let environment: @Sendable () -> VaultEnvironment = {
      var environment = VaultEnvironment.fixed(day)
      environment.variables = variables
      return environment
    }
    var options = ServeOptions(location, at: place)
    (options.isReadOnly, options.hosts, options.readIn, options.hide) = (isReadOnly, hosts, readIn, hide)
    token = String(repeating: "0123456789abcdef", count: 4)
    var session = VaultSession.Options(version: "test")
    session.environment = environment
    session.prepares = false
    session.interactiveThreads = 2
    session.visible = try VisibleVault(
      in: Vault(location: location, environment: environment()), readIn: readIn, hide: hide, isReadOnly: isReadOnly)
    application = WebApplication(
      session: try VaultSession(location, options: session), options: options,
      token: AccessToken(text: token, path: "token"), environment: environment,
      now: { [now = ContinuousClock.now] in now },
      // However busy the machine is.
      patience: .seconds(600))
  }

  deinit { application.end() }

  /// A request with the token.
  func ask(
    _ method: WebRequest.Method = .get, _ target: String, host: String = WebUnderTest.host,
    fields: [(name: String, value: String)] = [], body: String = ""
  ) async -> WebResponse {
    await bare(method, target, hosts: [host], fields: fields + [("authorization", "Bearer \(token)")], body: body)
  }

  /// The same as a browser asks that has signed in.
  func page(_ target: String, fields: [(name: String, value: String)] = []) async -> WebResponse {
    await ask(target, fields: fields + [("accept", "text/html")])
  }

  private func ask(_ target: String, fields: [(name: String, value: String)]) async -> WebResponse {
    await ask(.get, target, fields: fields)
  }

  /// A form that a browser sends from one of the pages.
  func form(
    _ target: String, _ values: KeyValuePairs<String, String>, accept: String = "text/html"
  ) async -> WebResponse {
    await form(target, values.map { ($0, $1) }, accept: accept)
  }

  func form(_ target: String, _ values: [(String, String)], accept: String = "text/html") async -> WebResponse {
    var allowed = CharacterSet.alphanumerics
    allowed.insert(charactersIn: "-._~")
    let body = values.map { name, value in
      "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")"
    }.joined(separator: "&")
    return await bare(
      .post, target, hosts: [Self.host],
      fields: [
        ("cookie", cookie), ("origin", "http://\(Self.host)"), ("content-type", MediaType.form), ("accept", accept),
      ], body: body)
  }

  /// `name=value` of the cookie that a browser gets.
  var cookie: String { String(application.gate.setCookie.prefix { $0 != ";" }) }

  /// A request as it is, without credentials.
  func bare(
    _ method: WebRequest.Method?, _ target: String, hosts: [String] = [WebUnderTest.host],
    fields: [(name: String, value: String)] = [], body: String = ""
  ) async -> WebResponse {
    let bytes = Array(body.utf8)
    return await application.respond(
      to: WebRequest(
        method, target, hosts: hosts, fields: fields,
        body: WebRequest.Body { take in if !bytes.isEmpty { try take(bytes) } }))
  }

  func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: folder.absolute("vault/" + path))), as: UTF8.self)
  }
}

extension WebResponse {
  /// The body as text; empty for what is streamed.
  var text: String {
    switch body {
    case .bytes(let bytes): return String(decoding: bytes, as: UTF8.self)
    case .stream: return ""
    case .file(let file):
      var (reader, bytes) = (file.reader(), [UInt8]())
      do {
        while let piece = try reader.next() { bytes += piece }
      } catch {
        return "cannot be read: \(error)"
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
