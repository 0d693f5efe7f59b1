import Testing

@testable import VaultInterface

struct QueryCompletionTests {
  @Test(arguments: [
    ("ti", ["title:"]), ("-ti", ["-title:"]), ("is:pin", ["is:pinned"]), ("due:tom", ["due:tomorrow"]),
    ("nonsense:x", []), (":", []), ("bread is:pin", ["bread is:pinned"]), ("-(is:pin", ["-(is:pinned"]),
    ("title:\"is:pin is:pin", []), ("--ti", []),
  ])
  func operatorsAndTheirValues(_ typed: String, _ expected: [String]) throws {
    #expect(try Self.withoutVault.candidates(typed).map(\.text) == expected)
  }

  @Test func anOperatorGoesOn() throws {
    #expect(try Self.withoutVault.candidates("titl").map(\.isOpen) == [true])
    #expect(try Self.withoutVault.candidates("is:pin").map(\.isOpen) == [false])
  }

  /// What the table of operators knows, no vault is asked for.
  private static var withoutVault: QueryCompletion { QueryCompletion(OfferedNames { _ in throw NothingToAsk() }) }

  private struct NothingToAsk: Error {}
}
