import Testing
import VaultCore
import VaultInterface
import VaultRPC
import VaultTestSupport

@testable import VaultWeb

@Suite(.serialized) struct AssistantEndpointTests {
  private static let meta =
    #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#
  private static let modern: [(name: String, value: String)] = [("mcp-protocol-version", "2026-07-28")]
  private static let json: [(name: String, value: String)] = [("content-type", "application/json")]

  private func call(_ web: WebUnderTest, _ body: String, _ fields: [(name: String, value: String)] = []) async
    -> WebResponse
  {
    await web.ask(.post, "/mcp", fields: Self.json + fields, body: body)
  }

  private func code(_ response: WebResponse) throws -> Int? {
    try JSONReader.read(Array(response.text.utf8))["error"]?["code"]?.integer
  }

  private func message(_ method: String, _ params: String = "", meta: String = meta) -> String {
    #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{\#(params)\#(params.isEmpty || meta.isEmpty ? "" : ",")\#(meta)}}"#
  }

  @Test func bothErasAreAnswered() async throws {
    let web = try WebUnderTest(["a.md": "a"])
    let listed = await call(web, message("tools/list"), Self.modern + [("mcp-method", "tools/list")])
    #expect(listed.status == 200 && listed.text.contains("\"resultType\":\"complete\""))
    #expect(!listed.text.contains("create_note"))
    let hello = await call(
      web, message("initialize", #""protocolVersion":"2025-06-18","capabilities":{}"#, meta: ""))
    #expect(hello.status == 200 && hello.text.contains("2025-06-18") && hello["mcp-session-id"] == nil)
    let read = await call(
      web, message("tools/call", #""name":"read_note","arguments":{"note":"a"}"#, meta: ""),
      [("mcp-protocol-version", "2025-11-25")])
    #expect(read.status == 200 && read.text.contains("structuredContent"))
    let told = await call(web, #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)
    #expect(told.status == 202 && told.text == "")
  }

  /// Why may name what is hidden.
  @Test func aSettingThatCannotBeReadIsNotTold() async throws {
    let web = try WebUnderTest(["a.md": "a", ".vault/config.yaml": "mcp: {hide: 'path:Secret/ OR (x'}\n"])
    let answer = await call(web, message("tools/list", meta: ""))
    #expect(try answer.status == 200 && code(answer) == -32603)
    #expect(!answer.text.contains("Secret") && answer.text.contains(#""id":1"#))
  }

  @Test func theHeadGoesWithTheMessage() async throws {
    let web = try WebUnderTest(["ü.md": "a"])
    let body = message("tools/call", #""name":"read_note","arguments":{"note":"ü"}"#)
    let good = Self.modern + [("mcp-method", "tools/call"), ("mcp-name", "read_note")]
    #expect(await call(web, body, good).status == 200)
    #expect(
      await call(web, body, Self.modern + [("mcp-method", "tools/call"), ("mcp-name", "=?base64?cmVhZF9ub3Rl?=")])
        .status == 200)
    for wrong in [
      [], Self.modern, Self.modern + [("mcp-method", "tools/list"), ("mcp-name", "read_note")],
      Self.modern + [("mcp-method", "tools/call")],
      Self.modern + [("mcp-method", "tools/call"), ("mcp-name", "other")],
      Self.modern + [("mcp-method", "tools/call"), ("mcp-name", "=?base64?cmVhZF9ub3R?=")],
      [("mcp-protocol-version", "2025-11-25"), ("mcp-method", "tools/call"), ("mcp-name", "read_note")],
      good + [("mcp-method", "tools/call")],
    ] {
      let answer = await call(web, body, wrong)
      #expect(try answer.status == 400 && code(answer) == -32020, "\(wrong)")
    }
    let bare = await call(web, message("tools/list", meta: ""), Self.modern + [("mcp-method", "tools/list")])
    #expect(try bare.status == 400 && code(bare) == -32602)
    let old = await call(web, message("tools/list", meta: ""), [("mcp-protocol-version", "2030-01-01")])
    #expect(try old.status == 400 && code(old) == -32602)
    let future = Self.meta.replacing("2026-07-28", with: "2030-01-01")
    let other = await call(
      web, message("tools/list", meta: future), [("mcp-protocol-version", "2030-01-01"), ("mcp-method", "tools/list")])
    #expect(try other.status == 400 && code(other) == -32022)
    let unknown = await call(web, message("x"), Self.modern + [("mcp-method", "x")])
    #expect(try unknown.status == 404 && code(unknown) == -32601)
    let tool = await call(
      web, message("tools/call", #""name":"x""#), Self.modern + [("mcp-method", "tools/call"), ("mcp-name", "x")])
    #expect(try tool.status == 400 && code(tool) == -32602)
  }

  @Test func whatIsNoMessageIsRefused() async throws {
    let web = try WebUnderTest(["a.md": "a"])
    for (body, wanted) in [
      ("junk", -32700), ("[]", -32600), ("{}", -32600), (String(repeating: "[", count: 200), -32700),
    ] {
      let answer = await call(web, body)
      #expect(try answer.status == 400 && code(answer) == wanted, "\(body)")
    }
    #expect(await call(web, String(repeating: " ", count: 5 << 20)).status == 413)
    #expect(await web.ask(.post, "/mcp", body: message("ping", meta: "")).status == 415)
    for method in [WebRequest.Method.get, .delete, .put] {
      let answer = await web.ask(method, "/mcp")
      #expect(answer.status == 405 && answer["allow"] == "POST")
    }
  }

  @Test func onlyWhoHasTheTokenIsAnswered() async throws {
    let web = try WebUnderTest(["a.md": "a"])
    let ping = message("ping", meta: "")
    let token = ("authorization", "Bearer \(web.token)")
    func bare(_ fields: [(name: String, value: String)], host: String = WebUnderTest.host) async -> Int {
      await web.bare(.post, "/mcp", hosts: [host], fields: Self.json + fields, body: ping).status
    }
    #expect(await bare([]) == 401)
    #expect(await bare([("authorization", "Bearer wrong")]) == 401)
    #expect(await bare([token]) == 200)
    #expect(await bare([token], host: "evil.example") == 403)
    #expect(await bare([token, ("origin", "http://evil.example")]) == 403)
    #expect(await bare([token, ("origin", "null")]) == 403)
    #expect(await bare([token, ("origin", "http://\(WebUnderTest.host)")]) == 200)
    // A page's cookie lets nobody in here.
    let cookie = web.application.gate.setCookie.prefix { $0 != ";" }
    #expect(await bare([("cookie", String(cookie)), ("sec-fetch-site", "same-origin")]) == 401)
    let socket = try WebUnderTest(["a.md": "a"], place: .socket("/nowhere.sock"))
    #expect(
      await socket.bare(.post, "/mcp", hosts: ["localhost"], fields: Self.json, body: ping).status == 401)
  }

  @Test func itWritesWhereTheSettingsOfTheUserSay() async throws {
    for (isReadOnly, setting, writes) in [
      (false, "", false), (false, "mcp: {write: [.]}", true), (true, "mcp: {write: [.]}", false),
    ] {
      let web = try WebUnderTest(["a.md": "a", "Secret/b.md": "b"], isReadOnly: isReadOnly, hide: "path:Secret/")
      try web.folder.write(setting, to: "home/.config/vault/config.yaml")
      let listed = await call(web, message("tools/list", meta: ""))
      #expect(listed.text.contains("create_note") == writes)
      let made = await call(web, message("tools/call", #""name":"create_note","arguments":{"title":"New"}"#, meta: ""))
      #expect(web.folder.exists("vault/New.md") == writes, "\(made.text)")
      let hidden = await call(web, message("tools/call", #""name":"read_note","arguments":{"note":"b"}"#, meta: ""))
      #expect(hidden.text.contains("not-found"))
    }
  }

  /// No message of the older protocol says who asks.
  @Test func theHistoryKnowsTheProgramThatAsked() async throws {
    let web = try WebUnderTest(["a.md": "a"])
    try web.folder.write("mcp: {write: [.]}", to: "home/.config/vault/config.yaml")
    let ask = message("tools/call", #""name":"add_text","arguments":{"note":"a","text":"b"}"#, meta: "")
    _ = await call(web, ask, [("user-agent", "some-host/2.1 (Linux)")])
    _ = await call(web, ask, [("user-agent", " ")])
    let told = await web.ask(.get, "/api/v1/history")
    #expect(told.text.contains("mcp some-host: add_text a.md") && told.text.contains("mcp client: add_text a.md"))
  }

  @Test func settingsCountFromTheNextRequestOn() async throws {
    let web = try WebUnderTest(["a.md": "a", "Diary/b.md": "b"])
    let ask = message("tools/call", #""name":"list_notes","arguments":{}"#, meta: "")
    #expect(await call(web, ask).text.contains("Diary/b.md"))
    try web.folder.write("mcp: {hide: 'path:Diary/'}", to: "vault/.vault/config.yaml")
    let after = await call(web, ask).text
    #expect(after.contains("a.md") && !after.contains("Diary/b.md"))
  }
}
