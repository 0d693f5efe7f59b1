import Testing
import VaultCore

struct ListMarkerTests {
  private func made(_ text: String, _ make: (SourceRange, [UInt8]) -> TextEdit?) throws -> String? {
    let bytes = Array(text.utf8)
    return try make(0..<bytes.count, bytes).map { String(decoding: try [$0].applied(to: bytes), as: UTF8.self) }
  }

  @Test(arguments: [
    ("- a", 2), ("  *\t a", 5), ("12) a", 4), ("> - a", 4), ("+ [ ] a", 2), ("-a", nil), ("- ", 2), ("-", nil),
    ("1a. b", nil),
    ("", nil), ("text", nil),
  ])
  func textBeginsBehindTheMark(_ line: String, _ place: Int?) {
    let bytes = Array(line.utf8)
    #expect(ListMarker.end(0..<bytes.count, in: bytes) == place)
  }

  @Test(arguments: [
    ("- a", "- [ ] a"), ("3. a", "3. [ ] a"), ("- [ ] a", nil), ("- [x](y) a", "- [ ] [x](y) a"), ("a", nil),
  ])
  func itemsBecomeTasks(_ line: String, _ after: String?) throws {
    #expect(try made(line, ListMarker.makingTask) == after)
  }

  @Test(arguments: [
    ("- [ ] a", "- a"), ("1) [é]  a", "1)  a"), ("- [x]", "- "), ("- a", nil), ("- [xy] a", nil), ("- [", nil),
    ("- [ ", nil),
  ])
  func tasksBecomeItems(_ line: String, _ after: String?) throws {
    #expect(try made(line, ListMarker.makingItem) == after)
  }
}
