import Foundation
import Testing
import VaultCore

@testable import VaultStore

/// `updated` follows edits of a note's text, and nothing else. Today is 21 September 2026.
struct TimestampsTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static let dated = "---\nupdated: 2020-01-01\ntags: [t]\n---\n# A\n\n[[b]] #t\n"
  private static let plain = "# P\n"

  /// What became of the notes `dated` and `plain`.
  private func result(
    _ timestamps: String, _ change: (OpenVault) throws -> Void
  ) throws -> (dated: String, plain: String) {
    let test = try ChangedVault([
      ".vault/config.yaml": "timestamps: \(timestamps)\ninbox: dated.md\n", "dated.md": Self.dated,
      "plain.md": Self.plain, "b.md": "# B\n\n## H\n\n[[dated#A]]\n",
    ])
    try change(test.vault())
    return (try test.text("dated.md"), try test.text("plain.md"))
  }

  private func append(_ vault: OpenVault) throws {
    _ = try vault.editor.insert(bytes("x"), .append, under: nil, in: ["dated", "plain"])
  }

  /// What an editor makes of a note.
  private func edit(_ name: String, _ vault: OpenVault, _ edited: (String) -> String) throws {
    let note = try vault.read { try $0.noteToEdit(name) }
    let text = edited(String(decoding: note.text, as: UTF8.self))
    try text.write(toFile: vault.location.root + "/" + note.file.text, atomically: false, encoding: .utf8)
    _ = try vault.editor.finishEditing(note)
  }

  @Test func autoFollowsWhereTheKeyIs() throws {
    let (dated, plain) = try result("auto") { try append($0) }
    #expect(dated == "---\nupdated: 2026-09-21\ntags: [t]\n---\n# A\n\n[[b]] #t\n\nx\n")
    #expect(plain == "# P\nx\n")
  }

  @Test func alwaysAddsTheKey() throws {
    let (dated, plain) = try result("always") { try append($0) }
    #expect(dated.hasPrefix("---\nupdated: 2026-09-21\n"))
    #expect(plain == "---\nupdated: 2026-09-21T14:13:20+00:00\n---\n# P\nx\n")
  }

  @Test(arguments: ["auto", "always"])
  func aDateThatCannotBeChangedDoesNotHoldBackTheText(_ timestamps: String) throws {
    let head = "---\na: &x 2020-01-01\nupdated: *x\n---\n"
    let test = try ChangedVault([".vault/config.yaml": "timestamps: \(timestamps)\n", "a.md": head + "a\n"])
    _ = try test.vault().editor.insert(bytes("x"), .append, under: nil, in: ["a"])
    #expect(try test.text("a.md") == head + "a\n\nx\n")
    #expect(test.notices.contains { $0.hasPrefix("a.md: \"updated\" stays as it is: line 3: ") })
  }

  @Test func neverIsNever() throws {
    let (dated, plain) = try result("never") { try append($0) }
    #expect(dated == Self.dated + "\nx\n")
    #expect(plain == "# P\nx\n")
  }

  @Test func everyEditOfTheTextCounts() throws {
    let edits: [(OpenVault) throws -> Void] = [
      { _ = try $0.editor.insert(bytes("x"), .prepend, under: nil, in: ["dated"]) },
      { _ = try $0.editor.capture(bytes("x"), in: .inbox, under: nil) },
      { try edit("dated", $0) { $0 + "x\n" } },
    ]
    for edit in edits {
      #expect(try result("auto", edit).dated.contains("updated: 2026-09-21\n"))
    }
  }

  @Test(arguments: ["auto", "always"])
  func editsOfPropertiesTagsAndLinksDoNot(_ timestamps: String) throws {
    let edits: [(OpenVault) throws -> Void] = [
      { _ = try $0.editor.set("mood", to: .text("good"), in: ["dated", "plain"]) },
      { _ = try $0.editor.unset("tags", in: ["dated"]) },
      { _ = try $0.editor.addTag("x", to: ["dated", "plain"]) },
      { _ = try $0.editor.removeTag("t", from: ["dated"]) },
      { _ = try $0.editor.renameTag("t", to: "u") },
      { _ = try $0.editor.setCheckbox(["pin"], to: true, in: ["dated", "plain"], title: "pin") },
      { _ = try $0.editor.move(["b"], to: "c/b2.md") },
      { _ = try $0.editor.renameHeading("A", line: nil, of: "dated", to: "Z") },
    ]
    for edit in edits {
      let (dated, plain) = try result(timestamps, edit)
      #expect(dated != Self.dated)
      #expect(dated.contains("updated: 2020-01-01\n"))
      #expect(!plain.contains("updated"))
    }
  }

  @Test func anEditThatChangesNothingDoesNot() throws {
    for timestamps in ["auto", "always"] {
      let (dated, plain) = try result(timestamps) { vault in
        for name in ["dated", "plain"] { try edit(name, vault) { $0 } }
      }
      #expect(dated == Self.dated)
      #expect(plain == Self.plain)
    }
  }

  @Test func aDateThatAPersonWroteStays() throws {
    let (dated, _) = try result("auto") { vault in
      try edit("dated", vault) { $0.replacing("2020-01-01", with: "2021-02-02") + "more\n" }
    }
    #expect(dated.contains("updated: 2021-02-02\n"))
  }

  @Test func createdIsWrittenUnlessNever() throws {
    for (timestamps, isThere) in [("auto", true), ("always", true), ("never", false)] {
      let test = try ChangedVault([".vault/config.yaml": "timestamps: \(timestamps)\n"])
      _ = try test.vault().editor.make(NewNote(title: "x"))
      #expect(try test.text("x.md").contains("created: 2026-09-21") == isThere)
    }
  }
}
