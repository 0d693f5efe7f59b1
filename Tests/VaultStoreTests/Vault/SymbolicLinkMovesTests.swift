import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Symbolic links are not rewritten, so those that a move breaks are told.
struct SymbolicLinkMovesTests {
  private func notices(
    _ links: [String: String], _ names: [String], to target: String, files: [String] = ["A.md", "d/x.md", "e/f/y.md"]
  ) throws -> [String] {
    let test = try ChangedVault(Dictionary(uniqueKeysWithValues: files.map { ($0, "") }))
    for (link, target) in links { try test.folder.link(link, to: target) }
    _ = try test.vault().editor.move(names, to: target)
    return test.notices.filter { $0.contains("symbolic link") }.sorted()
  }

  private let end = "no longer leads there; make it anew with `ln -sfn`"

  @Test func aMovedLink() throws {
    #expect(
      try notices(["L.md": "A.md"], ["L.md"], to: "d/") == ["d/L.md: is a symbolic link to A.md and \(end)"])
    #expect(try notices(["L.txt": "A.md", "d/M.md": "../A.md"], ["d"], to: "g/").count == 1)
    #expect(try notices(["L.md": "A.md"], ["L.md"], to: "M.md") == [])
    #expect(try notices(["d/L.md": "x.md"], ["d"], to: "g/h") == [])
    #expect(try notices(["d/L.md": "../A.md"], ["d/L.md", "A"], to: "e/") != [])
    #expect(try notices(["d/L.md": "../A.md"], ["d"], to: "h") == [])
    #expect(try notices(["L.md": "gone.md"], ["L.md"], to: "d/") == [])
  }

  @Test func aLinkToWhatMoves() throws {
    #expect(
      try notices(["L.md": "A.md", "d/M.txt": "../A.md", "d/N.md": "x.md"], ["A"], to: "d/") == [
        "L.md: is a symbolic link to A.md, which is d/A.md now, and \(end)",
        "d/M.txt: is a symbolic link to A.md, which is d/A.md now, and \(end)",
      ])
    #expect(
      try notices(["folder": "e/f"], ["e"], to: "g/") == [
        "folder: is a symbolic link to e/f, which is g/e/f now, and \(end)"
      ])
  }

  @Test func anAbsoluteLink() throws {
    let test = try ChangedVault(["A.md": "", "d/x.md": ""])
    try test.folder.link("L.txt", to: test.folder.absolute("A.md"))
    _ = try test.vault().editor.move(["L.txt"], to: "d/")
    #expect(test.notices.filter { $0.contains("symbolic link") } == [])
    _ = try test.vault().editor.move(["A"], to: "d/")
    #expect(test.notices.contains("d/L.txt: is a symbolic link to A.md, which is d/A.md now, and \(end)"))
  }
}
