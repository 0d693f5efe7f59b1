import Foundation
import Testing
import VaultCore
import VaultPlatform
import VaultStore
import VaultTestSupport

@testable import VaultRPC

/// A vault in a folder of its own, an editor server on a thread, and a client that speaks with it over pipes.
///
/// A suite that uses it is `.serialized`: each vault that is held open has a watcher, and the system has few.
final class EditorUnderTest {
  let folder: TemporaryFolder
  private let toServer: CInt
  private let fromServer: CInt
  private var frames = FrameReader(.headers, limit: 1 << 30)
  private var counter = 0
  private(set) var notifications: [(method: String, parameters: JSONValue)] = []
  /// What the server has asked; answered with `null`, unless `answers` has something else.
  private(set) var questions: [(method: String, parameters: JSONValue)] = []
  var answers: [String: JSONValue] = [:]
  private let ended = DispatchSemaphore(value: 0)
  private(set) var initialized = JSONValue.null

  /// In seconds; what has not come by then never will.
  static let patience = 60.0

  /// All that a client can announce.
  static func capabilities(_ encoding: String = "utf-16") -> JSONValue {
    .members(
      ("general", .members(("positionEncodings", .texts([encoding, "utf-16"])))),
      (
        "workspace",
        .members(
          ("applyEdit", .bool(true)),
          (
            "workspaceEdit",
            .members(
              ("documentChanges", .bool(true)), ("resourceOperations", .texts(["create", "rename", "delete"])))
          ))
      ),
      (
        "textDocument",
        .members(
          ("documentSymbol", .members(("hierarchicalDocumentSymbolSupport", .bool(true)))),
          ("hover", .members(("contentFormat", .texts(["markdown"])))),
          ("publishDiagnostics", .members(("versionSupport", .bool(true)))),
          ("rename", .members(("prepareSupport", .bool(true)))))
      ))
  }

  /// `notes` by path. Without any, a copy of the sample vault.
  init(
    _ notes: KeyValuePairs<String, String> = [:], today: String = "2026-03-14", initializes: Bool = true,
    capabilities: JSONValue = EditorUnderTest.capabilities()
  ) throws {
    folder = try TemporaryFolder()
    for (path, text) in notes { try folder.write(text, to: "vault/" + path) }
    if notes.isEmpty {
      try FileManager.default.copyItem(atPath: RepositoryPlaces.sampleVault, toPath: folder.absolute("vault"))
    }
    try folder.write("", to: "vault/.vault/config.yaml")
    var ends: [CInt] = [-1, -1, -1, -1]
    try ends.withUnsafeMutableBufferPointer { ends in
      guard let start = ends.baseAddress, pipe(start) == 0, pipe(start + 2) == 0 else {
        throw TestFailure("no pipes")
      }
    }
    (toServer, fromServer) = (ends[1], ends[2])
    guard let day = CivilDate(today) else { throw TestFailure(today) }
    let variables = [
      "HOME": folder.absolute("home"), "XDG_CACHE_HOME": folder.absolute("cache"),
      "XDG_STATE_HOME": folder.absolute("state"),
    ]
    var options = EditorServer.Options(version: "test") {
      var environment = VaultEnvironment.fixed(day)
      environment.variables = variables
      return environment
    }
    (options.input, options.output) = (ends[0], ends[3])
    let settings = options
    BrokenPipes.ignoreForGood()
    let isStarted = OwnThread.start { [ended] in
      do { _ = try EditorServer(settings).run() } catch { Issue.record(error) }
      close(settings.input)
      close(settings.output)
      ended.signal()
    }
    guard isStarted else { throw TestFailure("no thread") }
    guard initializes else { return }
    initialized = try ask(
      "initialize", .members(("processId", .null), ("capabilities", capabilities), ("rootUri", .null)))
    say("initialized", .object([]))
  }

  deinit {
    close(toServer)
    #expect(ended.wait(timeout: .now() + Self.patience) == .success)
    close(fromServer)
  }

  // MARK: Messages

