import Foundation
import Testing

@testable import VaultGenerator

@Suite struct GeneratedVaultTests {
  private func withFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bench-test-\(UUID().uuidString)").path
    try await body(folder)
    try FileManager.default.removeItem(atPath: folder)
  }

  @Test func writesThePlanAnHourBack() async throws {
    try await withFolder { folder in
      let plan = try SyntheticNotes.plan(450)
      let vault = try await GeneratedVault(writing: plan, to: folder)
      for index in [0, 1, 224, 449] {
        let path = vault.root + "/" + String(decoding: plan.path(of: index), as: UTF8.self)
        #expect(FileManager.default.contents(atPath: path) == Data(plan.text(of: index).bytes))
        let modified = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
        #expect(try #require(modified).timeIntervalSinceNow < -3_500)
      }
      let found = try FileManager.default.subpathsOfDirectory(atPath: vault.root).count { $0.hasSuffix(".md") }
      #expect(found == 450)
      #expect(vault.statistics.notes == 450 && vault.statistics.tasks == 150 && vault.statistics.openTasks == 60)
      #expect(try GeneratedVault(existing: folder)?.statistics == vault.statistics)
    }
  }

  @Test func writtenTwiceItIsTheSame() async throws {
    try await withFolder { folder in
      let plan = try SyntheticNotes.plan(600)
      let first = try await GeneratedVault(writing: plan, to: folder).statistics
      let second = try await GeneratedVault(writing: plan, to: folder).statistics
      #expect(first == second)
    }
  }

  @Test func anInterruptedVaultIsWrittenAfresh() async throws {
    try await withFolder { folder in
      let plan = try SyntheticNotes.plan(30)
      let vault = try await GeneratedVault(writing: plan, to: folder)
      try vault.markIncomplete()
      try Data().write(to: URL(fileURLWithPath: vault.root + "/left over.md"))
      #expect(try GeneratedVault(existing: folder) == nil)
      let again = try await GeneratedVault(writing: plan, to: folder)
      #expect(!FileManager.default.fileExists(atPath: again.root + "/left over.md"))
    }
  }

  @Test func theFolderTellsInputsTasksSizesAndSeedsApart() {
    let inputs = SyntheticNotes.inputs()
    let fewer = InputNotes(notes: Array(inputs.notes.dropLast()))
    let folders = [
      GeneratedVault.folder(in: "/t", inputs: inputs, notes: 10, tasks: nil, seed: 1),
      GeneratedVault.folder(in: "/t", inputs: fewer, notes: 10, tasks: nil, seed: 1),
      GeneratedVault.folder(in: "/t", inputs: inputs, notes: 10, tasks: 3, seed: 1),
      GeneratedVault.folder(in: "/t", inputs: inputs, notes: 11, tasks: nil, seed: 1),
      GeneratedVault.folder(in: "/t", inputs: inputs, notes: 10, tasks: nil, seed: 2),
    ]
    #expect(Set(folders).count == folders.count)
    let reversed = InputNotes(notes: inputs.notes.reversed())
    #expect(GeneratedVault.folder(in: "/t", inputs: reversed, notes: 10, tasks: nil, seed: 1) == folders[0])
  }

  @Test(arguments: [
    (0, "2025-01-01"), (58, "2025-02-28"), (59, "2025-03-01"), (364, "2025-12-31"), (1_154, "2028-02-29"),
  ])
  func days(_ offset: Int, _ expected: String) {
    #expect(CalendarDay(year: 2025, plus: offset).text == expected)
  }
}
