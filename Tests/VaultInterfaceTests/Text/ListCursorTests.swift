import Testing
import VaultCore
import VaultStore

@testable import VaultInterface

@Suite struct ListCursorTests {
  @Test func thereAndBack() throws {
    let question = ListCursor.Question("tag:a", sort: "title")
    let place = ListPlace(
      isPinned: true, values: [.text("ü\u{0}"), .integer(.min), .number(0.1), .number(-.infinity), .none],
      path: NotePath(bytes: [0x61, 0xFF, 0x2F, 0x62]))
    let text = ListCursor.text(place, in: question)
    #expect(text.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == 0x2D || $0 == 0x5F })
    #expect(try ListCursor.place(text, in: question) == place)
    #expect(throws: ListPlaceError.self) { try ListCursor.place(text, in: .init("tag:b", sort: "title")) }
  }

  @Test(arguments: ["", "x", "====", "W10", "bnVsbA", String(repeating: "A", count: 5_000)])
  func whatIsNone(text: String) {
    #expect(throws: ListPlaceError.self) { try ListCursor.place(text, in: .init("", sort: "")) }
  }
}
