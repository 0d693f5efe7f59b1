import Foundation
import Synchronization
import Testing
import VaultCore
import VaultStore
import VaultTestSupport

@testable import VaultRPC

/// A vault in a folder of its own, and an assistant's server for it, which is asked without pipes.
///
/// A suite that uses it is `.serialized`: each vault that is held open has a watcher, and the system has few.
final class MCPUnderTest {
  let folder: TemporaryFolder
  let server: MCPServer
  let session: VaultSession
  let client = MCPClient()
  var isModern = true
  private var counter = 0

  /// What a tool said instead of a result.
  struct ToolError: Error, Equatable {
    var word: String
    var sentence: String
    var texts: [String] = []
  }

  /// `notes` by path; without any, a copy of the sample vault.
  init(
    _ notes: KeyValuePairs<String, String> = [:], configuration: String = "", user: String = "",
    today: String = "2026-03-14",
    _ change: (inout AssistantAccess.Request) -> Void = { $0.writes = true }
  ) throws {
    folder = try TemporaryFolder()
    for (path, text) in notes { try folder.write(text, to: "vault/" + path) }
    if notes.isEmpty {
      try FileManager.default.copyItem(atPath: RepositoryPlaces.sampleVault, toPath: folder.absolute("vault"))
    }
    try folder.write(configuration, to: "vault/.vault/config.yaml")
    try folder.write(user, to: "config/vault/config.yaml")
    guard let day = CivilDate(today) else { throw TestFailure(today) }
    var fixed = VaultEnvironment.fixed(day)
    fixed.variables = [
      "HOME": folder.absolute("home"), "XDG_CACHE_HOME": folder.absolute("cache"),
      "XDG_STATE_HOME": folder.absolute("state"), "XDG_CONFIG_HOME": folder.absolute("config"),
    ]
    let location = VaultLocation(root: folder.absolute("vault"), marker: .vault)
    var request = AssistantAccess.Request()
    change(&request)
    let access = try AssistantAccess(in: Vault(location: location, environment: fixed), request)
    var options = VaultSession.Options(version: "test")
    (options.visible, options.prepares, options.watchesAtOnce) = (access.visible, false, false)
    options.environment = { [fixed] in fixed }
    session = try VaultSession(location, options: options)
    server = MCPServer(session, writeIn: access.writeFolders, log: try ServerLog(nil))
  }

  deinit { session.end() }

  func text(_ path: String) throws -> String {
    String(decoding: try folder.bytes(of: "vault/" + path), as: UTF8.self)
  }

  static let meta = JSONValue.members(
    (MCPEra.versionKey, .text(MCPEra.modernVersion)), (MCPEra.capabilitiesKey, .object([])),
    ("io.modelcontextprotocol/clientInfo", .members(("name", .text("Tester")))))

  /// The answer, with all that it has.
  func answer(_ method: String, _ params: JSONValue?) throws -> JSONValue {
    counter += 1
    let found = Mutex<[UInt8]?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    _ = server.answer(.number("\(counter)"), method, params, from: client) { body in
      found.withLock { $0 = body }
      isDone.signal()
    }
    guard isDone.wait(timeout: .now() + 60) == .success, let body = found.withLock({ $0 }) else {
      throw TestFailure("no answer to \(method)")
    }
    let json = try JSONReader.read(body)
    #expect(json["jsonrpc"]?.text == "2.0" && json["id"]?.integer == counter)
    return json
  }

  func ask(_ method: String, _ members: (String, JSONValue?)...) throws -> JSONValue {
    var params = members.compactMap { name, value in value.map { JSONValue.Member(name, $0) } }
    if isModern { params.append(.init("_meta", Self.meta)) }
    let answer = try answer(method, .object(params))
    if let error = answer["error"] { throw RPCError(error) }
    return try #require(answer["result"])
  }

  /// What a tool returns; throws `ToolError`.
  func call(_ tool: String, _ arguments: (String, JSONValue?)...) throws -> JSONValue {
    try call(tool, .object(arguments.compactMap { name, value in value.map { .init(name, $0) } }))
  }

  func call(_ tool: String, _ arguments: JSONValue) throws -> JSONValue {
    let result = try ask("tools/call", ("name", .text(tool)), ("arguments", arguments))
    let texts = try #require(result["content"]?.list).map { try #require($0["text"]?.text) }
    if result["isError"]?.isTrue == true {
      #expect(result["structuredContent"] == nil)
      let parts = texts[0].split(separator: ":", maxSplits: 1).map(String.init)
      throw ToolError(word: parts[0], sentence: parts.count > 1 ? String(parts[1].dropFirst()) : "", texts: texts)
    }
    let value = try #require(result["structuredContent"])
    #expect(texts.count == 1 && texts[0] == String(decoding: value.bytes, as: UTF8.self))
    return value
  }

  /// The word of the error that a tool answers with; nil where it does what was asked.
  func word(_ tool: String, _ arguments: (String, JSONValue?)...) throws -> String? {
    do {
      _ = try call(tool, .object(arguments.compactMap { name, value in value.map { .init(name, $0) } }))
      return nil
    } catch let error as ToolError { return error.word }
  }
}

extension MCPUnderTest {
  /// As somebody who sees everything.
  func history() throws -> [HistoryEntry] {
    try session.answer(Question { try $0.history() })
  }
}
