import VaultCore

/// What an answer to a request says instead of a result.
package struct RPCError: Error, Sendable, Equatable {
  /// The codes of JSON-RPC 2.0 and of LSP 3.17.
  package enum Code: Int, Sendable {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case internalError = -32603
    case notInitialized = -32002
    case requestCancelled = -32800
    case contentModified = -32801
    /// The request was right and what it asks for cannot be done.
    case requestFailed = -32803
  }

  /// A client's own codes are none of `Code`.
  package var code: Int
  package var message: String

  package init(_ code: Code, _ message: String) {
    self.code = code.rawValue
    self.message = message
  }

  /// Reads the member `error` of a response; what it lacks is empty.
  init(_ json: JSONValue) {
    code = json["code"]?.integer ?? Code.internalError.rawValue
    message = json["message"]?.text ?? ""
  }

  package var json: JSONValue { .members(("code", .integer(code)), ("message", .text(message))) }

  package static let cancelled = RPCError(.requestCancelled, "cancelled, as asked")
}
