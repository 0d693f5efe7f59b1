import Foundation
import Testing
import VaultInterface

@testable import VaultWeb

@Suite(.serialized) struct AccessGateTests {
  private let web: WebUnderTest

  init() throws { web = try WebUnderTest(["a.md": "alpha\n"]) }

  @Test(arguments: [
    [], ["127.0.0.1:7523", "127.0.0.1:7523"], ["example.org"], ["127.0.0.1"], ["127.0.0.1:80"], ["localhost.:7523"],
    ["[::1]:7523"], ["127.0.0.1:7523.example.org"], [""], ["127.0.0.1:7523, x"],
  ])
  func otherHosts(hosts: [String]) async {
    let response = await web.bare(.get, "/", hosts: hosts, fields: [("authorization", "Bearer \(web.token)")])
    #expect(response.status == 421)
  }

  @Test(arguments: ["127.0.0.1:7523", "localhost:7523", "LOCALHOST:7523"])
  func ownHosts(host: String) async {
    #expect(await web.ask(.get, "/", host: host).status == 200)
  }

  @Test func namesOfOptions() async throws {
    let web = try WebUnderTest(["a.md": "alpha\n"], hosts: ["notes.example", "other.example:8443"])
    for host in ["notes.example", "notes.example:7523", "other.example:8443", "127.0.0.1:7523"] {
      #expect(await web.ask(.get, "/", host: host).status == 200, "\(host)")
    }
    for host in ["other.example", "notes.example:1"] { #expect(await web.ask(.get, "/", host: host).status == 421) }
  }

  @Test(arguments: ["http://127.0.0.1:7524", "null", "https://example.org", "http://127.0.0.1:7523.example.org", ""])
  func foreignOrigins(origin: String) async {
    #expect(await web.ask(.get, "/", fields: [("origin", origin)]).status == 403)
  }

  @Test(arguments: [("Bearer", 200), ("bearer", 200), ("Basic", 200), ("Digest", 401)])
  func schemes(scheme: String, status: Int) async {
    let secret = scheme == "Basic" ? Data("anybody:\(web.token)".utf8).base64EncodedString() : web.token
    #expect(await web.bare(.get, "/", fields: [("authorization", "\(scheme) \(secret)")]).status == status)
  }

  @Test func nobodyIsLetInWithout() async {
    for fields: [(String, String)] in [[], [("cookie", "vault=1")], [("authorization", "Bearer")]] {
      let response = await web.bare(.get, "/", fields: fields.map { (name: $0.0, value: $0.1) })
      #expect(response.status == 401 && response["www-authenticate"] == "Bearer")
    }
    // Not even with the token in the address, which others may see.
    #expect(await web.bare(.get, "/?token=\(web.token)").status == 401)
  }

  @Test func wrongTokensAreCounted() async {
    var statuses: [Int] = []
    for _ in 0..<12 { statuses.append(await web.bare(.get, "/", fields: [("authorization", "Bearer wrong")]).status) }
    #expect(statuses == [Int](repeating: 401, count: 10) + [429, 429])
    // Whoever has the right one is let in all the same.
    #expect(await web.ask(.get, "/").status == 200)
    let tooMany = await web.bare(.get, "/login?key=wrong")
    #expect(tooMany.status == 429 && tooMany["retry-after"] == "60")
  }

  @Test func aKeyIsGoodOnce() async {
    let key = web.application.newLoginKey()
    let first = await web.bare(.get, "/login?key=\(key)")
    #expect(first.status == 303 && first["location"] == "/")
    let cookie = first["set-cookie"] ?? ""
    #expect(
      cookie.hasPrefix("vault-") && cookie.contains("; HttpOnly; SameSite=Strict;") && !cookie.contains(web.token))
    #expect(await web.bare(.get, "/", fields: [("cookie", "other=1; \(web.cookie)")]).status == 200)
    #expect(await web.bare(.get, "/login?key=\(key)").status == 401)
  }

  @Test func aKeyIsGoodForAMinute() {
    let (keys, now) = (LoginKeys(), ContinuousClock.now)
    let (early, late) = (keys.make(at: now), keys.make(at: now))
    #expect(keys.use(early, at: now + .seconds(59)))
    #expect(!keys.use(late, at: now + .seconds(60)))
  }

  @Test func theTokenSignsInByTheForm() async {
    let response = await web.form("/login", ["key": web.token])
    #expect(response.status == 303 && response["set-cookie"] != nil)
  }

  @Test func aSocketAsksForNothing() async throws {
    let web = try WebUnderTest(["a.md": "alpha\n"], hosts: ["notes.example"], place: .socket("/run/x"))
    for host in ["localhost", "notes.example"] { #expect(await web.bare(.get, "/", hosts: [host]).status == 200) }
    #expect(await web.bare(.get, "/", hosts: ["example.org"]).status == 421)
  }

  @Test func everyAnswerIsGuarded() async {
    for target in ["/", "/nothing", "/assets/x"] {
      let response = await web.page(target)
      #expect(response["content-security-policy"]?.hasPrefix("default-src 'none'") == true)
      #expect(response["x-content-type-options"] == "nosniff" && response["referrer-policy"] == "same-origin")
      #expect(
        response["cross-origin-resource-policy"] == "same-origin" && response["access-control-allow-origin"] == nil)
    }
  }

  @Test(arguments: ["", "x", "http://127.0.0.1:7523/", "*", "/a b", "/a\u{7F}", "/a#b"])
  func oddTargets(target: String) async {
    #expect(await web.ask(.get, target).status == 400)
  }

  @Test func longTargets() async {
    #expect(await web.ask(.get, "/" + String(repeating: "a", count: 8_192)).status == 414)
  }

  @Test func unknownMethods() async {
    #expect(await web.bare(nil, "/", fields: [("authorization", "Bearer \(web.token)")]).status == 405)
  }
}
