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
}
