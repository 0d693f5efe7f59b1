import Testing
import VaultCore

struct NotePathTests {
  @Test func theFirstBytesOrderPathsAsTheyAre() {
    var paths = [
      "", "a", "a b.md", "a.md", "a/b.md", "a\u{301}.md", "abcdefg", "abcdefgh", "abcdefghi", "b", "Ä.md", "日本語/メモ.md",
      "😀.md",
    ].map { NotePath($0) }
    paths.append(NotePath(bytes: [0x61, 0xFF, 0x62]))
    for a in paths {
      for b in paths where a.orderingPrefix != b.orderingPrefix {
        #expect((a < b) == (a.orderingPrefix < b.orderingPrefix), "\(a.text) and \(b.text)")
      }
    }
    #expect(NotePath("abcdefgh1").orderingPrefix == NotePath("abcdefgh2").orderingPrefix)
    #expect(NotePath("a").orderingPrefix == 0x61 << 56)
  }
}
