import Foundation
import Testing
import VaultCore

@testable import VaultInterface

@Suite struct JSONValueTests {
  private func rewritten(_ json: String) -> String {
    var writer = JSONWriter()
    JSONValue(properties: Array(json.utf8)).write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    "{}", "[]", "null", "true", "false", "\"\"",
    #"{"b":1,"a":[1,2.5,"x",null,{"c":{}}]}"#,
    #"{"n":9007199254740993,"m":-0.25}"#,
    "[18446744073709551616,-123456789012345678901234567890,-9223372036854775808]",
    #""a\"b\\c\n\tü漢👩""#,
  ])
  func keepsWhatItReads(_ json: String) {
    #expect(rewritten(json) == json)
  }

  @Test(arguments: [
    (#""\u00e9\ud83d\ude00""#, "\"é😀\""), (#""\ud83d""#, "\"\u{FFFD}\""), (#""\ud83dx""#, "\"\u{FFFD}x\""),
    (" { \"a\" : 1 , \"b\" : [ ] } ", #"{"a":1,"b":[]}"#), ("1e3", "1000"),
    // C1 would steer a terminal.
    ("\"\u{9B}\"", #""\u009b""#),
  ])
  func readsOtherForms(_ json: String, _ expected: String) {
    #expect(rewritten(json) == expected)
  }

  @Test(arguments: [
    "", "{", "{\"a\"}", "[1,", "\"", "\"\\", "\"\\u12", "nul", "1 2", "{\"a\":}", "x", "+", "[1}", "--1",
  ])
  func isNullForWhatIsNoJSON(_ json: String) {
    #expect(rewritten(json) == "null")
  }

  @Test func isNullForWhatIsNestedTooDeeply() {
    #expect(rewritten(String(repeating: "[", count: 100_000)) == "null")
  }

  @Test func agreesWithFoundationOnFrontMatter() throws {
    let note = "---\ntext: \"a\\tb\"\nlist: [1, two, {x: 1.50}]\nday: 2026-01-02\nyes: true\nempty:\n---\n"
    let frontMatter = Array(note.utf8).withUnsafeBufferPointer { FrontMatterParser.parse($0) }
    var json: [UInt8] = []
    frontMatter.properties.appendJSON(to: &json)
    let ours = try JSONSerialization.jsonObject(with: Data(rewritten(String(decoding: json, as: UTF8.self)).utf8))
    let theirs = try JSONSerialization.jsonObject(with: Data(json))
    #expect(ours as? NSDictionary == theirs as? NSDictionary)
    #expect((ours as? NSDictionary)?.count == 5)
  }
}
