import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

@Suite(.enabled(if: InstalledTool.git.isInstalled || InstalledTool.areAllInstalled, "git is not installed"))
struct GitHeadTests {
  /// What is read of HEAD is what git says of it.
  @Test func head() throws {
    let repository = try TestRepository()
    func look() throws -> GitHead? {
      try GitHead.look(repository.path, variables: repository.variables, cancellation: nil)
    }
    #expect(try look() == GitHead(commit: nil, prefix: [], cut: ""))
    let first = try repository.commit()
    #expect(try look() == GitHead(commit: first, prefix: [], cut: ""))
    try repository.git("pack-refs", "--all")
    #expect(try look()?.commit == first)
    let second = try repository.commit()
    #expect(try look()?.commit == second)
    try repository.git("checkout", "--quiet", first)
    #expect(try look()?.commit == first)
    try repository.git("checkout", "--quiet", "-b", "a/b")
    #expect(try look()?.commit == first)
    // Whatever else HEAD is, git is asked.
    try repository.git("symbolic-ref", "refs/heads/alias", "refs/heads/main")
    try repository.git("symbolic-ref", "HEAD", "refs/heads/alias")
    #expect(try look()?.commit == second)
    try repository.git("checkout", "--quiet", "--orphan", "empty")
    #expect(try look()?.commit == nil)
    var variables = repository.variables
    variables["GIT_DIR"] = repository.path + "/nowhere"
    #expect(try GitHead.look(repository.path, variables: variables, cancellation: nil) == nil)
    // What is no repository is passed over, as git does.
    try repository.folder.makeFolder("inner/.git")
    let inner = try GitHead.look(repository.path + "/inner", variables: repository.variables, cancellation: nil)
    #expect(inner == GitHead(commit: nil, prefix: Array("inner/".utf8), cut: ""))
  }

  /// Git is asked where a file is there and is not read.
  @Test func manyNamesInOneFile() throws {
    let repository = try TestRepository()
    let commit = try repository.commit()
    let names = (0..<80_000).map { "\(commit) refs/tags/a-name-of-\($0)\n" }.joined()
    try repository.git("pack-refs", "--all")
    try repository.folder.write(
      "# pack-refs with: peeled fully-peeled sorted \n\(commit) refs/heads/main\n\(names)", to: ".git/packed-refs")
    let head = try GitHead.look(repository.path, variables: repository.variables, cancellation: nil)
    #expect(head?.commit == commit)
  }
}
