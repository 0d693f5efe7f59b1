import VaultCore

/// What tells a request from the others that are open; given back as it came.
package enum RPCID: Sendable, Hashable {
  /// As written: `1` and `1.0` are two.
  case number(String)
  case text(String)

  /// Nil for what can be none, `null` among it.
  init?(_ json: JSONValue) {
    switch json {
    case .number(let number): self = .number(number)
    case .text(let text): self = .text(text)
    default: return nil
    }
  }

  package var json: JSONValue {
    switch self {
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    }
  }
}

/// A message of JSON-RPC 2.0.
package enum RPCMessage: Sendable, Equatable {
  case request(RPCID, method: String, params: JSONValue?)
  case notification(method: String, params: JSONValue?)
  /// The answer to a request of this side.
  case response(RPCID, Result<JSONValue, RPCError>)

  /// A text that is no message, and the answer that it gets.
  package struct Refusal: Error, Equatable {
    /// Nil where it cannot be told which request it was to be.
    package var id: RPCID?
    package var error: RPCError
    /// False for an answer to nobody knows what: two sides that answered such would never end.
    package var isAnswered = true
  }

  package init(reading body: [UInt8], deepest: Int = JSONReader.deepest) throws(Refusal) {
    let json: JSONValue
    do { json = try JSONReader.read(body, deepest: deepest) } catch {
      throw Refusal(
        error: RPCError(
          .parseError,
          "the message is no JSON: \(error.location.line):\(error.location.column): \(error.description)"))
    }
    try self.init(json)
  }

  private init(_ json: JSONValue) throws(Refusal) {
    guard json.members != nil else {
      let reason = json.list == nil ? "a message is an object" : "several messages in a list are not understood"
      throw Refusal(error: RPCError(.invalidRequest, "\(reason); send each message as an object of its own"))
    }
    let id = json["id"].flatMap { RPCID($0) }
    guard let method = json["method"] else {
      guard let id, json["result"] != nil || json["error"] != nil else {
        throw Refusal(
          id: id, error: RPCError(.invalidRequest, "a message has a method, or an id with a result or an error"),
          isAnswered: json["result"] == nil && json["error"] == nil)
      }
      self = .response(id, json["error"].map { .failure(RPCError($0)) } ?? .success(json["result"] ?? .null))
      return
    }
    guard let method = method.text else {
      throw Refusal(id: id, error: RPCError(.invalidRequest, "the method is \(method.kind); its name is expected"))
    }
    if let given = json["id"], id == nil {
      throw Refusal(error: RPCError(.invalidRequest, "the id is \(given.kind); a number or a text is expected"))
    }
    var parameters = json["params"]
    switch parameters {
    case nil, .object, .list: break
    case .null: parameters = nil
    default:
      throw Refusal(id: id, error: RPCError(.invalidRequest, "the parameters are neither an object nor a list"))
    }
    self =
      id.map { .request($0, method: method, params: parameters) } ?? .notification(method: method, params: parameters)
  }

  /// As it is sent, without a frame.
  package var body: [UInt8] {
    var members: [JSONValue.Member] = [JSONValue.Member("jsonrpc", .text("2.0"))]
    func add(_ name: String, _ value: JSONValue?) {
      if let value { members.append(JSONValue.Member(name, value)) }
    }
    switch self {
    case .request(let id, let method, let parameters):
      add("id", id.json)
      add("method", .text(method))
      add("params", parameters)
    case .notification(let method, let parameters):
      add("method", .text(method))
      add("params", parameters)
    case .response(let id, .success(let result)):
      add("id", id.json)
      add("result", result)
    case .response(let id, .failure(let error)):
      add("id", id.json)
      add("error", error.json)
    }
    return JSONValue.object(members).bytes
  }
}

extension RPCMessage.Refusal {
  /// The answer to what was no message. Its id is `null` where nobody can tell whose it is.
  package var body: [UInt8] {
    JSONValue.members(("jsonrpc", .text("2.0")), ("id", id?.json ?? .null), ("error", error.json)).bytes
  }
}
