import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

@Suite struct TaskFindingsTests {
  /// `path:line:column code: message` of what concerns dependencies.
  private func findings(_ notes: [String: String]) throws -> [String] {
    let folder = try TemporaryFolder()
    for (path, text) in notes { try folder.write(text, to: path) }
    let test = try VaultUnderTest(folder)
    func found(noIndex: Bool) throws -> [String] {
      try test.vault(noIndex: noIndex).read { try $0.findings() }.findings
        .filter { finding in
          ["task-id-duplicate", "task-dependency"].contains { finding.diagnostic.code.rawValue.hasPrefix($0) }
        }
        .map { finding in
          let diagnostic = finding.diagnostic
          let place = "\(finding.path?.text ?? ""):\(diagnostic.location.line):\(diagnostic.location.column)"
          return "\(place) \(diagnostic.code.rawValue): \(diagnostic.message)"
        }
    }
    let answer = try found(noIndex: false)
    #expect(try found(noIndex: true) == answer)
    return answer
  }

  @Test func aRingIsNamedWithAllItsPlaces() throws {
    let found = try findings([
      "a.md": "- [ ] one 🆔 one ⛔ none,two\n- [ ] none 🆔 none\n",
      "b/c.md": "# B\n\n- [ ] two [id:: two] [dependsOn:: three]\n",
      "z.md": "- [ ] three 🆔 three ⛔ one\n",
    ])
    #expect(
      found == [
        """
        a.md:1:29 task-dependency-cycle: 3 tasks wait for each other, so that all of them are blocked: \
        a.md:1 → b/c.md:3 → z.md:1 → a.md:1; take one of these dependencies out
        """
      ])
  }

  @Test func aTaskMayWaitForItself() throws {
    #expect(
      try findings(["a.md": "- [ ] one 🆔 one ⛔ one\n- [x] done 🆔 two ⛔ two\n"]) == [
        "a.md:1:24 task-dependency-cycle: the task waits for itself, so that it is always blocked; take its own id out"
      ])
  }

  @Test func ofALongRingTheFirstAreNamed() throws {
    let lines = (0..<30).map { "- [ ] task 🆔 i\($0) ⛔ i\(($0 + 1) % 30)\n" }
    let found = try findings(["a.md": lines.joined()])
    #expect(found.count == 1)
    #expect(found[0].contains("30 tasks wait"))
    #expect(found[0].contains("a.md:19 → a.md:20 → 10 more → a.md:1;"))
  }

  @Test func idsOfSeveralTasks() throws {
    #expect(
      try findings(["a.md": "- [ ] one 🆔 same\n- [x] two [id:: same]\n"]) == [
        "a.md:1:16 task-id-duplicate: 2 tasks have the id \"same\"; give each its own",
        "a.md:2:17 task-id-duplicate: 2 tasks have the id \"same\"; give each its own",
      ])
  }

  @Test func idsThatNobodyHas() throws {
    #expect(
      try findings(["a.md": "- [ ] one 🆔 draft\n- [ ] two ⛔ draft, drafft\n- [x] three ⛔ other\n"]) == [
        """
        a.md:2:22 task-dependency-missing: the task waits for "drafft", and no task has that id, so it does not block; \
        did you mean "draft"?
        """,
        """
        a.md:3:17 task-dependency-missing: the task waits for "other", and no task has that id, so it does not block; \
        give the id to the task that is meant, or take it out here
        """,
      ])
  }
}
