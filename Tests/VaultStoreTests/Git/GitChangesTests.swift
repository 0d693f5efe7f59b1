import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Git's own words about random states as the judge of what has changed.
@Suite(.enabled(if: InstalledTool.git.isInstalled || InstalledTool.areAllInstalled, "git is not installed"))
struct GitChangesTests {
  private static let names = [
    "a.md", "b.md", "sub/a.md", "sub/c d.md", "new\nline.md", "é.md", "-x.md", "sub/deep/e.md", "%41.md", "\"q\".md",
  ]
  private static var rounds: Int { ProcessInfo.processInfo.environment["VAULT_SOAK"] == nil ? 40 : 1_000 }

  private func expected(_ repository: TestRepository, _ revision: String) throws -> [GitChange] {
    var changes: [GitChange] = []
    let fields = try repository.git("diff", "--name-status", "-z", "-M", revision, "--").split(separator: "\0").map(
      String.init)
    var index = 0
    while index < fields.count {
      let (status, path) = (fields[index], fields[index + 1])
      switch status.first {
      case "R":
        changes.append(GitChange(kind: .renamed, path: NotePath(fields[index + 2]), from: NotePath(path)))
        index += 1
      case "A": changes.append(GitChange(kind: .added, path: NotePath(path)))
      case "D": changes.append(GitChange(kind: .deleted, path: NotePath(path)))
      default: changes.append(GitChange(kind: .modified, path: NotePath(path)))
      }
      index += 2
    }
    let known = Set(changes.map(\.path))
    for line in try repository.git("status", "--porcelain=v1", "-z", "--untracked-files=all").split(separator: "\0")
    where line.hasPrefix("?? ") && !known.contains(NotePath(String(line.dropFirst(3)))) {
      changes.append(GitChange(kind: .untracked, path: NotePath(String(line.dropFirst(3)))))
    }
    return changes.sorted { $0.path < $1.path }
  }

  @Test func randomStates() throws {
    let seed = TestSeed(fixed: 29)
    var random = SeededGenerator(seed: seed.value)
    let repository = try TestRepository()
    for name in Self.names.prefix(5) {
      try repository.write("\(name)\n" + String(repeating: "line\n", count: 9), to: name)
    }
    let first = try repository.commit()
    let test = try VaultUnderTest(root: repository.path)
    let vault = try test.vault().vault
    for round in 0..<Self.rounds {
      let name = Self.names.randomElement(using: &random) ?? ""
      let file = repository.path + "/" + name
      switch Int.random(in: 0..<7, using: &random) {
      case 0, 1: try repository.write("\(round)\n" + String(repeating: "line\n", count: 9), to: name)
      case 2: unlink(file)
      case 3: try repository.git("add", "--all")
      case 4: try repository.commit()
      case 5:
        let other = Self.names.randomElement(using: &random) ?? ""
        rename(file, repository.path + "/" + other)
      default: try repository.write("sub/\n", to: Bool.random(using: &random) ? ".gitignore" : "empty")
      }
      let git = try GitRepository(of: repository.path, variables: repository.variables)
      for revision in [first, "HEAD"] {
        #expect(
          try git.changes(since: git.revision(revision, in: vault)) == expected(repository, revision),
          "\(seed), round \(round)")
      }
    }
  }
}
