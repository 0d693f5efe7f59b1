import Testing
import VaultCore

struct DateRepairTests {
  private func days(_ text: String) throws -> [String] {
    let bytes = Array(text.utf8)
    let phrase = DayPhrase(today: try #require(CivilDate("2026-03-14")))
    var parser = NoteParser()
    let note = bytes.withUnsafeBufferPointer { parser.parse($0, path: NotePath("a.md"), modified: 0).note }
    let lines = bytes.withUnsafeBufferPointer { LineTable($0, from: 0) }
    return note.diagnostics.flatMap { problem -> [String] in
      let start = lines.starts[problem.location.line - 1] + problem.location.column - 1
      guard let repair = DateRepair(problem, at: start, in: bytes, phrase) else { return [] }
      return repair.days.map { "\(String(decoding: bytes[repair.range], as: UTF8.self)) → \($0)" }
    }
  }

  @Test(arguments: [
    ("- [ ] é a 📅 2026-02-30\n", ["2026-02-30 → 2026-02-28"]), ("- [ ] a 📅 2026-13-01\n", []),
    ("---\ncreated: 3/4/2026\n---\n", ["3/4/2026 → 2026-04-03", "3/4/2026 → 2026-03-04"]),
    ("---\ncreated: \"5 January 2026\" # note\n---\n", ["5 January 2026 → 2026-01-05"]),
    ("---\ncreated: soon\n---\n", []), ("---\ncreated: 2026-01-05\n---\n", []),
  ])
  func whatMayBeMeant(_ text: String, _ found: [String]) throws { #expect(try days(text) == found) }
}
