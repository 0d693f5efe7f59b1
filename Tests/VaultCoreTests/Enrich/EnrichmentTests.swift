import Testing

@testable import VaultCore

@Suite struct EnrichmentTests {
  private func read(_ text: String) throws(EnrichmentError) -> Enrichment {
    try Enrichment(json: Array(text.utf8), known: ["idea", "work"])
  }

  @Test func readsAnAnswer() throws {
    let found = try read(
      #"{"summary": "One\nline\u200b  here", "action_items": ["a", "a", " ", "b"], "category": "IDEA", "more": 1}"#)
    #expect(found[.summary] == .some(.some(.text("One line here"))))
    #expect(found[.actionItems] == .some(.some(.list([.text("a"), .text("b")]))))
    #expect(found[.category] == .some(.some(.text("idea"))))
    #expect(try read("{}") == Enrichment())
    #expect(try read(#"{"summary": null, "category": "unknown"}"#).values == [.summary: nil])
  }

  @Test(arguments: [
    "", "Here is your summary: …", "---\nsummary: x\n---", "[]", "\"x\"", "{", "{\"summary\": 1}",
    "{\"action_items\": \"a\"}", "{\"action_items\": [1]}", "{\"category\": []}",
  ])
  func refusesAnythingElse(_ text: String) {
    #expect(throws: EnrichmentError.self) { try read(text) }
  }

  @Test func valuesAreBounded() throws {
    let long = String(repeating: "word ", count: 1_000)
    let items = (0..<50).map { "\"\($0) \(long)\"" }.joined(separator: ",")
    let found = try read("{\"summary\": \"\(long)\", \"action_items\": [\(items)]}")
    guard case .text(let summary)?? = found[.summary], case .list(let list)?? = found[.actionItems] else {
      Issue.record("nothing was found")
      return
    }
    #expect(summary.count <= 300 && list.count == 10 && list.allSatisfy { ($0.text?.count ?? 0) <= 200 })
  }

  @Test func whatSteersNothingComesThrough() throws {
    let found = try read(#"{"summary": "a\u001b[31mb\u202ec\u0000 --- : # x"}"#)
    #expect(found[.summary] == .some(.some(.text("a[31mbc --- : # x"))))
  }
}
