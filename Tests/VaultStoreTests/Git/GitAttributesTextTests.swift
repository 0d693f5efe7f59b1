import Testing

@testable import VaultStore

@Suite struct GitAttributesTextTests {
  private func added(_ text: String, _ patterns: String...) -> String {
    var attributes = GitAttributesText(Array(text.utf8))
    attributes.add(notes: "*.md", appending: patterns)
    return String(decoding: attributes.bytes, as: UTF8.self)
  }

  private func removed(_ text: String) -> String {
    var attributes = GitAttributesText(Array(text.utf8))
    attributes.remove()
    return String(decoding: attributes.bytes, as: UTF8.self)
  }

  @Test func linesComeBehindAllOthers() {
    #expect(added("") == "*.md merge=vault\n")
    #expect(added("* text=auto\n") == "* text=auto\n*.md merge=vault\n")
    #expect(added("* text=auto") == "* text=auto\n*.md merge=vault")
    #expect(added("* text=auto\r\n", "Inbox.md") == "* text=auto\r\n*.md merge=vault\r\nInbox.md merge=vault-log\r\n")
    #expect(added("# *.md merge=vault\n") == "# *.md merge=vault\n*.md merge=vault\n")
    #expect(added("*.md merge=vault text\n") == "*.md merge=vault text\n*.md merge=vault\n")
  }

  @Test func notesInJournalsAreNamedAfterAllNotes() {
    #expect(added("Inbox.md merge=vault-log\n") == "*.md merge=vault\nInbox.md merge=vault-log\n")
    #expect(
      added("*.md merge=vault\n", "A.md", "B.md") == "*.md merge=vault\nA.md merge=vault-log\nB.md merge=vault-log\n")
  }

  @Test(
    arguments: [
      "", "* text=auto\n", "* text=auto", "a\r\nb\r\n", "a\r\nb", "# c\n\n\n", "\n", "*.md merge=union\n",
      "\"odd name.md\" merge=vault diff=x\n", "*.md  diff=markdown",
    ])
  func twiceIsOnceAndAllOfItCanBeTakenBack(_ text: String) {
    let once = added(text, "Journal/*.md", "\"In box.md\"")
    #expect(added(once, "Journal/*.md", "\"In box.md\"") == once)
    #expect(removed(once) == text)
    #expect(removed(text) == text)
  }

  @Test func whichDriverIsNamed() {
    func first(_ text: String) -> String? {
      GitAttributesText(Array(text.utf8)).firstDriver.map { "\($0.line) \($0.name)" }
    }
    #expect(first("* text\n*.md diff=x merge=vault\n") == "2 vault")
    #expect(first("\"a b.md\" merge=vault-log\n") == "1 vault-log")
    #expect(first("# *.md merge=vault\n*.md merge=vaulted\n*.md merge=union\n") == nil)
  }
}
