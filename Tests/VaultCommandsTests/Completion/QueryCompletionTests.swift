import Testing

@testable import VaultCommands

struct QueryCompletionTests {
  @Test(arguments: [
    ("ti", ["title:"]), ("-ti", ["-title:"]), ("is:pin", ["is:pinned"]), ("due:tom", ["due:tomorrow"]),
    ("nonsense:x", []), (":", []), ("bread is:pin", ["bread is:pinned"]), ("-(is:pin", ["-(is:pinned"]),
    ("title:\"is:pin is:pin", []), ("--ti", []),
  ])
  func operatorsAndTheirValues(_ typed: String, _ expected: [String]) {
    let vault = VaultCompletion(words: ["--vault", "/dev/null"], command: SearchCommand.self)
    #expect(QueryCompletion(vault: vault).candidates(typed).map(\.text) == expected)
  }

  @Test func anOperatorGoesOn() {
    let vault = VaultCompletion(words: [], command: SearchCommand.self)
    #expect(QueryCompletion(vault: vault).candidates("titl").map(\.isOpen) == [true])
    #expect(QueryCompletion(vault: vault).candidates("is:pin").map(\.isOpen) == [false])
  }
}
