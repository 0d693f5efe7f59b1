import VaultCore

/// One of the two ways of the Model Context Protocol that a request is in, told by the request alone: one process may hear both.
package enum MCPEra: Sendable, Equatable {
  /// 2026-07-28: every request says who asks and in which version; nothing is agreed on before.
  case modern
  /// Before: a client says `initialize` first.
  case legacy

  package static let modernVersion = "2026-07-28"
  /// The newest first.
  package static let legacyVersions = ["2025-11-25", "2025-06-18", "2025-03-26"]

  private static let prefix = "io.modelcontextprotocol/"
  package static let versionKey = prefix + "protocolVersion"
  package static let capabilitiesKey = prefix + "clientCapabilities"
  private static let clientKey = prefix + "clientInfo"

  /// Throws −32602 for a modern request that lacks something, and −32022 for one in a version that is not spoken here.
  package init(of method: String, _ params: JSONValue?) throws(RPCError) {
    let meta = params?["_meta"]
    let (version, capabilities) = (meta?[Self.versionKey], meta?[Self.capabilitiesKey])
    guard version != nil || capabilities != nil || method == "server/discover" else {
      self = .legacy
      return
    }
    guard let version else { throw Self.missing(Self.versionKey) }
    guard capabilities != nil else { throw Self.missing(Self.capabilitiesKey) }
    guard let version = version.text else {
      throw RPCError(.invalidParams, "_meta has \(version.kind) as \(Self.versionKey); a text is expected there")
    }
    guard version == Self.modernVersion else {
      throw RPCError(
        .unsupportedVersion, "this version of the protocol is not spoken here",
        data: .members(("supported", .list([.text(Self.modernVersion)])), ("requested", .text(version))))
    }
    self = .modern
  }

  static func missing(_ key: String) -> RPCError {
    RPCError(.invalidParams, "_meta lacks \(key), which every request of \(modernVersion) has")
  }

  /// The name that a client gives itself with a modern request; nil where it gives none.
  package static func clientName(_ params: JSONValue?) -> String? { params?["_meta"]?[clientKey]?["name"]?.text }

  /// What a result of that method has besides.
  func completed(_ result: JSONValue, of method: String) -> JSONValue {
    guard self == .modern, case .object(var members) = result else { return result }
    let meta = JSONValue.Member("_meta", .members(("\(Self.prefix)serverInfo", MCPServer.info)))
    members += [JSONValue.Member("resultType", .text("complete")), meta]
    if Self.cacheable.contains(method) {
      members += [JSONValue.Member("ttlMs", .integer(0)), JSONValue.Member("cacheScope", .text("private"))]
    }
    return .object(members)
  }

  /// A client may keep these for a while, and is told not to: notes change at any time.
  private static let cacheable: Set<String> = [
    "server/discover", "tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read",
  ]
}
