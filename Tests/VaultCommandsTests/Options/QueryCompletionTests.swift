import Testing

@testable import VaultCommands

struct QueryCompletionTests {
  @Test(arguments: [
    (["vault", "search", "ti"], 2, "ti", ["title:"]),
    (["vault", "search", "-ti"], 2, "-ti", ["-title:"]),
    (["vault", "search", "is:pin"], 2, "is:pin", ["is:pinned"]),
    (["vault", "search", "is", ":", "pin"], 4, "pin", ["pinned"]),
    (["vault", "search", "due:tom"], 2, "due:tom", ["due:tomorrow"]),
    (["vault", "search", "nonsense:x"], 2, "nonsense:x", []),
    ([":"], 1, "x", []),
  ])
  func operatorsAndTheirValues(_ words: [String], _ index: Int, _ prefix: String, _ expected: [String]) {
    #expect(QueryCompletion.values(words: words, index: index, prefix: prefix) == expected)
  }
}
