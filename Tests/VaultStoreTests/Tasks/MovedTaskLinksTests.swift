import Testing
import VaultTestSupport

@testable import VaultStore

/// Links that tasks leave behind.
struct MovedTaskLinksTests {
  /// What moving `a.md:2` to `o/b.md` says, the part that is the same everywhere left out.
  private func notices(_ files: [String: String], dryRun: Bool = false) throws -> [String] {
    let folder = try TemporaryFolder()
    for (path, text) in files { try folder.write(text, to: path) }
    if files["o/b.md"] == nil { try folder.write("", to: "o/b.md") }
    let test = try VaultUnderTest(folder)
    _ = try test.vault().editor.moveTasks(["a.md:2"], to: "o/b", under: nil, ChangeOptions(dryRun: dryRun))
    return test.notices.all.filter { !$0.contains(".vault/") }.map { $0.replacing("; change it by hand", with: "") }
  }

  @Test(arguments: [false, true])
  func toABlockThatMoved(_ dryRun: Bool) throws {
    let files = [
      "a.md": "see [[#^one]] and [[a#^Two|2]], [[#^three]]\n- [ ] x ^one\n  - [ ] y ^two\n\n- [ ] z ^three\n",
      "c.md": "\n![[a#^one]] [t](a.md#%5Eone) [[a]] [[b#^one]]\n",
    ]
    #expect(
      try notices(files, dryRun: dryRun) == [
        "c.md:2: the link to \"a#^one\" leads to what was moved to o/b.md",
        "c.md:2: the link to \"a.md#%5Eone\" leads to what was moved to o/b.md",
        "a.md:1: the link to \"#^one\" leads to what was moved to o/b.md",
        "a.md:1: the link to \"a#^Two\" leads to what was moved to o/b.md",
      ])
  }

  @Test func outOfWhatMoved() throws {
    let text = """

      - [ ] [[#H]] [[#^own]] [[c]] [r] [e][r2] <https://x.org> [m](c.md) [up](o/b.md) [[nowhere]] ^own

      # H
      [r]: c.md
      [r2]: https://x.org/2

      """
    #expect(
      try notices(["a.md": text, "c.md": ""]) == [
        "a.md:2: the link to \"#H\" leads elsewhere from o/b.md",
        "a.md:2: the link to \"c.md\" has its address in a line that was not moved with it",
        "a.md:2: the link to \"https://x.org/2\" has its address in a line that was not moved with it",
      ])
  }

  @Test func aBlockIDThatIsThereAlready() throws {
    #expect(
      try notices(["a.md": "\n- [ ] x ^one\n", "o/b.md": "text ^ONE\n"])
        == ["o/b.md: has a block ^one already; rename one of the two"])
  }

  @Test func nothingIsSaidWhereNothingBreaks() throws {
    let files = ["a.md": "[[#^x]]\n- [ ] see [[c]] and #tag\n- [ ] z ^x\n", "c.md": "[[a]] [[a#H]]\n"]
    #expect(try notices(files).isEmpty)
  }
}
