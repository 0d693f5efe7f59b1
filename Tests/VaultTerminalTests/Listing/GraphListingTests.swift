import Testing
import VaultCore
import VaultListingSupport
import VaultStore

@testable import VaultTerminal

@Suite struct GraphListingTests {
  private let fixture: ListingFixture

  init() throws {
    fixture = try ListingFixture([
      "Home.md": "[[Bread]] [[Rye]]\n", "Bread.md": "# All of baking\n[[Home]]\n", "Recipes/Rye.md": "[[Flour]]\n",
      "Recipes/Flour.md": "", "Log.md": "[[Home]]\n", "Far.md": "[[Log]]\n", "Alone.md": "",
    ])
  }

  private func around(_ context: TerminalContext, limit: Int = 100) throws -> String {
    let graph = try fixture.vault.read { try $0.graph(around: "Home", limit: limit) }
    return try fixture.printed(context) { try GraphListing.write(graph, to: $0) }
  }

  @Test func eachNoteStandsBelowANearerOne() throws {
    #expect(
      try around(ListingFixture.context(width: 80)) == """
        Home.md
          ← Log.md
            ← Far.md
          → Recipes/Rye.md
            → Recipes/Flour.md
          ↔ Bread.md  All of baking
        6 notes, 6 links

        """)
    #expect(
      try around(ListingFixture.context(width: 22, unicode: false), limit: 4) == """
        Home.md
          <- Log.md
          -> Recipes/Rye.md
          <-> Bread.md
        4 notes, 4 links; 2...

        """)
    for width in [1, 5, 10, 17, 40] { _ = try around(ListingFixture.context(width: width)) }
  }

  @Test func ofAVaultThoseWithTheMostLinksComeFirst() throws {
    let graph = try fixture.vault.read { try $0.graph(limit: 4) }
    #expect(
      try fixture.printed(ListingFixture.context(width: 60)) { try GraphListing.write(graph, to: $0) } == """
        3  Home.md
        2  Log.md
        2  Recipes/Rye.md
        1  Bread.md  All of baking
        4 notes, 4 links; 3 more notes are left out

        """)
  }
}
