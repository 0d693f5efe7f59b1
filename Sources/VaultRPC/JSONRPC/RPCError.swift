import VaultCore

/// What an answer to a request says instead of a result.
package struct RPCError: Error, Sendable, Equatable {
  /// The codes of JSON-RPC 2.0, of LSP 3.17 and of MCP.
  package enum Code: Int, Sendable {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case internalError = -32603
    case notInitialized = -32002
    case requestCancelled = -32800
    case contentModified = -32801
    /// Headers of HTTP that say something else than the message (MCP 2026-07-28).
    case headerMismatch = -32020
    /// A version of the protocol that this server does not speak (MCP 2026-07-28).
    case unsupportedVersion = -32022
    /// The request was right and what it asks for cannot be done.
    case requestFailed = -32803
  }

  /// A client's own codes are none of `Code`.
  package var code: Int
  package var message: String
  package var data: JSONValue?

  package init(_ code: Code, _ message: String, data: JSONValue? = nil) {
    self.code = code.rawValue
    (self.message, self.data) = (message, data)
  }

  /// Reads the member `error` of a response; what it lacks is empty.
  init(_ json: JSONValue) {
    code = json["code"]?.integer ?? Code.internalError.rawValue
    message = json["message"]?.text ?? ""
    data = json["data"]
  }

  package var json: JSONValue { .members(("code", .integer(code)), ("message", .text(message)), ("data", data)) }

  package static let cancelled = RPCError(.requestCancelled, "cancelled, as asked")
}
