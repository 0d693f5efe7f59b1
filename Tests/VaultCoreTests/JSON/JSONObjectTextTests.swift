import Testing

@testable import VaultCore

@Suite struct JSONObjectTextTests {
  private func set(_ text: String, _ name: String, _ value: JSONValue) throws -> String {
    var object = try #require(try JSONObjectText(Array(text.utf8)))
    object.set(name, value)
    return String(decoding: object.bytes, as: UTF8.self)
  }

  @Test func everyOtherByteStays() throws {
    let text = """
      \u{FEFF}{ "big" : 12345678901234567890123, "é\\u0041": "\\u00e9\\"}", "list":[1,{"notes":2}],
        "notes" : {"a": [1, 2]} , "last":1.50 }

      """
    #expect(
      try set(text, "notes", .integer(7)) == text.replacing("{\"a\": [1, 2]}", with: "7"))
    #expect(try set(text, "last", .text("x")) == text.replacing("1.50", with: "\"x\""))
  }

  @Test func whatIsNewFollowsTheLastInItsLayout() throws {
    #expect(try set("{\n  \"a\": 1\n}\n", "b", .bool(true)) == "{\n  \"a\": 1,\n  \"b\":true\n}\n")
    #expect(try set("{\"a\":1}", "b", .null) == "{\"a\":1,\"b\":null}")
    #expect(try set(" { } ", "b", .integer(2)) == " {\"b\":2 } ")
  }

  @Test func theLastOfANameCounts() throws {
    #expect(try set(#"{"a":1,"a":2}"#, "a", .integer(3)) == #"{"a":1,"a":3}"#)
    #expect(try set(#"{"\u0061":1}"#, "a", .integer(3)) == #"{"\u0061":3}"#)
  }

  @Test func whatIsNoObjectHasNoMembers() throws {
    #expect(try JSONObjectText(Array("[1]".utf8)) == nil)
    #expect(throws: JSONError.self) { try JSONObjectText(Array("{".utf8)) }
  }
}
