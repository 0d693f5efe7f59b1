import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

struct ChangeTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func severalChangesAreOneOperation() throws {
    let test = try ChangedVault(["a.md": "one\r\n", "b.md": "two", "old/c.md": "three"])
    let outcome = try test.vault().editor.change("test") { plan in
      try plan.replace(NotePath("a.md"), with: bytes("ONE\r\n"))
      try plan.create(NotePath("new/deep/d.md"), bytes("four"))
      try plan.move(NotePath("old"), to: NotePath("moved"))
    }
    #expect(outcome.end == .done)
    #expect(outcome.sequence == 1)
    #expect(
      try test.tree() == [
        "a.md": "ONE\r\n", "b.md": "two", "moved": "(folder)", "moved/c.md": "three", "new": "(folder)",
        "new/deep": "(folder)", "new/deep/d.md": "four",
      ])
    #expect(try test.leftovers().isEmpty)
  }

  @Test func whatFailsInTheMiddleLeavesAllAsItWas() throws {
    let test = try ChangedVault(["a.md": "one", "b.md": "two", "c.md": "three"])
    let before = try test.tree()
    #expect(throws: ChangeError.self) {
      try test.vault().editor.change("test") { plan in
        try plan.replace(NotePath("a.md"), with: bytes("ONE"))
        try plan.create(NotePath("new/d.md"), bytes("four"))
        try plan.move(NotePath("b.md"), to: NotePath("new/b.md"))
        // Taken by the time its turn comes.
        plan.lastSteps = [.move(NotePath("c.md"), to: NotePath("new/b.md"))]
      }
    }
    #expect(try test.tree() == before)
    #expect(try test.leftovers().isEmpty)
    #expect(try test.vault().read { try $0.history() }.isEmpty)
  }

  @Test func aFileThatChangesMeanwhileIsPlannedAfresh() throws {
    let test = try ChangedVault(["a.md": "one\n"])
    var calls = 0
    _ = try test.vault().editor.change("test") { plan in
      let text = try plan.text(NotePath("a.md"))
      calls += 1
      if calls == 1 { try test.folder.write("one, edited\n", to: "a.md") }
      try plan.replace(NotePath("a.md"), with: text + bytes("two\n"))
    }
    #expect(calls == 2)
    #expect(try test.text("a.md") == "one, edited\ntwo\n")
  }

  @Test func aFileThatChangesAllTheTimeIsRefusedWithNothingDone() throws {
    let test = try ChangedVault(["a.md": "0", "b.md": "b"])
    var calls = 0
    #expect(throws: FileChangedError.self) {
      try test.vault().editor.change("test") { plan in
        try plan.replace(NotePath("b.md"), with: bytes("changed"))
        let text = try plan.text(NotePath("a.md"))
        calls += 1
        try test.folder.write("\(calls)", to: "a.md")
        try plan.replace(NotePath("a.md"), with: text + bytes("!"))
      }
    }
    #expect(try test.text("a.md") == "\(calls)")
    #expect(try test.text("b.md") == "b")
    #expect(try test.leftovers().isEmpty)
  }

  @Test func confirmedIsOnlyWhatWasShown() throws {
    let test = try ChangedVault(["a.md": "one"])
    let change: (ChangePlan) throws -> Void = { plan in
      try plan.replace(NotePath("a.md"), with: plan.text(NotePath("a.md")) + bytes("!"))
    }
    #expect(try test.vault().editor.change("no", ChangeOptions { _ in false }, change).end == .declined)
    #expect(try test.text("a.md") == "one")
    #expect(throws: FileChangedError.self) {
      try test.vault().editor.change(
        "other",
        ChangeOptions { _ in
          try test.folder.write("two", to: "a.md")
          return true
        }, change)
    }
    #expect(try test.text("a.md") == "two")
    #expect(try test.vault().editor.change("yes", ChangeOptions { _ in true }, change).end == .done)
    #expect(try test.text("a.md") == "two!")
  }

  /// The vault's own folder is made after a person has said yes, and is not in the second plan.
  @Test func theFirstChangeOfAFolderMayBeAConfirmedDeletion() throws {
    let test = try ChangedVault(["a.md": "one", "b/c.md": "two"])
    let options = ChangeOptions { _ in true }
    #expect(try test.vault().editor.delete(named: ["a.md", "b/"], options).end == .done)
  }

  @Test func dryRunChangesNothingAndMakesNoFolder() throws {
    let test = try ChangedVault(["a.md": "one"])
    let outcome = try test.vault().editor.change("test", ChangeOptions(dryRun: true)) { plan in
      try plan.replace(NotePath("a.md"), with: bytes("two"))
      try plan.create(NotePath("x/b.md"), bytes("new"))
    }
    #expect(outcome.planned.texts.map(\.to) == [NotePath("a.md"), NotePath("x/b.md")])
    #expect(try FileManager.default.contentsOfDirectory(atPath: test.folder.path) == ["a.md"])
  }

  @Test func whatCannotBeMakesNoFolder() throws {
    let test = try ChangedVault(["a.md": "# A\n"])
    let vault = try test.vault()
    #expect(throws: (any Error).self) { try vault.editor.set("k", to: .text("v"), in: ["nope"]) }
    #expect(throws: TrashNameError.self) { try vault.editor.restore(["x"]) }
    #expect(throws: HeadingNameError.self) { try vault.editor.renameHeading("x", line: nil, of: "a", to: "y") }
    #expect(try vault.editor.unset("k", in: ["a"]).end == .unchanged)
    #expect(!FileManager.default.fileExists(atPath: test.folder.absolute(".vault")))
    _ = try vault.editor.set("k", to: .text("v"), in: ["a"])
    #expect(FileManager.default.fileExists(atPath: test.folder.absolute(".vault/config.yaml")))
  }

  @Test func namesInErrorsStayOnALineAndAreShortened() throws {
    let test = try ChangedVault()
    let vault = try test.vault()
    var note = NewNote(title: "T")
    note.folder = "a\nb"
    let error = #expect(throws: ChangeError.self) { try vault.editor.make(note) }
    #expect(error?.description.hasPrefix("\"a\\nb/T.md\": ") == true)
    note.folder = String(repeating: "long", count: 1_000_000)
    let long = #expect(throws: ChangeError.self) { try vault.editor.make(note) }
    #expect((long?.description.utf8.count ?? 0) < 1_000)
  }

  @Test func namesThatDifferInTheirEncodingAreRefusedAsSuch() throws {
    let test = try ChangedVault(["caf\u{E9}.md": ""])
    let error = #expect(throws: ChangeError.self) { try test.vault().editor.make(NewNote(title: "cafe\u{301}")) }
    #expect(error?.description.contains("only in how a letter is encoded") == true)
    let inCase = #expect(throws: ChangeError.self) { try test.vault().editor.make(NewNote(title: "CAF\u{C9}")) }
    #expect(inCase?.description.contains("only in case") == true)
  }

  @Test func modeAndOtherNamesAndLinksStay() throws {
    let test = try ChangedVault(["a.md": "one", "folder/real.md": "real"])
    try test.folder.setMode(0o640, of: "a.md")
    try test.folder.hardLink("twin.md", to: "a.md")
    try test.folder.link("link.md", to: "folder/real.md")
    _ = try test.vault().editor.change("test") { plan in
      try plan.replace(NotePath("a.md"), with: bytes("longer than one"))
      try plan.replace(NotePath("link.md"), with: bytes("changed"))
    }
    #expect(try test.text("twin.md") == "longer than one")
    #expect(try test.text("folder/real.md") == "changed")
    let attributes = try FileManager.default.attributesOfItem(atPath: test.folder.absolute("a.md"))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: test.folder.absolute("link.md")) == "folder/real.md")
    _ = try test.vault().editor.undo()
    #expect(try test.text("twin.md") == "one")
    #expect(try test.text("folder/real.md") == "real")
  }

  @Test func aFileOfSeveralNamesIsChangedOnce() throws {
    let test = try ChangedVault(["a.md": "one", "folder/real.md": "real"])
    try test.folder.hardLink("twin.md", to: "a.md")
    try test.folder.link("link.md", to: "folder/real.md")
    _ = try test.vault().editor.change("test") { plan in
      for path in ["a.md", "twin.md", "folder/real.md", "link.md"].map({ NotePath($0) }) {
        try plan.replace(path, with: plan.text(path) + bytes("!"))
      }
    }
    #expect(try test.text("a.md") == "one!!")
    #expect(try test.text("twin.md") == "one!!")
    #expect(try test.text("link.md") == "real!!")
    _ = try test.vault().editor.undo()
    #expect(try test.text("twin.md") == "one")
  }

  @Test func whatLeadsOutsideIsRefused() throws {
    let outside = try ChangedVault(["secret.md": "secret"])
    let test = try ChangedVault(["a.md": "a"])
    try test.folder.link("out.md", to: outside.folder.path + "/secret.md")
    try test.folder.link("outfolder", to: outside.folder.path)
    for path in ["out.md", "outfolder/secret.md", "../x.md", "a/../../x.md", "/etc/passwd", "./a.md", ""] {
      #expect(throws: ChangeError.self, "\(path)") {
        try test.vault().editor.change("test") { try $0.replace(NotePath(path), with: bytes("harm")) }
      }
      #expect(throws: ChangeError.self, "\(path)") {
        try test.vault().editor.change("test") { try $0.move(NotePath("a.md"), to: NotePath(path)) }
      }
    }
    #expect(throws: ChangeError.self) {
      try test.vault().editor.change("test") { try $0.create(NotePath("outfolder/new.md"), bytes("harm")) }
    }
    #expect(try outside.tree() == ["secret.md": "secret"])
  }

  @Test func namesThatAreTakenAreRefused() throws {
    let test = try ChangedVault(["a.md": "a", "B.md": "b"])
    for path in ["a.md", "A.md", "b.md"] {
      #expect(throws: ChangeError.self, "\(path)") {
        try test.vault().editor.change("test") { try $0.create(NotePath(path), bytes("new")) }
      }
    }
    #expect(throws: ChangeError.self) {
      try test.vault().editor.change("t") { try $0.move(NotePath("a.md"), to: NotePath("b.md")) }
    }
    _ = try test.vault().editor.change("t") { try $0.move(NotePath("a.md"), to: NotePath("A.md")) }
    #expect(try test.tree() == ["A.md": "a", "B.md": "b"])
  }

  @Test func namesMayBeSwapped() throws {
    let test = try ChangedVault(["a.md": "a", "b.md": "b", "c.md": "c"])
    _ = try test.vault().editor.change("rotate") { plan in
      try plan.move(NotePath("a.md"), to: NotePath("b.md"))
      try plan.move(NotePath("b.md"), to: NotePath("c.md"))
      try plan.move(NotePath("c.md"), to: NotePath("a.md"))
    }
    #expect(try test.tree() == ["a.md": "c", "b.md": "a", "c.md": "b"])
    _ = try test.vault().editor.undo()
    #expect(try test.tree() == ["a.md": "a", "b.md": "b", "c.md": "c"])
  }

  @Test func textThatIsNotUTF8IsNeverWritten() throws {
    let test = try ChangedVault()
    try test.folder.write([0x61, 0xFF], to: "bad.md")
    #expect(throws: ChangeError.self) {
      try test.vault().editor.change("test") { try $0.replace(NotePath("bad.md"), with: bytes("x")) }
    }
    #expect(try test.folder.bytes(of: "bad.md") == [0x61, 0xFF])
  }

  private static let steps: [@Sendable (ChangePlan) throws -> Void] = [
    { try $0.replace(NotePath("a.md"), with: Array("b".utf8)) },
    { try $0.create(NotePath("new.md"), Array("b".utf8)) },
    { try $0.create(NotePath("new/folder/new.md"), Array("b".utf8)) },
    { try $0.move(NotePath("a.md"), to: NotePath("sub/a.md")) },
  ]

  /// The folder itself goes, at the moment when all is planned and nothing is done.
  @Test(arguments: steps.indices, [true, false])
  func aVaultThatIsRemovedMeanwhileIsNotMadeAnew(_ step: Int, isPrepared: Bool) throws {
    let test = try ChangedVault(["a.md": "a", "sub/b.md": "b"])
    if isPrepared { try test.folder.makeFolder(".vault") }
    let vault = try test.vault()
    let error = #expect(throws: (any Error).self) {
      try vault.editor.change("test") { plan in
        try Self.steps[step](plan)
        try FileManager.default.removeItem(atPath: test.folder.path)
      }
    }
    #expect(
      "\(try #require(error))".contains("has the vault been moved?"),
      "\(String(describing: error))")
    #expect(!FileManager.default.fileExists(atPath: test.folder.path))
  }

  /// It is the vault nevertheless, wherever it has gone: all of the change is in it, or nothing.
  @Test(arguments: steps.indices) func aVaultThatIsMovedMeanwhileIsChangedAsAWhole(_ step: Int) throws {
    let test = try ChangedVault(["a.md": "a", "sub/b.md": "b"])
    try test.folder.makeFolder(".vault")
    let elsewhere = try TemporaryFolder()
    let away = elsewhere.absolute("moved")
    let vault = try test.vault()
    let outcome = try vault.editor.change("test") { plan in
      try Self.steps[step](plan)
      try FileManager.default.moveItem(atPath: test.folder.path, toPath: away)
    }
    #expect(outcome.end == .done)
    #expect(!FileManager.default.fileExists(atPath: test.folder.path))
    try FileManager.default.moveItem(atPath: away, toPath: test.folder.path)
    let after = try test.tree()
    _ = try test.vault().editor.undo()
    #expect(try test.tree() != after)
    #expect(try test.text("a.md") == "a")
    #expect(try test.leftovers().isEmpty)
  }
}
