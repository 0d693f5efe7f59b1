import Testing
import VaultCore
import VaultTestSupport

@testable import VaultRPC

@Suite(.serialized) struct MCPEraTests {
  private static let version = JSONValue.Member(MCPEra.versionKey, .text(MCPEra.modernVersion))
  private static let capabilities = JSONValue.Member(MCPEra.capabilitiesKey, .object([]))

  private func era(_ method: String = "tools/list", _ meta: JSONValue.Member...) throws(RPCError) -> MCPEra {
    try MCPEra(of: method, .members(("_meta", .object(meta))))
  }

  @Test func eachRequestSaysWhichItIs() throws {
    #expect(try era() == .legacy)
    #expect(try MCPEra(of: "initialize", nil) == .legacy)
    #expect(try era("tools/list", .init("progressToken", .integer(1))) == .legacy)
    #expect(try era("tools/list", Self.version, Self.capabilities) == .modern)
  }

  @Test func whatIsMissingIsNamed() throws {
    for (error, key) in [
      (#expect(throws: RPCError.self) { try era("tools/list", Self.version) }, MCPEra.capabilitiesKey),
      (#expect(throws: RPCError.self) { try era("tools/list", Self.capabilities) }, MCPEra.versionKey),
      (#expect(throws: RPCError.self) { try era("server/discover") }, MCPEra.versionKey),
    ] {
      #expect(error?.code == -32602 && error?.message.contains(key) == true)
    }
    let wrong = #expect(throws: RPCError.self) {
      try era("x", .init(MCPEra.versionKey, .integer(1)), Self.capabilities)
    }
    #expect(wrong?.code == -32602)
  }

  @Test func anotherVersionIsToldWhichThereIs() throws {
    let error = #expect(throws: RPCError.self) {
      try era("tools/list", .init(MCPEra.versionKey, .text("2099-01-01")), Self.capabilities)
    }
    #expect(error?.code == -32022)
    #expect(
      error?.data == .members(("supported", .texts(["2026-07-28"])), ("requested", .text("2099-01-01"))))
  }

  @Test func modernResultsSayWhatTheyAre() throws {
    let mcp = try MCPUnderTest(["a.md": "a"])
    for (method, isCacheable) in [("tools/list", true), ("server/discover", true), ("prompts/list", true)] {
      let result = try mcp.ask(method)
      #expect(result["resultType"]?.text == "complete")
      #expect(result["_meta"]?["io.modelcontextprotocol/serverInfo"]?["name"]?.text == "vault")
      #expect((result["ttlMs"]?.integer == 0) == isCacheable && result["cacheScope"]?.text == "private")
    }
    let called = try mcp.ask("tools/call", ("name", .text("vault_overview")))
    #expect(called["resultType"]?.text == "complete" && called["ttlMs"] == nil)
    mcp.isModern = false
    #expect(try mcp.ask("tools/list").members?.map(\.name) == ["tools"])
  }

  @Test(arguments: [
    ("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("2025-03-26", "2025-03-26"),
    ("2024-11-05", "2025-11-25"), ("x", "2025-11-25"),
  ])
  func theHandshakeAgreesOnAVersion(_ wanted: String, _ agreed: String) throws {
    let mcp = try MCPUnderTest(["a.md": "a"])
    mcp.isModern = false
    let hello = try mcp.ask("initialize", ("protocolVersion", .text(wanted)), ("capabilities", .object([])))
    #expect(hello["protocolVersion"]?.text == agreed)
    #expect(hello["serverInfo"]?["name"]?.text == "vault")
    #expect(try mcp.ask("ping") == .object([]))
  }

  @Test func eachEraHasItsMethods() throws {
    let mcp = try MCPUnderTest(["a.md": "a"])
    for method in ["ping", "initialize", "logging/setLevel", "subscriptions/listen", "x", ""] {
      let error = try #require(throws: RPCError.self) { try mcp.ask(method) }
      #expect(error.code == -32601, "\(method)")
    }
    mcp.isModern = false
    let error = try #require(throws: RPCError.self) { try mcp.ask("server/discover") }
    #expect(error.code == -32602)
  }

  /// Two clients may speak through one pipe: nothing of one request is taken for another's.
  @Test func erasMix() throws {
    let mcp = try MCPUnderTest(["a.md": "a"])
    for round in 0..<20 {
      mcp.isModern = round % 3 != 0
      let result = try mcp.ask("tools/list")
      #expect((result["resultType"] != nil) == mcp.isModern)
    }
  }
}
