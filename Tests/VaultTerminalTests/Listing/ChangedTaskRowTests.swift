import Testing
import VaultCore
import VaultInterface
import VaultListingSupport
import VaultStore

@testable import VaultTerminal

@Suite struct ChangedTaskRowTests {
  private func printed(
    _ line: String, _ width: Int?, colors: ColorDepth = .none, unicode: Bool = true,
    _ change: (VaultEditor) throws -> TaskChangeOutcome
  ) throws -> String {
    let fixture = try ListingFixture(["a.md": line + "\n"])
    let task = try #require(try change(fixture.vault.editor()).tasks.first)
    let context = ListingFixture.context(width: width, colors: colors, unicode: unicode)
    return try fixture.printed(context) {
      try ChangedTaskRow.write(
        task.view, from: try #require(task.before), marks: task.marks, to: $0, fixture.listed)
    }
  }

  private func due(_ day: String) -> (VaultEditor) throws -> TaskChangeOutcome {
    { editor in
      var fields = TaskFieldChange()
      fields.set(.due, CivilDate(day))
      return try editor.editTasks(["a.md:1"], fields, ChangeOptions(dryRun: true))
    }
  }

  @Test func oneLineInAPipe() throws {
    let text = try printed("  - [/] x 📅 2026-03-01", nil, due("2026-03-02"))
    #expect(text.hasPrefix("! "))
    #expect(text.hasSuffix("  - [/] x 📅 2026-03-02  a.md:1  (due: 2026-03-01 → 2026-03-02)\n"))
    let ascii = try printed("- [ ] x", nil, unicode: false, due("2026-03-20"))
    #expect(ascii.hasSuffix("(due: none -> 2026-03-20)\n"))
  }

  @Test func marksAndWordsOnATerminal() throws {
    let text = try printed("- [ ] x", 100, colors: .trueColor, due("2026-03-16"))
    #expect(text.contains(/\u{1B}\[1;38;2;[0-9;]+m📅 2026-03-16\u{1B}\[0m/))
    #expect(ListingFixture.unstyled(text).contains("(due: none → 2026-03-16, in 2 days)  a.md:1\n"))
  }

  @Test func whatDoesNotFitGoesOnBelow() throws {
    let words = String(repeating: "word ", count: 20)
    let text = try printed("- [ ] \(words)", 40, due("2026-03-16"))
    let lines = text.split(separator: "\n")
    #expect(lines.count > 4)
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("       ") })
    #expect(text.contains("📅 2026-03-16"))
  }
}
