import Testing
import VaultCore
import VaultListingSupport
import VaultStore

@testable import VaultTerminal

@Suite struct ShownNoteTextTests {
  private let fixture: ListingFixture

  init() throws {
    fixture = try ListingFixture([
      "Dir/Note.md": """
      ---
      title: Shown
      aliases: [Other]
      tags: [a]
      category: idea
      summary: What it is about
      created: 2026-01-14
      updated: 2026-03-12
      ---
      # Shown

      To [[Other note]] <script>x</script>\r
      - [ ] late 📅 2026-03-01
      """,
      "Other note.md": "\u{FEFF}bytes \u{FFFD}\u{1B}[1m\r\nno newline",
    ])
  }

  private func shown(
    _ name: String, _ context: TerminalContext, _ body: (ShownNoteText, Printer) throws -> Void
  ) throws -> String {
    let text = ShownNoteText(try fixture.vault.read { try $0.show(name) })
    return try fixture.printed(context) { try body(text, $0) }
  }

  @Test func drawnForAPerson() throws {
    let text = try shown("Dir/Note", ListingFixture.context(width: 60)) {
      try $0.writeRendered(to: $1, vault: fixture.listed, statuses: .default)
    }
    #expect(
      text == """
        Shown
        Dir/Note.md  💡  #a
        also Other
        created 2 months ago, updated 2 days ago, 12 words
        What it is about

        To Other note x
        ! late 📅 2026-03-01

        """)
  }

  @Test func propertiesThatTheHeadDoesNotSayStandBelowIt() throws {
    let fixture = try ListingFixture([
      "Film.md": """
      ---
      title: Film
      rating: 7
      director: "[[Somebody]]"
      genre: [noir, "[[Crime|crime]]", a rather long description of what it is]
      seen:
      Created: 2026-01-14
      updated: 2026-03-12
      cast: {lead: a}
      ---
      """
    ])
    let shown = ShownNoteText(try fixture.vault.read { try $0.show("Film") })
    let text = try fixture.printed(ListingFixture.context(width: 50)) {
      try shown.writeRendered(to: $0, vault: fixture.listed, statuses: .default)
    }
    #expect(
      text == """
        Film
        Film.md
        created 2 months ago, updated 2 days ago, 0 words
        rating    7
        director  Somebody
        genre     noir, crime, a rather long description
                  of what it is
        cast      {"lead":"a"}

        """)
  }

  @Test func rawIsExactInAPipeAndHarmlessOnATerminal() throws {
    let exact = try shown("Other note", ListingFixture.context(width: nil)) { try $0.writeRaw(to: $1) }
    #expect(Array(exact.utf8) == Array("\u{FEFF}bytes \u{FFFD}\u{1B}[1m\r\nno newline".utf8))
    let harmless = try shown("Other note", ListingFixture.context(width: 80)) { try $0.writeRaw(to: $1) }
    #expect(harmless.contains("␛[1m"))
  }

  @Test func htmlLinksToPathsAndIsSafe() throws {
    let fragment = try shown("Shown", ListingFixture.context(width: nil)) { try $0.writeHTML(asPage: false, to: $1) }
    #expect(fragment.contains("href=\"Other%20note.md\""))
    #expect(!fragment.contains("<script>") && !fragment.contains("<html>") && !fragment.contains("aliases"))
    let page = try shown("Shown", ListingFixture.context(width: nil)) { try $0.writeHTML(asPage: true, to: $1) }
    #expect(page.hasPrefix("<!DOCTYPE html>") && page.contains("<title>Shown</title>"))
  }
}
