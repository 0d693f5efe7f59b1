import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

@Suite(.enabled(if: InstalledTool.git.isInstalled || InstalledTool.areAllInstalled, "git is not installed"))
struct GitLogTests {
  private let repository: TestRepository

  init() throws { repository = try TestRepository() }

  private func log(at folder: String = "") throws -> GitLog {
    let known = try GitRepository(of: repository.path + folder, variables: repository.variables)
    return try GitLog(known, head: try #require(try known.head()), keptIn: nil)
  }

  /// A commit may say any time, and comes along in a clone.
  @Test(arguments: [
    ("9223372036854776000", 253_402_300_799), ("99999999999999999999", 253_402_300_799), ("1760000000", 1_760_000_000),
  ])
  func timesBeyondAllCalendars(time: String, expected: Int64) throws {
    try repository.write("text\n", to: "a.md")
    try repository.git("add", "--all")
    let tree = try repository.git("write-tree")
    let commit = "tree \(tree)\nauthor A <a@b> \(time) +0000\ncommitter A <a@b> \(time) +0000\n\nx\n"
    let number = try repository.git("hash-object", "-t", "commit", "-w", "--literally", "--stdin", input: commit)
    try repository.git("update-ref", "HEAD", number)
    let told = try repository.git("log", "--format=%ct")
    let entry = try #require(try log().entries[NotePath("a.md")])
    // Git itself gives up on what does not fit into its numbers.
    #expect(entry.first == (told == time ? expected : GitLog.seconds(told)))
    try repository.write("dates: git\n", to: ".vault/config.yaml")
    var test = try VaultUnderTest(root: repository.path)
    test.environment.variables.merge(repository.variables) { first, _ in first }
    #expect(try test.vault().read { try $0.show("a.md").record.path } == NotePath("a.md"))
  }

  @Test(arguments: [("", nil), ("12a", nil), ("-5", 0), ("-", 0), ("7", 7)] as [(String, Int64?)])
  func seconds(text: String, expected: Int64?) { #expect(GitLog.seconds(text) == expected) }

  /// What the user has told git for people does not change what is read.
  @Test func settingsOfGit() throws {
    try repository.write("text\n", to: "inner/a.md")
    try repository.commit()
    try repository.write("text\n", to: "inner/b.md")
    try repository.commit()
    let (whole, inner) = (try log().entries, try log(at: "/inner").entries)
    #expect(whole.count == 2 && Set(inner.keys) == [NotePath("a.md"), NotePath("b.md")])
    try repository.git("config", "log.showRoot", "false")
    try repository.git("config", "diff.relative", "true")
    #expect(try log().entries == whole && log(at: "/inner").entries == inner)
  }
}