  func send(raw bytes: [UInt8]) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { writeSome(toServer, UnsafeRawBufferPointer(rebasing: $0[done...])) }
      guard count > 0 else { return }
      done += count
    }
  }

  func send(_ message: RPCMessage) { send(raw: MessageFraming.headers.framed(message.body)) }

  func say(_ method: String, _ parameters: JSONValue) {
    send(.notification(method: method, params: parameters))
  }

  /// Sends a request without waiting for its answer.
  func begin(_ method: String, _ parameters: JSONValue) -> RPCID {
    counter += 1
    let id = RPCID.number("\(counter)")
    send(.request(id, method: method, params: parameters))
    return id
  }

  func ask(_ method: String, _ parameters: JSONValue) throws -> JSONValue {
    try answer(to: begin(method, parameters)).get()
  }

  func answer(to id: RPCID) throws -> Result<JSONValue, RPCError> {
    while true {
      if case .response(let found, let result) = try next(), found == id { return result }
    }
  }

  /// The next message; what is told and asked in it is kept.
  func next() throws -> RPCMessage {
    let deadline = Date(timeIntervalSinceNow: Self.patience)
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      if let body = try frames.next() {
        // An answer to what was no message names none.
        if try JSONReader.read(body)["id"] == .null { continue }
        let message = try RPCMessage(reading: body)
        switch message {
        case .notification(let method, let parameters): notifications.append((method, parameters ?? .null))
        case .request(let id, let method, let parameters):
          questions.append((method, parameters ?? .null))
          send(.response(id, .success(answers[method] ?? .null)))
        case .response: break
        }
        return message
      }
      var polled = pollfd(fd: fromServer, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 1_000) >= 0, Date() < deadline else { throw TestFailure("no message") }
      guard polled.revents != 0 else { continue }
      let count = block.withUnsafeMutableBytes { readSome(fromServer, $0) }
      guard count > 0 else { throw TestFailure("the server has ended") }
      frames.append(block[..<count])
    }
  }

  /// Waits for a notification that `isMeant`.
  func wait(_ method: String, _ isMeant: (JSONValue) -> Bool = { _ in true }) throws -> JSONValue {
    while true {
      if let place = notifications.firstIndex(where: { $0.method == method && isMeant($0.parameters) }) {
        return notifications.remove(at: place).parameters
      }
      _ = try next()
    }
  }

  /// Forgets what has been told so far, so that it is not taken for what comes next.
  func forget(_ method: String) { notifications.removeAll { $0.method == method } }

  // MARK: Documents

  func uri(_ path: String) -> String { DocumentURI(folder: folder.absolute("vault"), NotePath(path)).text }

  func text(_ path: String) throws -> String {
    String(decoding: try folder.bytes(of: "vault/" + path), as: UTF8.self)
  }

  /// Opens a note with the text that it has, or with another.
  func open(_ path: String, _ text: String? = nil, version: Int = 1) throws {
    say(
      "textDocument/didOpen",
      .members(
        (
          "textDocument",
          .members(
            ("uri", .text(uri(path))), ("languageId", .text("markdown")), ("version", .integer(version)),
            ("text", .text(try text ?? self.text(path))))
        )))
  }

  func change(_ path: String, to text: String, version: Int) {
    say(
      "textDocument/didChange",
      .members(
        ("textDocument", .members(("uri", .text(uri(path))), ("version", .integer(version)))),
        ("contentChanges", .list([.members(("text", .text(text)))]))))
  }

  /// The parameters of a request about a place of a document.
  func place(_ path: String, _ line: Int, _ character: Int, _ more: JSONValue.Member...) -> JSONValue {
    .object(
      [
        JSONValue.Member("textDocument", .members(("uri", .text(uri(path))))),
        JSONValue.Member("position", Position(line: line, character: character).json),
      ] + more)
  }

  /// The place of the first such text in a note that is opened with the text that it has.
  func place(_ path: String, of needle: String, _ more: JSONValue.Member...) throws -> JSONValue {
    let text = try self.text(path)
    let range = try #require(text.range(of: needle))
    let before = text[..<range.lowerBound]
    let line = before.utf8.count { $0 == 0x0A }
    let start = before.utf8.lastIndex(of: 0x0A).map { text.utf8.index(after: $0) } ?? text.startIndex
    let member = place(path, line, text[start..<range.lowerBound].utf16.count)
    return .object((member.members ?? []) + more)
  }
}

struct TestFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
