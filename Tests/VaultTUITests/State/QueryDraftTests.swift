import Testing

@testable import VaultTUI

@Suite struct QueryDraftTests {
  @Test(arguments: [
    ("bread", "bread"), ("bread tag:", "bread"), ("bread tag:w", "bread tag:w"), ("~", ""), ("bread ~", "bread"),
    ("~ab", "~ab"), ("/", ""), ("/ab", ""), ("/ab/", "/ab/"), ("bread \"two wo", "bread "),
    ("\"two words\"", "\"two words\""),
    ("-", ""), ("bread -", "bread"), ("#", ""), ("due:", ""), ("a ( ", "a ( "), ("a (", "a"), ("", ""),
  ])
  func whatCannotBeMeantYetIsNotAsked(_ typed: String, _ asked: String) {
    var draft = QueryDraft(typed)
    draft.isTyping = true
    #expect(draft.asked == asked)
    draft.isTyping = false
    #expect(draft.asked == typed)
  }
}
