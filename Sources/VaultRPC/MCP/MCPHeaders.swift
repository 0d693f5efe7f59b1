import Foundation
import VaultCore

/// What a request over HTTP says in its head of the message in its body, for whoever stands between and reads heads alone. Where the
/// two differ, one of them would be believed by somebody.
package struct MCPHeaders: Sendable {
  /// `MCP-Protocol-Version`, `Mcp-Method` and `Mcp-Name`; nil for one that is missing or there twice.
  package var version: String?
  package var method: String?
  package var name: String?

  package init(version: String? = nil, method: String? = nil, name: String? = nil) {
    (self.version, self.method, self.name) = (version, method, name)
  }

  /// The member of the parameters that `Mcp-Name` repeats.
  private static let names = ["tools/call": "name", "prompts/get": "name", "resources/read": "uri"]
  /// Versions that a client of the older protocol may name. 2024-11-05 is older than the field, and some clients send it.
  private static let older = MCPEra.legacyVersions + ["2024-11-05"]

  /// Throws −32602, −32020 or −32022 for a head that does not go with its message.
  package func check(_ method: String, _ params: JSONValue?) throws(RPCError) {
    let meta = params?["_meta"]
    let isModern = meta?[MCPEra.versionKey] != nil || meta?[MCPEra.capabilitiesKey] != nil
    guard isModern || version == MCPEra.modernVersion || method == "server/discover" else {
      guard let version, !Self.older.contains(version) else { return }
      throw RPCError(
        .invalidParams,
        "MCP-Protocol-Version names a version that is not spoken here; those are \(MCPEra.modernVersion), "
          + MCPEra.legacyVersions.joined(separator: ", "))
    }
    for key in [MCPEra.versionKey, MCPEra.capabilitiesKey] where meta?[key] == nil { throw MCPEra.missing(key) }
    guard version == meta?[MCPEra.versionKey]?.text else {
      throw Self.differs("MCP-Protocol-Version", MCPEra.versionKey)
    }
    guard self.method == method else { throw Self.differs("Mcp-Method", "the method") }
    if let member = Self.names[method], let named = params?[member]?.text {
      guard name.flatMap(Self.decoded) == named else { throw Self.differs("Mcp-Name", "the member \(member)") }
    }
    _ = try MCPEra(of: method, params)
  }

  private static func differs(_ field: String, _ what: String) -> RPCError {
    RPCError(.headerMismatch, "the field \(field) does not say what \(what) in the message says")
  }

  /// What no field can hold stands in it as `=?base64?…?=`. Nil for what is not written so as it has to be.
  private static func decoded(_ value: String) -> String? {
    guard value.hasPrefix("=?base64?"), value.hasSuffix("?=") else { return value }
    let text = String(value.dropFirst("=?base64?".count).dropLast(2))
    guard let data = Data(base64Encoded: text), data.base64EncodedString() == text else { return nil }
    return String(validating: Array(data), as: UTF8.self)
  }
}
