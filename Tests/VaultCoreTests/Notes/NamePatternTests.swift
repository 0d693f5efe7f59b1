import Testing
import VaultCore

@Suite struct NamePatternTests {
  @Test func partsChangeInTheirOrder() throws {
    let pattern = try NamePattern(replacing: "a", with: "b", prefix: "a-", suffix: "-a", number: 9)
    #expect(pattern.name(from: "banana", at: 0, of: 2) == "09 a-bbnbnb-a")
    #expect(pattern.name(from: "x", at: 1, of: 2) == "10 a-x-a")
    #expect(try NamePattern(replacing: "2026-", with: "").name(from: "2026-03", at: 0, of: 1) == "03")
  }

  @Test func anEmptyTextReplacesNothing() throws {
    #expect(try NamePattern(replacing: "", with: "x").name(from: "ab", at: 0, of: 1) == "ab")
  }

  @Test(arguments: [-1, 1_000_000_000, Int.max]) func numbersHaveRoom(number: Int) {
    #expect(throws: NamePatternError.self) { try NamePattern(number: number) }
  }
}
