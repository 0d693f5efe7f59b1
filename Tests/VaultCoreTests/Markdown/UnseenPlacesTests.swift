import Testing
import VaultCore

@Suite struct UnseenPlacesTests {
  /// Whether each `[[x]]` of a text is unseen, in order.
  private func unseen(_ text: String) -> [Bool] {
    let places = UnseenPlaces(Array(text.utf8))
    let note = NoteParser().structure(of: Array(text.utf8), path: NotePath("a.md"))
    return note.links.sorted { $0.location < $1.location }.map { places.contains($0.location) }
  }

  @Test func comments() {
    #expect(unseen("[[a]] %% [[b]] %% [[c]]\n\n%%\n[[d]]\n%%\n") == [false, true, false])
    #expect(unseen("---\nup: '[[x]]'\n---\n[[a]] %%b%% [[c]]\n") == [false, false, false])
  }

  @Test func math() {
    #expect(unseen("$a[[b]]$ [[c]] costs $5 and [[d]] $6\n") == [true, false, false])
    #expect(unseen("[[a]]\n\n$$\n[[b]]\n$$\n\n[[c]] \\$x[[d]]\\$\n") == [false, true, false, false])
  }
}
