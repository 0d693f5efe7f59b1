import VaultCore

// How values of a protocol are taken apart and put together.
extension JSONValue {
  /// An object; members without a value are left out.
  package static func members(_ members: (String, JSONValue?)...) -> JSONValue {
    .object(members.compactMap { name, value in value.map { Member(name, $0) } })
  }

  /// Nil where this is no whole number of 64 bits. `1.0` is one, as to JavaScript, which writes no other.
  package var integer: Int? {
    guard case .number(let text) = self else { return nil }
    if let whole = Int(text) { return whole }
    return Double(text).flatMap { Int(exactly: $0) }
  }

  /// The value at the end of a path of members: `["workspace", "applyEdit"]`; nil where one of them is missing.
  package subscript(path path: [String]) -> JSONValue? {
    path.reduce(self) { value, name in value?[name] }
  }

  /// True for `true` alone.
  package var isTrue: Bool { bool == true }
}

/// The parameters of a request or a notification. What a method needs and does not find there, or finds of another kind, is
/// an error of the client's (−32602).
package struct RPCParameters: Sendable {
  package let json: JSONValue

  package init(_ json: JSONValue?) { self.json = json ?? .object([]) }

  package func text(_ path: String...) throws(RPCError) -> String {
    try value(path, "a text") { $0.text }
  }

  package func integer(_ path: String...) throws(RPCError) -> Int {
    try value(path, "a whole number") { $0.integer }
  }

  package func list(_ path: String...) throws(RPCError) -> [JSONValue] {
    try value(path, "a list") { $0.list }
  }

  package func object(_ path: String...) throws(RPCError) -> JSONValue {
    try value(path, "an object") { $0.members == nil ? nil : $0 }
  }

  private func value<Value>(_ path: [String], _ kind: String, _ read: (JSONValue) -> Value?) throws(RPCError) -> Value {
    guard let found = json[path: path] else {
      throw RPCError(
        .invalidParams, "the parameter \(path.joined(separator: ".")) is missing; \(kind) is expected there")
    }
    guard let value = read(found) else {
      throw RPCError(
        .invalidParams, "the parameter \(path.joined(separator: ".")) is \(found.kind); \(kind) is expected there")
    }
    return value
  }
}
