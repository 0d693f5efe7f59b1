import Testing

@testable import VaultCore

@Suite struct RulesEngineTests {
  private func enrichment(_ text: String, fitting: String? = nil) -> Enrichment {
    let bytes = Array(text.utf8)
    let start = bytes.withUnsafeBufferPointer { FrontMatterFence.find(in: $0).range.upperBound }
    return RulesEngine.enrichment(
      of: bytes, bodyRange: start..<bytes.count, fitting: fitting, categories: ["idea", "journal"])
  }

  private func summary(_ text: String) -> String? {
    guard case .text(let text)?? = enrichment(text)[.summary] else { return nil }
    return text
  }

  private func items(_ text: String) -> [String] {
    guard case .list(let items)?? = enrichment(text)[.actionItems] else { return [] }
    return items.compactMap(\.text)
  }

  private static let rest = "\n\n" + String(repeating: "More words. ", count: 30)

  @Test(arguments: [
    ("# Title\n\nThe first sentence. The second one.", "The first sentence."),
    ("A *very* [[Target|good]] **one** with `code` and [text](x.md)! Next.", "A very good one with code and text!"),
    ("Dr. Who met e.g. Mr. Smith in 2026. He left.", "Dr. Who met e.g. Mr. Smith in 2026."),
    ("It costs 3.50 or so, i.e. not much. Buy it.", "It costs 3.50 or so, i.e. not much."),
    ("A. B. Smith wrote this. Others did not.", "A. B. Smith wrote this."),
    ("He said \"no.\" Then he left.", "He said \"no.\""),
    ("これは最初の文です。これは二番目。", "これは最初の文です。"),
    ("Two lines of\none paragraph, no end", "Two lines of one paragraph, no end"),
    (
      "![[picture.png]]\n\n#tag #other\n\nkey:: value\n\n[[Link]]\n\n> A quote is none.\n\n- nor a list\n\nHere it begins at last.",
      "Here it begins at last."
    ),
    (
      "![Downloads of it](https://a.example/b.svg)\n![Stars of the repository](https://a.example/c.svg)\n\n"
        + "[Edit this note](a) | [Copy this note](b) | [Download all of it](c)\n\nIt is about [[Bees|bees]] and such.",
      "It is about bees and such."
    ),
    (
      "Plugin ID: `x`\nLinks: [the repository](a) or [the page](b)\nDeveloped by: [[Somebody]] of that name\n\nRun it easily.",
      "Run it easily."
    ),
    (
      "Author: Somebody of that name\n\nWarning: this is not for machines that matter to anybody. Yes.",
      "Warning: this is not for machines that matter to anybody."
    ),
    ("Hi! This is what it is about. More of it.", "Hi! This is what it is about."),
    ("![screenshot](https://a.example/a 0.9.png)\n\nIt looks like this.", "It looks like this."),
    ("[^1]: A footnote of some words.\n\nThese are the reasons for it:\n\n- one\n\nIt is so.", "It is so."),
    ("![A picture of it](a.png) The house in spring. It is old.", "The house in spring."),
    ("%% a comment of several words here %%\n\nWhat is seen is this.", "What is seen is this."),
    ("<!-- one of HTML with words -->\n\nWhat is seen is this.", "What is seen is this."),
    ("```\ncode that is no text at all\n```\n\nText that is some.", "Text that is some."),
  ])
  func summaries(_ text: String, _ expected: String) {
    #expect(summary(text + Self.rest) == expected)
  }

  @Test func shortNotesNeedNone() {
    #expect(summary("A short note. It needs no summary.") == nil)
    #expect(enrichment("short")[.summary] == .some(.some(.none)) || enrichment("short")[.summary] == .some(nil))
    #expect(summary("---\nlong: \(String(repeating: "x", count: 300))\n---\nA short note of some words.") == nil)
  }

  @Test func longSentencesAreCutAtAWord() throws {
    let found = try #require(summary(String(repeating: "word ", count: 100)))
    #expect(found.count <= 160 && found.hasSuffix("word…") && found.count > 150)
    // One that would fit without the sign for what is missing.
    let full = try #require(summary(String(repeating: "abc ", count: 39) + "abcd and more of it" + Self.rest))
    #expect(full == String(repeating: "abc ", count: 38) + "abc…")
    let one = try #require(summary("One two three " + String(repeating: "x", count: 500)))
    #expect(one == "One two three…")
  }

  @Test(arguments: [
    (
      "## Next steps\n\n- Call *Wei*\n1. Write [[Bike|it]]\n- [ ] is a task\n\n## Other\n\n- no",
      ["Call Wei", "Write it"]
    ),
    ("# Action Items:\n- a\n  - nested\n## Deeper\n- no", ["a", "nested"]),
    ("TODO: call Mum\n\nTODO write\nTODOS none\n- TODO: from a list\ntodo: no", ["call Mum", "write", "from a list"]),
    ("To do\n=====\n\n- x1\n- x1\n- !!!\n", ["x1"]),
    ("```\nTODO: code\n```\n%%\nTODO: hidden\n%%\n", []),
  ])
  func actionItems(_ text: String, _ expected: [String]) { #expect(items(text) == expected) }

  @Test func noMoreThanTen() {
    let found = items(
      "## To do\n" + (0..<30).map { "- item \($0) " + String(repeating: "y", count: 300) }.joined(separator: "\n"))
    #expect(found.count == 10 && found.allSatisfy { $0.count <= 200 })
  }

  @Test func categoriesAreThoseThatThereAre() {
    #expect(enrichment("x", fitting: "Idea")[.category] == .some(.some(.text("idea"))))
    #expect(enrichment("x", fitting: "other")[.category] == nil)
    #expect(enrichment("x")[.category] == .some(.none))
  }
}
