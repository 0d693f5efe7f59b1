import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Changes are planned for the texts that editors have, and only for those written that no editor has.
struct OverlaidChangesTests {
  private typealias Change = (OpenVault, ChangeOptions) throws -> ChangeOutcome

  /// `from` → the text after the change, once by the plan's texts, once by its edits of the texts before.
  private func planned(
    _ vault: OverlaidVault, sourceLocation: Testing.SourceLocation = #_sourceLocation, _ change: Change
  ) throws -> (texts: [String: String], planned: PlannedChange) {
    let before = try tree(vault)
    let outcome = try change(vault.vault(), ChangeOptions(dryRun: true))
    #expect(outcome.end == .dryRun, sourceLocation: sourceLocation)
    #expect(try tree(vault) == before, sourceLocation: sourceLocation)
    var texts: [String: String] = [:]
    for text in outcome.planned.texts {
      let from = try #require(text.from, sourceLocation: sourceLocation)
      #expect(
        try outcome.planned.edits(of: text).applied(to: text.before) == text.after, sourceLocation: sourceLocation)
      if let overlay = vault.overlays.first(where: { $0.path == from }) {
        #expect(text.before == overlay.bytes, sourceLocation: sourceLocation)
      }
      texts[from.text] = String(decoding: text.after, as: UTF8.self)
    }
    return (texts, outcome.planned)
  }

  /// Carried out, the change is refused for the sake of that note, and nothing is written.
  private func expectRefusal(
    _ vault: OverlaidVault, of path: NotePath, sourceLocation: Testing.SourceLocation = #_sourceLocation,
    _ change: Change
  ) throws {
    let before = try tree(vault)
    for options in [
      ChangeOptions(),
      ChangeOptions(confirm: { _ in
        Issue.record("asked")
        return true
      }),
    ] {
      let error = #expect(throws: OverlaidNoteError.self, sourceLocation: sourceLocation) {
        _ = try change(vault.vault(), options)
      }
      #expect(error?.path == path, sourceLocation: sourceLocation)
    }
    #expect(try tree(vault) == before, sourceLocation: sourceLocation)
  }

  private func tree(_ vault: OverlaidVault) throws -> [String: [UInt8]] {
    var tree: [String: [UInt8]] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: vault.folder.path) {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: vault.folder.absolute(path), isDirectory: &isFolder)
      tree[path] = isFolder.boolValue ? [] : try vault.folder.bytes(of: path)
    }
    return tree
  }

  @Test func aHeadingIsRenamedInTextsAndFiles() throws {
    let vault = try OverlaidVault(
      ["a.md": "# One\n", "b.md": "[[a#Plan]] saved\n", "c.md": "see [[a#Plan]]\n"],
      ["a.md": "new line\n\n# Plan\n", "b.md": "new, and [[a#Plan]] twice [[a#Plan|x]]\n"])
    let rename: Change = { try $0.editor.renameHeading("Plan", line: nil, of: "a", to: "Goal", $1) }
    let (texts, planned) = try planned(vault, rename)
    #expect(
      texts == [
        "a.md": "new line\n\n# Goal\n", "b.md": "new, and [[a#Goal]] twice [[a#Goal|x]]\n", "c.md": "see [[a#Goal]]\n",
      ])
    let links = try #require(planned.texts.first { $0.from == "b.md" })
    // Not the line, but the two links in it.
    #expect(planned.edits(of: links).map { String(decoding: $0.expected, as: UTF8.self) } == ["Plan", "Plan"])
    try expectRefusal(vault, of: "a.md", rename)
  }

  @Test func aNoteIsMovedWithItsText() throws {
    let vault = try OverlaidVault(
      ["f/a.md": "old [[b]]\n", "b.md": "[x](f/a.md)\n"], ["f/a.md": "new [y](../b.md)\n"])
    let move: Change = { try $0.editor.move(["f/a.md"], to: "g/h/a.md", $1) }
    let (texts, planned) = try planned(vault, move)
    #expect(texts == ["f/a.md": "new [y](../../b.md)\n", "b.md": "[x](g/h/a.md)\n"])
    #expect(planned.texts.first { $0.from == "f/a.md" }?.to == "g/h/a.md")
    try expectRefusal(vault, of: "f/a.md", move)
    // So is the folder that it is in.
    try expectRefusal(vault, of: "f/a.md") { try $0.editor.move(["f/"], to: "i", $1) }
    try expectRefusal(vault, of: "f/a.md") { try $0.editor.delete(named: ["a"], $1) }
  }

  @Test func aTagIsRenamedInTextsAndFiles() throws {
    let vault = try OverlaidVault(
      ["a.md": "#gone\n", "b.md": "#work\n", "c.md": "nothing\n"],
      ["a.md": "---\ntags: [x, work]\n---\nand #work/deep here\n", "c.md": "- [ ] a #work item\n"])
    let rename: Change = { try $0.editor.renameTag("work", to: "job", $1) }
    #expect(
      try planned(vault, rename).texts == [
        "a.md": "---\ntags: [x, job]\n---\nand #job/deep here\n", "b.md": "#job\n", "c.md": "- [ ] a #job item\n",
      ])
    try expectRefusal(vault, of: "a.md", rename)
    #expect(throws: NoSuchTagError.self) { try vault.vault().editor.renameTag("gone", to: "x") }
  }

  @Test func tasksAreDoneWhereTheTextHasThem() throws {
    let vault = try OverlaidVault(
      ["a.md": "- [ ] first\n"], ["a.md": "above\n- [ ] water 🔁 every day 📅 2026-03-12\n- [ ] first\n"])
    let tasks = try vault.vault().read { try $0.tasks(Query(), scope: .open).tasks.map(\.shortHandle) }
    let done: Change = { try $0.editor.completeTasks(tasks, $1).change }
    let (texts, planned) = try planned(vault, done)
    #expect(
      texts == [
        "a.md":
          "above\n- [ ] water 🔁 every day 📅 2026-03-13\n- [x] water 🔁 every day 📅 2026-03-12 ✅ 2026-03-12\n"
          + "- [x] first ✅ 2026-03-12\n"
      ])
    #expect(planned.edits(of: try #require(planned.texts.first)).allSatisfy { $0.range.count <= 1 })
    try expectRefusal(vault, of: "a.md", done)
  }

  @Test func whatNoEditorHasIsWritten() throws {
    let vault = try OverlaidVault(["a.md": "a\n", "b.md": "b\n"], ["a.md": "text #x\n", "new.md": "[[b]]\n"])
    let outcome = try vault.vault().editor.insert(Array("more".utf8), .append, under: nil, in: ["b"])
    #expect(outcome.end == .done)
    #expect(try vault.folder.bytes(of: "b.md") == Array("b\n\nmore\n".utf8))
    #expect(try vault.folder.bytes(of: "a.md") == Array("a\n".utf8))
    // Nothing would be written, so that nothing is in the way.
    #expect(try vault.vault().editor.addTag("x", to: ["a"]).end == .unchanged)
  }

  @Test func aNoteThatIsNotSavedYetIsInTheWay() throws {
    let vault = try OverlaidVault(["a.md": "[[later]]\n"], ["later.md": "# Later\n", "sub/x.md": "x"])
    expectChangeError("later.md", .exists) {
      try vault.vault().editor.make(NewNote(title: "later"), ChangeOptions(dryRun: true))
    }
    expectChangeError("later.md", .exists) {
      try vault.vault().editor.move(["a"], to: "later.md", ChangeOptions(dryRun: true))
    }
    let error = #expect(throws: ChangeError.self) {
      try vault.vault().editor.move(["later"], to: "b.md", ChangeOptions(dryRun: true))
    }
    #expect("\(try #require(error))".contains("not saved yet"))
    #expect(
      try planned(vault) { try $0.editor.renameHeading("Later", line: nil, of: "later", to: "Now", $1) }.texts
        == ["later.md": "# Now\n"])
  }

  /// Hard links and symbolic links are other names of the one text.
  @Test func otherNamesOfAFileHaveTheText() throws {
    let vault = try OverlaidVault(["a.md": "#old\n", "c.md": "[[b]]\n"], ["a.md": "#new text\n"])
    try vault.folder.hardLink("b.md", to: "a.md")
    let (texts, _) = try planned(vault) { try $0.editor.insert(Array("end".utf8), .append, under: nil, in: ["b"], $1) }
    #expect(texts == ["a.md": "#new text\n\nend\n"])
    try expectRefusal(vault, of: "a.md") { try $0.editor.insert(Array("end".utf8), .append, under: nil, in: ["b"], $1) }
  }

  /// Several steps, one after the other, are told as edits of the text that there was.
  @Test func editsOfSeveralStepsAreTold() throws {
    let vault = try OverlaidVault(["a.md": "x"], ["a.md": "---\nupdated: 2026-01-01\n---\none\ntwo\n"])
    let (texts, planned) = try planned(vault) {
      try $0.editor.insert(Array("three".utf8), .append, under: nil, in: ["a"], $1)
    }
    #expect(texts["a.md"] == "---\nupdated: 2026-03-12\n---\none\ntwo\n\nthree\n")
    let edits = planned.edits(of: try #require(planned.texts.first))
    #expect(edits.map { String(decoding: $0.replacement, as: UTF8.self) } == ["\nthree\n", "2026-03-12"])
    let before = Array("---\nupdated: 2026-01-01\n---\none\ntwo\n".utf8)
    #expect(String(decoding: try edits.applied(to: before), as: UTF8.self) == texts["a.md"])
  }
}
