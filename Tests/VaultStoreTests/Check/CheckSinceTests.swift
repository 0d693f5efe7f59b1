import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

@Suite(.enabled(if: InstalledTool.git.isInstalled || InstalledTool.areAllInstalled, "git is not installed"))
struct CheckSinceTests {
  private let repository: TestRepository
  private let test: VaultUnderTest

  init() throws {
    repository = try TestRepository()
    test = try VaultUnderTest(root: repository.path)
  }

  private func vault(noIndex: Bool = false) throws -> OpenVault {
    var test = test
    test.environment.variables.merge(repository.variables) { first, _ in first }
    return try test.vault(noIndex: noIndex)
  }

  private func found(since revision: String) throws -> [String] {
    try vault().read { try $0.check(CheckRequest(since: revision)) }.new.map(\.diagnosed.text)
  }

  @Test func whatChangedAndLinksToWhatChanged() throws {
    try repository.write("[[a]] [[b#One]] [[gone already]]\n", to: "links.md")
    try repository.write("text\n", to: "a.md")
    try repository.write("# One\n", to: "b.md")
    try repository.write("[[never]]\n", to: "old.md")
    try repository.commit()
    try repository.git("mv", "a.md", "moved.md")
    try repository.write("# Two\n", to: "b.md")
    try repository.write("[[nowhere]]\n", to: "new.md")
    #expect(
      try found(since: "HEAD") == [
        "error links.md:1:1 link-dangling", "error links.md:1:7 link-anchor", "error new.md:1:1 link-dangling",
      ])
    try repository.commit()
    #expect(try found(since: "HEAD") == [])
    #expect(try found(since: "HEAD~1").count == 3)
    #expect(try found(since: "2020-01-01").count == 5, "before the first commit")
    #expect(throws: GitError.self) { try found(since: "no-such-branch") }
    #expect(throws: GitError.self) { try found(since: "--git-dir") }
  }

  @Test func linksByOldAliasesAndFolders() throws {
    try repository.write("[[Foo]] [a](img/) [[other]]\n", to: "links.md")
    try repository.write("---\naliases: [Foo]\n---\n", to: "n.md")
    try repository.write("", to: "img/p.png")
    try repository.commit()
    try repository.write("text\n", to: "n.md")
    try repository.git("rm", "--quiet", "img/p.png")
    #expect(try found(since: "HEAD") == ["error links.md:1:1 link-dangling", "error links.md:1:9 link-dangling"])
    try repository.write("check: {schema: [{notes: 'file:n.md', required: [status]}]}\n", to: ".vault/config.yaml")
    try repository.commit()
    try repository.write("check: {schema: [{notes: 'file:links.md', required: [status]}]}\n", to: ".vault/config.yaml")
    #expect(try found(since: "HEAD") == ["error links.md:1:1 property-missing"])
    for text in ["HEAD..HEAD~1", "^HEAD", "main...HEAD"] { #expect(throws: GitError.self) { try found(since: text) } }
  }

  @Test func aRepositoryWithoutCommits() throws {
    try repository.write("[[nowhere]]\n", to: "new.md")
    #expect(try found(since: "HEAD") == ["error new.md:1:1 link-dangling"])
  }

  @Test func outsideOfAnyRepository() throws {
    try TemporaryFolder.with { folder in
      try folder.write("[[nowhere]]\n", to: "new.md")
      let vault = try VaultUnderTest(folder).vault()
      #expect(throws: GitError.self) { try vault.read { try $0.check(CheckRequest(since: "HEAD")) } }
      #expect(try vault.read { try $0.check() }.prefix == "")
    }
  }

  @Test func aVaultInAFolderOfTheRepository() throws {
    try repository.write("[[b]]\n", to: "notes/a.md")
    try repository.write("x\n", to: "notes/b.md")
    try repository.write("x\n", to: "outside.md")
    try repository.commit()
    try repository.git("mv", "notes/b.md", "b.md")
    var inside = try VaultUnderTest(root: repository.path + "/notes")
    inside.environment.variables.merge(repository.variables) { first, _ in first }
    var request = CheckRequest(since: "HEAD")
    request.needsPrefix = true
    let report = try inside.vault().read { try $0.check(request) }
    #expect(report.new.map(\.diagnosed.text) == ["error a.md:1:1 link-dangling"])
    #expect(report.prefix == "notes/")
  }

  // MARK: Repair

  private func repair() throws -> [String] {
    let outcome = try vault().editor.repair(CheckRequest())
    return outcome.planned.records.map(\.path.text)
  }

  @Test func linksFollowRenames() throws {
    let text = "[[Old]] ![[pic.png]] [t](sub/Old.md#h) [[Old|said]] [[Deleted]]\n"
    try repository.write(text, to: "a.md")
    try repository.write("---\nup: '[[Old]]'\n---\n", to: "b.md")
    try repository.write("A text that is long enough to be known again.\nAnd more of it.\n# h\n", to: "sub/Old.md")
    try repository.write("picture\npicture\npicture\n", to: "pic.png")
    try repository.write("gone\n", to: "Deleted.md")
    try repository.commit()
    try repository.git("mv", "sub/Old.md", "sub/Newer.md")
    try repository.git("mv", "pic.png", "image.png")
    try repository.git("rm", "--quiet", "Deleted.md")
    try repository.commit()
    try repository.git("mv", "sub/Newer.md", "Newest.md")
    try repository.commit()
    #expect(try repair() == ["a.md", "b.md"])
    #expect(
      try repository.text(of: "a.md")
        == "[[Newest]] ![[image.png]] [t](Newest.md#h) [[Newest|said]] [[Deleted]]\n")
    #expect(try repository.text(of: "b.md") == "---\nup: '[[Newest]]'\n---\n")
    #expect(try repair() == [])
    _ = try vault().editor.undo()
    #expect(try repository.text(of: "a.md") == text)
  }

  @Test func linksFollowRenamesThatAreNotCommitted() throws {
    try repository.write("[[Old]]\n", to: "a.md")
    try repository.write("A text that is long enough to be known again.\n", to: "Old.md")
    try repository.commit()
    try repository.git("mv", "Old.md", "New.md")
    #expect(try repair() == ["a.md"])
    #expect(try repository.text(of: "a.md") == "[[New]]\n")
  }

  @Test func linksFindTheOneFileOfThatName() throws {
    try repository.write(
      "[[x/Note]] [t](wrong/Note.md) [u](Sub/pIC.png) [v](./sub/NOTE.md) [[x/Twin]] [[Note]] [[sub/NOTE]]\n", to: "a.md"
    )
    try repository.write("", to: "Sub/Note.md")
    try repository.write("", to: "Sub/Pic.png")
    try repository.write("", to: "one/Twin.md")
    try repository.write("", to: "two/Twin.md")
    #expect(try repair() == ["a.md"])
    #expect(
      try repository.text(of: "a.md")
        == "[[Sub/Note]] [t](Sub/Note.md) [u](Sub/Pic.png) [v](./Sub/Note.md) [[x/Twin]] [[Note]] [[sub/NOTE]]\n")
    #expect(try repair() == [])
  }

  @Test func onlyWhatIsToldIsRepaired() throws {
    try repository.write("[[Old]] one\n[[Old]] two %% vault-check: off %%\n$a[[Old]]$\n[[Old]] three\n", to: "a.md")
    try repository.write("[[Odd]]\n[[Old]]\n", to: "b.md")
    for name in ["Old", "Odd"] {
      try repository.write("A long text of \(name) that git knows again.\n", to: "\(name).md")
    }
    try repository.commit()
    try repository.git("mv", "Old.md", "New.md")
    // No link can name such a file.
    try repository.git("mv", "Odd.md", "Odd#one|two.md")
    let known = try vault().read { try $0.check() }.baseline
    let entries = known.entries.count
    #expect(entries == 4)
    #expect(try repair() == ["a.md", "b.md"])
    #expect(
      try repository.text(of: "a.md")
        == "[[New]] one\n[[Old]] two %% vault-check: off %%\n$a[[Old]]$\n[[New]] three\n")
    #expect(try repository.text(of: "b.md") == "[[Odd]]\n[[New]]\n")
  }

  @Test func nothingGoesInAList() throws {
    try repository.write(
      "check: {schema: [{notes: 'path:n', properties: {kind: {values: [Alpha, Beta]}}}]}\n", to: ".vault/config.yaml")
    let text = "---\nkind:\n  - BETA # one\n  - beta\ntags: ['#a', a]\n---\n"
    try repository.write(text, to: "n.md")
    try repository.write("---\ntags: '#'\n---\n", to: "m.md")
    #expect(try repair() == [])
    #expect(try repository.text(of: "n.md") == text)
  }

  @Test func tagsAndSpellings() throws {
    try repository.write(
      "check: {schema: [{notes: 'path:n', properties: {status: {values: [open]}, Kind: {}}}]}\n",
      to: ".vault/config.yaml")
    try repository.write("---\ntag: '#a, b'\nStatus: OPEN # said\nkind: x\n---\ntext\n", to: "n.md")
    try repository.write("---\ntags:\n  - \"#a\"\n  - b\n---\n", to: "m.md")
    #expect(try repair() == ["m.md", "n.md"])
    #expect(try repository.text(of: "n.md") == "---\ntags: ['a', 'b']\nstatus: open # said\nKind: x\n---\ntext\n")
    #expect(try repository.text(of: "m.md") == "---\ntags:\n  - \"a\"\n  - b\n---\n")
    #expect(try repair() == [])
  }
}
