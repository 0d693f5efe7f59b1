import Foundation
import Testing
import VaultCore

@testable import VaultStore

/// Today is 21 September 2026.
struct ArchiveTests {
  private static let files = [
    "old.md": "---\nupdated: 2020-01-01\n---\n", "f/old.md": "---\nupdated: 2020-01-01\n---\n",
    "pinned.md": "---\nupdated: 2020-01-01\npin: true\n---\n",
    "new.md": "---\nupdated: 2026-09-01\n---\n[x](f/old.md)\n",
    "Attic/done.md": "---\nupdated: 2019-01-01\n---\n",
  ]

  @Test func oldOnesGoToTheirPlaceBelowTheFolder() throws {
    let test = try ChangedVault(Self.files.merging([".vault/config.yaml": "archive: ./Attic/\n"]) { $1 })
    let day = try #require(CivilDate("2026-01-01"))
    let differences = try test.differences { try $0.editor.archive(notUpdatedSince: day, matching: Query(), $1) }
    #expect(
      differences == [
        "old.md": nil, "f/old.md": nil, "Attic/old.md": Self.files["old.md"], "Attic/f": "(folder)",
        "Attic/f/old.md": Self.files["f/old.md"], "new.md": "---\nupdated: 2026-09-01\n---\n[x](Attic/f/old.md)\n",
      ])
    #expect(try test.vault().editor.archive(notUpdatedSince: day, matching: Query()).end == .unchanged)
  }

  @Test(arguments: ["../out", "/", "."])
  func folderMustBeInTheVault(_ folder: String) throws {
    let test = try ChangedVault(Self.files.merging([".vault/config.yaml": "archive: \(folder)\n"]) { $1 })
    let day = try #require(CivilDate("2026-01-01"))
    #expect(throws: ConfiguredPlaceError.self) {
      try test.vault().editor.archive(notUpdatedSince: day, matching: Query())
    }
  }
}
