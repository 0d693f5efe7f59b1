import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Changes that a program makes in somebody's name.
@Suite struct ActorTests {
  private let folder: TemporaryFolder
  private let vault: OpenVault

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("---\nupdated: 2026-01-01\n---\none\r\ntwo\r\n", to: "a.md")
    try folder.write("b\n", to: "b.md")
    vault = try VaultUnderTest(folder).vault()
  }

  private func options(_ actor: String?) -> ChangeOptions {
    var options = ChangeOptions()
    options.actor = actor
    return options
  }

  private func append(_ text: String, to note: String, _ actor: String?) throws -> Int {
    try #require(
      try vault.editor.insert(Array(text.utf8), .append, under: nil, in: [note], options(actor)).sequence)
  }

  @Test func theHistoryKeepsWhoItWas() throws {
    _ = try append("x", to: "a", "mcp")
    _ = try append("y", to: "b", nil)
    #expect(try vault.read { try $0.history() }.map(\.actor) == [nil, "mcp"])
  }

  @Test func eachTakesBackItsOwnAndTheLatestFirst() throws {
    let first = try append("x", to: "a", "mcp")
    let others = try append("y", to: "b", nil)
    let second = try append("z", to: "b", "mcp")
    func undo(_ number: Int) throws { _ = try vault.editor.undo(number: number, of: "mcp", options("mcp")) }
    #expect(throws: ChangeNumberError.ofOthers(others)) { try undo(others) }
    #expect(throws: ChangeNumberError.notTheLatest(first, latest: second)) { try undo(first) }
    try undo(second)
    #expect(try text("b.md") == "b\n\ny\n")
    #expect(throws: ChangeNumberError.undone(second)) { try undo(second) }
    try undo(first)
    #expect(try text("a.md") == "---\nupdated: 2026-01-01\n---\none\r\ntwo\r\n")
  }

  @Test func onlyTheStateThatWasReadIsChanged() throws {
    let etag = String(NoteHash.of(Array(try text("a.md").utf8)).hexadecimal.prefix(12))
    func edit(_ etag: String, _ old: String, _ new: String) throws -> ChangeOutcome {
      try vault.editor.changeAsOne("edit") {
        try $0.require(etag, of: "a")
        _ = try $0.replace([ExactEdit(old, new)], in: "a")
      }
    }
    for wrong in ["", "123", "xxxxxxxxxxxx", String(etag.dropLast())] {
      #expect(throws: NoteStateNameError.self) { try edit(wrong, "one", "1") }
    }
    let before = try text("a.md")
    let stale = try #require(throws: NoteStateError.self) { try edit("000000000000", "one", "1") }
    #expect(stale.text == Array(before.utf8) && stale.hash.hexadecimal.hasPrefix(etag))
    #expect(try text("a.md") == before)
    _ = try edit(etag.uppercased(), "one\ntwo", "1\n2\n3")
    #expect(try text("a.md") == "---\nupdated: 2026-03-12\n---\n1\r\n2\r\n3\r\n")
    #expect(throws: NoteStateError.self) { try edit(etag, "1", "one") }
    #expect(throws: ExactEditError.self) { try vault.editor.replace([ExactEdit("updated", "x")], in: "a") }
    #expect(throws: EmptyTextError.self) { try vault.editor.replace([ExactEdit("b\n", "")], in: "b") }
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try folder.bytes(of: path), as: UTF8.self)
  }
}
