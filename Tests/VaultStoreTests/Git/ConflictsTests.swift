import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

@Suite struct ConflictsTests {
  private let folder: TemporaryFolder
  private let test: VaultUnderTest
  private let marked = "- [ ] one\n<<<<<<< HEAD\n- [ ] two\n=======\n- [x] two there\n>>>>>>> other\n- [ ] three\n"

  init() throws {
    folder = try TemporaryFolder()
    test = try VaultUnderTest(folder)
  }

  @Test func areListedWithoutGit() throws {
    try folder.write(marked + "\n" + marked, to: "a.md")
    try folder.write("```\n\(marked)```\n", to: "b.md")
    let conflicts = try test.vault().read { try $0.conflicts() }
    #expect(conflicts.map(\.path.text) == ["a.md", "a.md"] && conflicts.map(\.lines) == [2...6, 10...14])
    #expect(conflicts.allSatisfy { !$0.isUnmerged })
  }

  @Test func tasksInThemAreNotChanged() throws {
    try folder.write(marked, to: "a.md")
    let editor = try test.vault().editor
    for line in [3, 5] {
      #expect(throws: TaskInConflictError.self) { try editor.completeTasks(["a.md:\(line)"]) }
    }
    #expect(try String(contentsOfFile: folder.absolute("a.md"), encoding: .utf8) == marked)
    for line in [1, 7] { _ = try editor.completeTasks(["a.md:\(line)"]) }
    let text = try String(contentsOfFile: folder.absolute("a.md"), encoding: .utf8)
    #expect(text.hasPrefix("- [x] one") && text.contains("\n- [x] three") && text.contains("\n- [ ] two\n"))
  }

  // MARK: Once more

  /// Leaves a merge open that was made without the driver: of the first note rules settle all, of the second nothing.
  private func mergeByGit() throws -> TestRepository {
    let repository = try TestRepository(in: folder)
    let base = "---\ntags: [a]\n---\n- [ ] one\n\nText.\n"
    try repository.write(base, to: "a.md")
    try repository.write("Text.\n", to: "b.md")
    try repository.write("Text.\n", to: "c.md")
    try repository.commit()
    try repository.git("switch", "--quiet", "--create", "side")
    try repository.write(base.replacing("[a]", with: "[a, b]"), to: "a.md")
    for name in ["b.md", "c.md"] { try repository.write("Theirs.\n", to: name) }
    try repository.commit()
    try repository.git("switch", "--quiet", "main")
    try repository.write(base.replacing("[a]", with: "[a, c]"), to: "a.md")
    for name in ["b.md", "c.md"] { try repository.write("Ours.\n", to: name) }
    try repository.commit()
    try repository.git("merge", "--quiet", "side", status: 1)
    return repository
  }

  private func editor(_ repository: TestRepository) throws -> VaultEditor {
    var test = test
    test.environment.variables.merge(repository.variables) { $1 }
    return try test.vault().editor
  }

  @Test(.enabled(if: InstalledTool.git.isInstalled || InstalledTool.areAllInstalled, "git is not installed"))
  func theRulesSettleThemLater() throws {
    let repository = try mergeByGit()
    try repository.write("A person's own\n<<<<<<< HEAD\nOurs.\n=======\nTheirs.\n>>>>>>> side\n", to: "c.md")
    let (b, c) = (try repository.text(of: "b.md"), try repository.text(of: "c.md"))
    #expect(try repository.text(of: "a.md").contains("<<<<<<<"))
    let planned = try editor(repository).retryConflicts(ChangeOptions(dryRun: true))
    #expect(planned.settled.map(\.text) == ["a.md"] && planned.outcome.end == .dryRun)
    #expect(try repository.text(of: "a.md").contains("<<<<<<<"))
    let retried = try editor(repository).retryConflicts()
    #expect(retried.settled.map(\.text) == ["a.md"])
    #expect(retried.open.map(\.text) == ["b.md"] && retried.begun.map(\.text) == ["c.md"])
    #expect(try repository.text(of: "a.md") == "---\ntags: [a, c, b]\n---\n- [ ] one\n\nText.\n")
    #expect(
      try repository.text(of: "b.md").contains("Ours.\n=======\nTheirs.") && b.contains("Ours.\n=======\nTheirs."))
    #expect(try repository.text(of: "c.md") == c)
    #expect(try repository.git("diff", "--name-only", "--diff-filter=U") == "b.md\nc.md")
    // Once more is nothing more.
    let again = try editor(repository).retryConflicts()
    #expect(again.settled.isEmpty && again.open.map(\.text) == ["b.md"] && again.outcome.end == .unchanged)
  }
}
