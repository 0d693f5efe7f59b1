import Synchronization
import VaultCore
import VaultInterface
import VaultRPC
import VaultStore

/// `POST /mcp`: an assistant's messages over HTTP, one a request, with the token. Nothing is kept between two of them.
final class AssistantEndpoint: Sendable {
  static let path = "/mcp"
  /// In bytes.
  static let longestBody = MCPConnection.longestMessage

  private let options: ServeOptions
  private let environment: @Sendable () -> VaultEnvironment
  private let known = Mutex<Known?>(nil)

  /// A server, and what it was made for.
  private struct Known {
    var access: AssistantAccess
    var session: VaultSession
    var server: MCPServer
  }

  init(_ options: ServeOptions, _ environment: @escaping @Sendable () -> VaultEnvironment) {
    (self.options, self.environment) = (options, environment)
  }

  func end() { known.withLock { $0 }?.session.end() }

  /// The request has come from this machine's own pages or from a program, with the token.
  func answer(_ request: WebRequest) async throws -> WebResponse {
    guard request.method == .post else {
      var problem = WebProblem(
        405, "bad-argument", "Assistants send messages by POST; there are no streams and no sessions here.")
      problem.allowed = [.post]
      throw problem
    }
    let body = try await request.json(atMost: Self.longestBody)
    let message: RPCMessage
    do throws(RPCMessage.Refusal) {
      message = try RPCMessage(reading: body, deepest: MCPConnection.deepestMessage)
    } catch {
      return Self.response(400, error.body)
    }
    guard case .request(let id, let method, let params) = message else { return WebResponse(202) }
    let headers = MCPHeaders(
      version: request.field("mcp-protocol-version"), method: request.field("mcp-method"),
      name: request.field("mcp-name"))
    do throws(RPCError) { try headers.check(method, params) } catch {
      return Self.response(400, RPCMessage.response(id, .failure(error)).body)
    }
    let isModern = headers.version == MCPEra.modernVersion
    let current: MCPServer
    do { current = try server() } catch let failure as any Failure {
      // Why may name what is hidden, and is for whoever runs the server.
      writeError("vault serve: assistants are not answered: \(failure.message)\n")
      return Self.response(200, RPCMessage.response(id, .failure(Self.isUnsettled)).body)
    }
    // A client of the older protocol is known by name only for as long as there is a connection.
    let client = MCPClient(program: request.field("user-agent"))
    let answer = await Self.answer(id, method, params, from: client, current)
    guard let answer else { return WebResponse(202) }
    return Self.response(isModern ? Self.status(of: answer) : 200, answer)
  }

  private static let isUnsettled = RPCError(
    .internalError, "what assistants may see is not settled here; whoever runs this server is told why")

  /// Nil for a request that nobody waits for any more.
  private static func answer(
    _ id: RPCID, _ method: String, _ params: JSONValue?, from client: MCPClient, _ server: MCPServer
  ) async -> [UInt8]? {
    let asked = Mutex<AskedQuestion?>(nil)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let question = server.answer(id, method, params, from: client) { continuation.resume(returning: $0) }
        asked.withLock { $0 = question }
        if Task.isCancelled { question?.cancel() }
      }
    } onCancel: {
      asked.withLock { $0 }?.cancel()
    }
  }

  /// The server for what assistants may see and write by now: settings may have changed since the last request.
  private func server() throws -> MCPServer {
    let vault = try Vault(location: options.location, environment: environment())
    var request = AssistantAccess.Request()
    (request.isReadOnly, request.readIn, request.hide) = (options.isReadOnly, options.readIn, options.hide)
    let access = try AssistantAccess(in: vault, request)
    return try known.withLock { known in
      if let known, known.access == access { return known.server }
      var session = VaultSession.Options(version: options.version)
      (session.visible, session.prepares, session.watchesAtOnce) = (access.visible, false, false)
      session.environment = environment
      let held = try VaultSession(options.location, options: session)
      let server = MCPServer(held, writeIn: access.writeFolders, log: try ServerLog(nil))
      // Whoever is answered by the one before keeps it until then.
      known = Known(access: access, session: held, server: server)
      return server
    }
  }

  /// As the newer protocol has it.
  private static func status(of answer: [UInt8]) -> Int {
    guard let code = (try? JSONReader.read(answer))?["error"]?["code"]?.integer.flatMap(RPCError.Code.init) else {
      return 200
    }
    return switch code {
    case .parseError, .invalidRequest, .invalidParams, .headerMismatch, .unsupportedVersion: 400
    case .methodNotFound: 404
    default: 200
    }
  }

  private static func response(_ status: Int, _ body: [UInt8]) -> WebResponse {
    WebResponse(status, type: MediaType.json, body)
  }
}
