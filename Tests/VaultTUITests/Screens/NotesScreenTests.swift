import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore
@testable import VaultTUI

@Suite struct NotesScreenTests {
  private let notes = [
    "a.md": "# Alpha\n", "b.md": "---\npin: true\n---\n# Beta\n", "c.md": "# Gamma\n", "d.md": "# Delta\n",
  ]

  private func store(_ ui: UIUnderTest) throws -> ReferencedNotes {
    try ReferencedNotes(
      of: VaultLocation(root: ui.folder.absolute("vault"), marker: .none), ui.environment.folders)
  }

  private func sections(_ ui: UIUnderTest) -> [String] {
    ui.state.list.rows.map { $0.id == nil ? "[\($0.name)]" : $0.name }
  }

  @Test func whatWasReferencedLatelyStandsOnTop() throws {
    let ui = try UIUnderTest(notes)
    #expect(sections(ui).prefix(3) == ["[Pinned]", "Beta", "[All notes]"])
    let now = Int64(ui.environment.now.timeIntervalSince1970 * 1_000)
    try store(ui).append(
      [("b", 0), ("d", 2), ("gone", 0), ("c", 1)].map {
        NoteReference(path: NotePath("\($0.0).md"), milliseconds: now - Int64($0.1) * 3_600_000)
      })
    ui.press("2 1")
    #expect(
      sections(ui) == ["[Recently referenced]", "Gamma", "Delta", "[Pinned]", "Beta", "[All notes]", "Alpha"])
    #expect(ui.state.list.count == "4 notes")
    // Asked otherwise, the list is what was asked for.
    ui.press("/ \"delta\" enter")
    #expect(sections(ui) == ["Delta"])
  }

  @Test func atMostFiveAreShownThere() throws {
    let ui = try UIUnderTest(
      Dictionary(uniqueKeysWithValues: (0..<9).map { ("n\($0).md", $0 < 2 ? "---\npin: true\n---\n" : "text\n") }))
    let now = Int64(ui.environment.now.timeIntervalSince1970 * 1_000)
    try store(ui).append(
      (0..<9).map { NoteReference(path: NotePath("n\($0).md"), milliseconds: now - Int64($0) * 1_000) })
    ui.press("2 1")
    #expect(
      sections(ui) == [
        "[Recently referenced]", "n2", "n3", "n4", "n5", "n6", "[Pinned]", "n0", "n1", "[All notes]", "n7", "n8",
      ])
  }

  @Test func aStoreThatOthersMayWriteToIsSaid() throws {
    let ui = try UIUnderTest(notes)
    try store(ui).append([NoteReference(path: NotePath("a.md"), milliseconds: 0)])
    let state = try #require(ui.environment.folders.state)
    let folder = state + "/" + VaultLocation.name(ofRoot: ui.folder.absolute("vault"))
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder)
    ui.press("2 1")
    #expect(ui.state.list.remarks.first?.hasPrefix("Which notes were referenced lately is not known: ") == true)
    #expect(sections(ui).count == 6)
  }
}
