import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// How often a look asks, and what it tells.
struct VaultReaderTests {
  private func indexed() throws -> (TemporaryFolder, VaultUnderTest) {
    let folder = try TemporaryFolder()
    try folder.write("alpha\n", to: "a.md")
    let test = try VaultUnderTest(folder)
    _ = try test.vault().index(rebuild: false)
    return (folder, test)
  }

  @Test func whatIsNotAboutNotesTakesNoIndex() throws {
    let folder = try TemporaryFolder()
    let test = try VaultUnderTest(folder)
    var asked = 0
    let answer = try test.vault().read { reader in
      asked += 1
      return (try reader.history().count, try reader.trash().count, try reader.templates())
    }
    #expect(asked == 1 && answer.0 == 0 && answer.1 == 0 && answer.2 == [])
    #expect(try !test.cache.exists(test.indexName()))
  }

  /// A note is new, so the first answer is out of date.
  @Test func aNoticeIsToldOnceHoweverOftenItsQuestionIsAsked() throws {
    let (folder, test) = try indexed()
    try folder.write("alpha\n", to: "b.md")
    let query = try test.query("alpha \u{301}")
    var totals: [Int] = []
    _ = try test.vault().read { reader in totals.append(try reader.search(query).total) }
    #expect(totals.last == 2)
    #expect(test.notices.all.count == 1, "\(test.notices.all)")
  }

  @Test func severalQuestionsAreAboutTheSameMoment() throws {
    let (folder, test) = try indexed()
    let query = try test.query("alpha")
    for noIndex in [false, true] {
      let counts = try test.vault(noIndex: noIndex).read { reader in
        let before = try reader.count(query)
        try folder.write("alpha\n", to: "meanwhile \(noIndex).md")
        let counts = (before, try reader.count(query), try reader.list(query).total)
        try folder.remove("meanwhile \(noIndex).md")
        return counts
      }
      #expect(counts == (1, 1, 1))
    }
  }

  /// Whoever goes on after an error is asked again with the notes at hand.
  @Test func anErrorThatIsCaughtHidesNoNotes() throws {
    let (folder, test) = try indexed()
    let found = try test.vault().read { reader in
      do { return try reader.resolve("a").text } catch { return "\(error)" }
    }
    #expect(found == "a.md")
    withExtendedLifetime(folder) {}
  }

  /// Once for the look that is out of date, and never for it.
  @Test(arguments: [false, true]) func aMoveTellsOfANoteOnce(hasFolder: Bool) throws {
    let (folder, test) = try indexed()
    try folder.write(Array("[[a]] ".utf8) + [0xE9], to: "latin.md")
    if hasFolder { try folder.makeFolder(".vault") }
    _ = try test.vault().index(rebuild: false)
    try folder.write("new\n", to: "new.md")
    #expect(try test.vault().editor.move(["a"], to: "b").end == .done)
    #expect(test.notices.all.filter { $0.hasPrefix("latin.md") }.count == 1, "\(test.notices.all)")
  }
}
