import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

@Suite(.enabled(if: InstalledTool.git.isInstalled || InstalledTool.areAllInstalled, "git is not installed"))
struct GitQuestionsTests {
  private let repository: TestRepository
  private var test: VaultUnderTest

  init() throws {
    repository = try TestRepository()
    test = try VaultUnderTest(root: repository.path)
    test.environment.variables.merge(repository.variables) { first, _ in first }
  }

  private func found(_ query: String) throws -> [String] {
    let answer = try test.paths(query)
    #expect(try test.paths(query, noIndex: true) == answer)
    return answer
  }

  @Test func states() throws {
    for name in ["a", "b", "c", "d"] { try repository.write("text\n", to: "\(name).md") }
    try repository.commit()
    #expect(try found("git:modified") == [] && found("git:untracked") == [])
    try repository.write("more\n", to: "a.md")
    try repository.write("more\n", to: "b.md")
    try repository.git("add", "b.md")
    try repository.git("mv", "c.md", "odd\nname.md")
    try repository.write("new\n", to: "new/x.md")
    try FileManager.default.removeItem(atPath: repository.path + "/d.md")
    #expect(try found("git:modified") == ["a.md", "b.md", "odd\nname.md"])
    #expect(try found("git:staged") == ["b.md", "odd\nname.md"])
    #expect(try found("git:untracked") == ["new/x.md"])
    #expect(try found("-git:modified") == ["new/x.md"])
    #expect(try found("since:HEAD") == ["a.md", "b.md", "new/x.md", "odd\nname.md"])
  }

  @Test func conflicts() throws {
    try repository.write("one\n", to: "a.md")
    try repository.commit()
    try repository.git("checkout", "--quiet", "-b", "other")
    try repository.write("two\n", to: "a.md")
    try repository.commit()
    try repository.git("checkout", "--quiet", "main")
    try repository.write("three\n", to: "a.md")
    try repository.commit()
    try repository.git("merge", "other", status: 1)
    #expect(try found("git:conflicted") == ["a.md"] && found("git:modified") == ["a.md"])
  }

  @Test func commitsAndAuthors() throws {
    try repository.write("A text that is long enough.\nAnd more of it.\n", to: "old.md")
    try repository.commit()
    try repository.git("mv", "old.md", "new.md")
    try repository.git("-c", "user.name=Wei", "commit", "--quiet", "--author=Wei <wei@example.org>", "-m", "Rename")
    try repository.write("other\n", to: "old.md")
    try repository.commit()
    #expect(try found("author:WEI") == ["new.md"] && found("author:example.org") == ["new.md", "old.md"])
    #expect(try found("author:ada") == ["new.md", "old.md"])
    #expect(try found("committed:2025-10-09") == ["new.md", "old.md"])
    #expect(try found("committed:2025-10-08") == [])
    // What is kept of the history is brought up to date.
    try repository.git("mv", "new.md", "newest.md")
    try repository.commit()
    #expect(try found("author:wei") == ["newest.md"])
    let vault = try test.vault().vault
    let git = try GitRepository(of: repository.path, variables: repository.variables)
    let head = try #require(try git.head())
    let kept = try GitLog(git, head: head, keptIn: vault.gitLogPath)
    #expect(try kept.entries == GitLog(git, head: head, keptIn: nil).entries)
    // What is kept is made anew where it is damaged.
    let file = try #require(vault.gitLogPath)
    let whole = try #require(try AtomicFile.read(file))
    let beginning = Array("vault git log 2\0\(head)\0\0\0".utf8)
    for damaged in [[], Array(whole.dropLast(9)), beginning + Array("-1\0".utf8), beginning + Array("99\0a\0".utf8)] {
      try AtomicFile.replace(file, damaged, mode: 0o600)
      #expect(try found("author:wei") == ["newest.md"])
    }
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
    #expect(try found("author:wei") == ["newest.md"])
    // A history that was rewritten is read anew.
    try repository.git("reset", "--quiet", "--hard", "HEAD~2")
    #expect(try found("author:wei") == ["new.md"])
  }

  @Test func outsideOfAnyRepository() throws {
    try TemporaryFolder.with { folder in
      try folder.write("", to: "a.md")
      var test = try VaultUnderTest(folder)
      test.environment.variables["GIT_CEILING_DIRECTORIES"] =
        URL(fileURLWithPath: folder.path).deletingLastPathComponent().path
      test.environment.variables["PATH"] = "/usr/bin:/bin"
      #expect(throws: QueryError.self) { try test.paths("git:modified") }
      #expect(throws: QueryError.self) { try test.paths("author:x", noIndex: true) }
    }
  }
}
