import Testing

@testable import VaultWeb

@Suite struct ETagTests {
  @Test(arguments: [
    ("\"ab\"", ["ab"]), ("W/\"ab\"", ["ab"]), ("\"ab-gzip\"", ["ab"]), ("\"a\", W/\"b\"", ["a", "b"]), ("ab", ["ab"]),
    ("", []),
  ])
  func conditions(field: String, tags: [String]) {
    #expect(ETag.named(in: field) == tags)
  }

  @Test func anyState() { #expect(ETag.named(in: " * ") == nil) }
}
