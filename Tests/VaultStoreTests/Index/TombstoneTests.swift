import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// What is left behind by notes that are gone or were changed never shows.
@Suite struct TombstoneTests {
  private func numbers(_ test: VaultUnderTest) throws -> (live: Int, dead: Int) {
    let index = try IndexDump.opened(test.indexPath())
    return try index.read { db in
      let writer = try IndexWriter(db)
      let rows = try IndexStatement(db, "SELECT count(*) FROM note")
      #expect(try rows.step())
      return (rows.int(0), writer.dead)
    }
  }

  @Test func oldWordsNeverMatch() throws {
    let folder = try TemporaryFolder()
    let test = try VaultUnderTest(folder)
    for round in 0..<30 {
      for number in 0..<5 {
        try folder.write(
          """
          ---
          tags: [round\(round)]
          aliases: [alias\(round)x\(number)]
          ---
          word\(round) [[target \(round)]]
          - [ ] Task of round \(round)

          """, to: "note \(number).md")
      }
      #expect(try test.paths("word\(round)").count == 5)
      guard round > 0 else { continue }
      let old = round - 1
      for query in ["word\(old)", "#round\(old)", "alias:alias\(old)x1", "tag:round\(old)", "word\(old)*"]
      where round > 9 {
        #expect(try test.paths("\(query) -word\(round)").isEmpty, "\(query)")
      }
      #expect(try test.paths("\"word\(old)\"").isEmpty)
      let vault = try test.vault()
      #expect(try vault.read { try $0.tags() }.map(\.tag) == ["round\(round)"])
      #expect(try vault.read { try $0.resolve("alias\(round)x1") }.text == "note 1.md")
      #expect(throws: NoteNameError.self) { try vault.read { try $0.resolve("alias\(old)x1") } }
      let tasks = try vault.read { try $0.tasks(Query(), scope: .all) }
      #expect(tasks.total == 5 && tasks.tasks.allSatisfy { $0.task.description == "Task of round \(round)" })
      try vault.withSnapshot { snapshot in
        let linking = try snapshot.notes(linkingTo: "target \(old)")
        let universe = try snapshot.universe
        #expect(linking.isEmpty && universe.count == 5)
      }
    }
    #expect(try numbers(test).dead == 29 * 5)
  }

  @Test func builtAnewWhenAFifthIsDead() throws {
    let folder = try TemporaryFolder()
    let test = try VaultUnderTest(folder)
    for number in 0..<300 { try folder.write("alpha\n", to: "\(number).md") }
    #expect(try test.paths("alpha").count == 300)
    for number in 0..<200 { try folder.write("beta\n", to: "\(number).md") }
    #expect(try test.paths("beta").count == 200)
    let before = try numbers(test)
    #expect(before == (300, 200))
    try folder.write("beta\n", to: "200.md")
    #expect(try test.paths("beta").count == 201)
    let after = try numbers(test)
    #expect(after == (300, 0))
    #expect(test.notices.all.isEmpty)
  }

  @Test func shortHandlesAreUnique() throws {
    let folder = try TemporaryFolder()
    let test = try VaultUnderTest(folder)
    for note in 0..<20 {
      let tasks = (0..<100).map { "- [ ] Task \($0 % 40)\n" }.joined()
      try folder.write(tasks, to: "\(note).md")
    }
    let views = try test.vault().read { try $0.tasks(Query(), scope: .all) }.tasks
    #expect(views.count == 2_000)
    let handles = views.map(\.task.handle).sorted()
    #expect(Set(handles).count == 2_000)
    for view in views {
      let bearers = handles.filter { $0.hasPrefix(view.shortHandle) }
      #expect(bearers == [view.task.handle] && view.shortHandle.utf8.count >= 3)
      if view.shortHandle.utf8.count > 3 {
        let shorter = view.shortHandle.dropLast()
        #expect(handles.contains { $0.hasPrefix(shorter) && $0 != view.task.handle })
      }
    }
  }
}
