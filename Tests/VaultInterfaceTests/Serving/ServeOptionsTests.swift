import Testing
import VaultCore
import VaultStore

@testable import VaultInterface

@Suite struct ServeOptionsTests {
  @Test(arguments: [ServeOptions.Place.address("::1", port: 0), .socket("/run/a \"b\".sock")])
  func thereAndBack(place: ServeOptions.Place) {
    var location = VaultLocation(root: "/v\u{E9} \"x\"", marker: .obsidian)
    location.isForeign = true
    var options = ServeOptions(location, at: place)
    (options.hosts, options.isReadOnly, options.readIn) = (["a.example:1"], true, ["A", "B/C"])
    (options.hide, options.today, options.isQuiet) = ("tag:\"x\"", CivilDate("2026-03-14"), true)
    #expect(ServeOptions(json: options.json) == options)
  }

  @Test(arguments: ["", "{}", "[]", "{\"root\":\"/\",\"marker\":\"none\",\"version\":\"1\"}"])
  func whatIsNone(json: String) { #expect(ServeOptions(json: Array(json.utf8)) == nil) }

  @Test(arguments: ["notes.example", "a", "a-b.c:1", "[::1]", "[::1]:80", "127.0.0.1:65535"])
  func names(text: String) { #expect(ServerName.isValid(text)) }

  @Test(arguments: ["", ".a", "a.", "a b", "a:0", "a:65536", "a:", ":80", "http://a", "a/b", "[x]", "a:+1"])
  func noNames(text: String) { #expect(!ServerName.isValid(text)) }
}
