import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Links that lead nowhere without what is deleted.
@Suite struct LostLinksTests {
  private static let files = [
    "a/Plan.md": "---\naliases: [the plan]\n---\n[[Other]] [[#x]]\n", "b/Plan.md": "",
    "Other.md": "[[a/Plan]] [[Plan]]\n",
    "c.md": "see [[the plan]]\n\n![[pic.png]]\n", "pic.png": "", "d.md": "[[Nowhere]] [x](https://a.b/Plan)\n",
  ]

  private func lost(_ gone: Set<NotePath>, _ noIndex: Bool) throws -> [String] {
    let folder = try TemporaryFolder()
    for (path, text) in Self.files { try folder.write(text, to: path) }
    let test = try VaultUnderTest(folder)
    let links = try test.vault(noIndex: noIndex).read { try $0.links(lostWithout: gone) }
    withExtendedLifetime(folder) {}
    return links.map { "\($0.source):\($0.link.location.line) \($0.link.target)" }
  }

  @Test(arguments: [false, true]) func onlyWhatLeadsNowhereThen(_ noIndex: Bool) throws {
    // `Plan` leads to the other one.
    #expect(try lost(["a/Plan.md"], noIndex) == ["Other.md:1 a/Plan", "c.md:1 the plan"])
    #expect(
      try lost(["a/Plan.md", "b/Plan.md"], noIndex) == ["Other.md:1 a/Plan", "Other.md:1 Plan", "c.md:1 the plan"])
    #expect(try lost(["a/Plan.md", "Other.md"], noIndex) == ["c.md:1 the plan"])
    #expect(try lost(["Other.md", "pic.png"], noIndex) == ["a/Plan.md:4 Other", "c.md:3 pic.png"])
    #expect(try lost(["d.md"], noIndex) == [])
    #expect(try lost([], noIndex) == [])
  }

  @Test func deletingTellsIt() throws {
    for dryRun in [true, false] {
      let changed = try ChangedVault(Self.files)
      _ = try changed.vault().editor.delete(named: ["a/"], ChangeOptions(dryRun: dryRun))
      #expect(
        changed.notices.contains(
          "After that, 2 links in 2 notes lead nowhere:\n  Other.md:1  a/Plan\n  c.md:1  the plan"),
        "\(changed.notices)")
    }
  }

  @Test func theFirstOfManyAreNamed() throws {
    let changed = try ChangedVault(["x.md": "", "y.md": String(repeating: "[[x]]\n", count: 7)])
    _ = try changed.vault().editor.delete(named: ["x"])
    let notice = try #require(changed.notices.first { $0.contains("nowhere") })
    #expect(notice.hasPrefix("After that, 7 links in 1 note lead nowhere:\n  y.md:1  x\n"))
    #expect(notice.hasSuffix("\n  y.md:5  x\n  and 2 more"))
  }
}
