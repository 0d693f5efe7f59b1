import Testing
import VaultCore

@testable import VaultStore

/// What only looking tells: enough for a diff that others can apply.
struct PlannedChangeTests {
  private typealias Text = PlannedChange.Text
  private typealias Move = PlannedChange.Move

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private func planned(_ test: ChangedVault, _ body: (OpenVault, ChangeOptions) throws -> ChangeOutcome) throws
    -> PlannedChange
  {
    try body(test.vault(), ChangeOptions(dryRun: true)).planned
  }

  @Test func foldersAreToldByTheirFiles() throws {
    let test = try ChangedVault(["f/a.md": "[b](../b.md)", "f/g/.x": "x", "b.md": "b"])
    let planned = try planned(test) { try $0.editor.move(["f"], to: "h/i", $1) }
    #expect(
      planned.texts == [
        Text(from: "f/a.md", to: "h/i/a.md", before: bytes("[b](../b.md)"), after: bytes("[b](../../b.md)"))
      ])
    #expect(planned.moves == [Move(from: "f/g/.x", to: "h/i/g/.x")])
  }

  @Test func whatGoesToTheTrashIsDeleted() throws {
    let test = try ChangedVault(["a.md": "a", "f/b.png": "\0"])
    let planned = try planned(test) { try $0.editor.delete(named: ["a", "f"], $1) }
    #expect(planned.texts == [Text(from: "a.md", to: nil, before: bytes("a"), after: [])])
    #expect(planned.moves == [Move(from: "f/b.png", to: nil)])
  }

  @Test func whatComesBackIsMade() throws {
    let test = try ChangedVault(["a.md": "a", "f/b.png": "\0"])
    _ = try test.vault().editor.delete(named: ["a", "f"])
    for body in [{ try $0.editor.undo($1).outcome }, { try $0.editor.restore(["a", "f"], $1) }]
      as [(OpenVault, ChangeOptions) throws -> ChangeOutcome]
    {
      let planned = try planned(test, body)
      #expect(planned.texts == [Text(from: nil, to: "a.md", before: [], after: bytes("a"))])
      #expect(planned.moves == [Move(from: nil, to: "f/b.png")])
    }
  }

  @Test func undoTellsWhereTheFilesAreNow() throws {
    let test = try ChangedVault(["g/a.md": "[b](../b.md)", "b.md": "b"])
    _ = try test.vault().editor.move(["a"], to: "a2")
    let planned = try planned(test) { try $0.editor.undo($1).outcome }
    #expect(
      planned.texts == [Text(from: "a2.md", to: "g/a.md", before: bytes("[b](./b.md)"), after: bytes("[b](../b.md)"))])
    #expect(planned.moves.isEmpty)
  }

  @Test func circlesAreToldByTheirEnds() throws {
    let test = try ChangedVault(["1.md": "one", "2.md": "two"])
    let planned = try planned(test) { vault, options in
      try vault.editor.rename(["1", "2"], title: "swap", options) { name, _ in name == "1" ? "2" : "1" }
    }
    #expect(Set(planned.moves) == [Move(from: "1.md", to: "2.md"), Move(from: "2.md", to: "1.md")])
  }
}
