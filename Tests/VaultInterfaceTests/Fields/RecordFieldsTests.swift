import Testing
import VaultCore

@testable import VaultInterface

struct RecordFieldsTests {
  @Test func frontMatterAsJSON() {
    let location = SourceLocation(line: 1, column: 1)
    let value = PropertyValue.map([
      Property(key: "a", value: .list([.null, .checkbox(true), .number(1.5, text: "1.50")]), location: location),
      Property(key: "b", value: .dateTime("2026-01-03T10:00"), location: location),
    ])
    var json = JSONWriter()
    JSONValue(value).write(to: &json)
    #expect(String(decoding: json.bytes, as: UTF8.self) == "{\"a\":[null,true,1.5],\"b\":\"2026-01-03T10:00\"}")
  }
}
