import Foundation
import Testing
import VaultCore
import VaultPlatform
import VaultTestSupport

@testable import VaultStore

@Suite struct FolderImportTests {
  @Test func whatCanBeExecutedStillCan() throws {
    let source = try TemporaryFolder()
    try source.write("#!/bin/sh\n", to: "run.sh")
    try source.setMode(0o755, of: "run.sh")
    try source.write("# N\n", to: "n.md")
    let changed = try ChangedVault()
    var request = ImportRequest(.path(source.path))
    request.into = "In"
    _ = try changed.vault().editor.importNotes(request)
    var status = stat()
    #expect(stat(changed.folder.absolute("In/run.sh"), &status) == 0 && status.st_mode & 0o100 != 0)
    #expect(stat(changed.folder.absolute("In/n.md"), &status) == 0 && status.st_mode & 0o111 == 0)
  }

  /// Imports a folder and checks what holds of every import: nothing that was there changes but by what is recorded,
  /// nothing is left behind, undo gives all back, and a second import finds everything there.
  @discardableResult
  private func imported(
    _ source: TemporaryFolder, into changed: ChangedVault, _ adjust: (inout ImportRequest) -> Void = { _ in }
  ) throws -> ImportReport {
    let before = try changed.tree()
    var request = ImportRequest(.path(source.path))
    request.into = "In"
    adjust(&request)
    let vault = try changed.vault()
    let (outcome, report) = try vault.editor.importNotes(request)
    let after = try changed.tree()
    let updated = Set(outcome.planned.records.filter { $0.state == .updated }.map(\.path.text))
    for (path, text) in before where !updated.contains(path) { #expect(after[path] == text) }
    let made = Set(after.keys.filter { before[$0] == nil && after[$0] != "(folder)" })
    #expect(made == Set(outcome.planned.records.filter { $0.state == .created }.map(\.path.text)))
    #expect(report.created == made.count)
    #expect(try changed.leftovers() == [])
    let again = try vault.editor.importNotes(request)
    #expect(again.outcome.end == .unchanged)
    #expect(again.report.same == report.created + report.same && again.report.created == 0)
    if outcome.end == .done {
      _ = try vault.editor.undo()
      #expect(try changed.tree() == before)
      _ = try vault.editor.undo(redo: true)
      #expect(try changed.tree() == after)
    }
    return report
  }

  private func source(_ files: [String: String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (path, text) in files { try folder.write(text, to: path) }
    return folder
  }

  @Test func notesAndFilesAreCopiedByteForByte() throws {
    let source = try source([
      "A.md": "\u{FEFF}---\r\nx: 'y'  # kept\r\n---\r\n[[B]] ![[pic.png]]", "Sub/B.md": "b  ", "Sub/pic.png": "\0png",
      ".obsidian/app.json": "{}", ".hidden.md": "no", "node_modules/x.md": "no", "Sub/.trash/y.md": "no",
    ])
    let changed = try ChangedVault()
    let report = try imported(source, into: changed)
    #expect(report.created == 3 && report.problems == [] && report.renamed.isEmpty)
    for path in ["A.md", "Sub/B.md", "Sub/pic.png"] {
      #expect(try changed.folder.bytes(of: "In/" + path) == source.bytes(of: path))
    }
    #expect(try changed.tree().keys.sorted() == ["In", "In/A.md", "In/Sub", "In/Sub/B.md", "In/Sub/pic.png"])
  }

  @Test func theFolderIsCalledAsTheSource() throws {
    let source = try source(["..dots: [x]/a.md": "a"])
    let changed = try ChangedVault()
    _ = try changed.vault().editor.importNotes(ImportRequest(.path(source.absolute("..dots: [x]"))))
    #expect(try changed.tree() == ["dots - x": "(folder)", "dots - x/a.md": "a"])
  }

  @Test func timesAndModesComeAlong() throws {
    let source = try source(["a.md": "a", "b.bin": "\0"])
    for path in ["a.md", "b.bin"] {
      try source.setModificationTime(1_500_000_000_123_456_789, of: path)
      try source.setMode(0o600, of: path)
    }
    let changed = try ChangedVault()
    _ = try changed.vault().editor.importNotes(ImportRequest(.path(source.path)))
    let folder = NotePath(source.path).name
    for path in ["a.md", "b.bin"] {
      var status = stat()
      #expect(lstat(changed.folder.absolute(folder + "/" + path), &status) == 0)
      #expect(FileStamp(status).mtimeNS == 1_500_000_000_123_456_789)
      #expect(status.st_mode & 0o777 == 0o600)
    }
  }

  @Test func whatIsThereIsNeverOverwritten() throws {
    let source = try source(["n.md": "new", "N/x.md": "x", "same.md": "same", "p.png": "new\0", "q.png": "q"])
    let changed = try ChangedVault([
      "In/N.md": "other case", "In/n 2.md": "two", "In/n/x.md": "other x", "In/same.md": "same", "In/p.png": "old\0",
      "In/q.png": "q",
    ])
    let report = try imported(source, into: changed)
    #expect(report.created == 3 && report.same == 2)
    #expect(Set(report.renamed.map(\.path.text)) == ["In/n 3.md", "In/n/x 2.md", "In/p 2.png"])
    #expect(try changed.text("In/n 3.md") == "new" && changed.text("In/p 2.png") == "new\0")
  }

  @Test func aFileInThePlaceOfAFolderMovesItAside() throws {
    let source = try source(["Sub/a.md": "a", "Link/b.md": "b"])
    let changed = try ChangedVault(["In/Sub": "a file", "Else/c.md": "c"])
    try changed.folder.link("In/Link", to: "../Else")
    let report = try imported(source, into: changed)
    #expect(report.created == 2)
    #expect(try changed.text("In/Sub 2/a.md") == "a" && changed.text("In/Link 2/b.md") == "b")
    #expect(!changed.folder.exists("Else/b.md"))
  }

  @Test(arguments: ["In", "In/a.md", "In/deeper"])
  func aTargetThatIsNoFolderIsRefused(_ target: String) throws {
    let source = try source(["a.md": "a"])
    let changed = try ChangedVault(["Else/c.md": "c"])
    try changed.folder.link("In", to: "Else")
    var request = ImportRequest(.path(source.path))
    request.into = target
    #expect(throws: ChangeError.self) { try changed.vault().editor.importNotes(request) }
    #expect(try changed.tree()["Else/c.md"] == "c" && changed.tree().count == 3)
  }

  // MARK: Links

  @Test func linksLeadWhereTheyLed() throws {
    let source = try source([
      "Home.md": "[[Note]] [[Sub/Note|n]] [m](Note.md) ![p](/img/p.png) [[Deep]]\n\n[r]: Sub/Note.md\n",
      "Note.md": "[[Home]]", "Sub/Note.md": "---\nup: \"[[Home]]\"\n---\n[[Note]] [h](../Home.md) [p](img/p.png)",
      "img/p.png": "\0", "Sub/Deeper/Deep.md": "",
    ])
    let changed = try ChangedVault(["Home.md": "mine [[Note]] [[Deep]]", "Note.md": "mine", "img/p.png": "mine"])
    let report = try imported(source, into: changed)
    #expect(report.problems == [])
    #expect(
      try changed.text("In/Home.md")
        == "[[In/Note]] [[Sub/Note|n]] [m](./Note.md) ![p](/In/img/p.png) [[Deep]]\n\n[r]: Sub/Note.md\n")
    #expect(try changed.text("In/Note.md") == "[[In/Home]]")
    let note = try changed.text("In/Sub/Note.md")
    #expect(
      note.hasPrefix("---\nup: \"[[In/Home]]\"\n---\n[[In/Note]] [h](../Home.md) [p](") && note.contains("img/p.png"))
    let vault = try changed.vault()
    #expect(
      try vault.read { try $0.backlinks(to: "In/Home.md") }.links.map(\.source.text) == [
        "In/Note.md", "In/Sub/Note.md", "In/Sub/Note.md",
      ])
    #expect(try vault.read { try $0.backlinks(to: "In/Sub/Note.md") }.links.map(\.source.text) == ["In/Home.md"])
    #expect(try vault.read { try $0.backlinks(to: "Note.md") }.links.map(\.source.text) == ["Home.md"])
  }

  @Test func linksOfTheVaultAreNotCaught() throws {
    let source = try source(["Note.md": "new"])
    let changed = try ChangedVault(["a/Note.md": "mine", "Home.md": "[[Note]] and [[Nowhere]] and [x](a/Note.md)"])
    let report = try imported(source, into: changed) { $0.into = "/" }
    #expect(report.created == 1)
    #expect(try changed.text("Home.md") == "[[a/Note]] and [[Nowhere]] and [x](a/Note.md)")
  }

  @Test func linksToRenamedNotesFollow() throws {
    let source = try source(["A.md": "[[B]]", "B.md": "[[A]]"])
    let changed = try ChangedVault(["In/B.md": "other", "In/A.md": "another"])
    let report = try imported(source, into: changed)
    #expect(report.created == 2 && report.same == 0)
    #expect(try changed.text("In/A 2.md") == "[[B 2]]" && changed.text("In/B 2.md") == "[[A 2]]")
  }

  @Test func oneChangedNoteIsNoReasonToMakeAllOthersAgain() throws {
    let source = try source(["Home.md": "home", "A.md": "[[Home]]", "B.md": "[[Home]]"])
    let changed = try ChangedVault(["Home.md": "mine"])
    try imported(source, into: changed)
    #expect(try changed.text("In/A.md") == "[[In/Home]]")
    try source.write("new", to: "Home.md")
    let report = try imported(source, into: changed)
    #expect(report.created == 1 && report.same == 2)
    #expect(try changed.text("In/Home 2.md") == "new")
  }

  @Test func whatIsLeftOutIsTold() throws {
    let source = try source([
      "A.md": "![[.files/x.png]] [o](../outside.md) [[Nowhere]] [d](Sub)", ".files/x.png": "x", "Sub/b.md": "b",
    ])
    try source.link("l.md", to: "A.md")
    try source.link("out.png", to: "/etc/hosts")
    try source.link("loop", to: ".")
    try source.makeFIFO("pipe.md")
    let changed = try ChangedVault()
    let report = try imported(source, into: changed)
    #expect(report.created == 2)
    #expect(report.problems.map(\.place) == ["l.md", "loop", "out.png", "pipe.md", "A.md:1"])
    #expect(report.problems.allSatisfy { $0.text.text.contains("; ") || $0.text.text.contains("left out") })
  }

  @Test func notesThatAreNotTextAreCopiedAllTheSame() throws {
    let source = try source(["B.md": "b"])
    try source.write([0xE9, 0x0A] + Array("[[B]]".utf8), to: "latin.md")
    try source.write([0x78], to: Array("caf".utf8) + [0xE9] + Array(".md".utf8))
    let changed = try ChangedVault(["B.md": "mine", "In/B.md": "other"])
    var request = ImportRequest(.path(source.path))
    request.into = "In"
    request.tags = ["t"]
    let (_, report) = try changed.vault().editor.importNotes(request)
    #expect(report.created == 3)
    #expect(try changed.folder.bytes(of: "In/latin.md") == source.bytes(of: "latin.md"))
    #expect(report.problems.map(\.place) == ["latin.md", "latin.md"])
    #expect(try changed.text("In/B 2.md") == "---\ntags: [t]\n---\nb")
    let names = try FolderNames.readBytes(
      VaultTree(root: changed.folder.path).folder(Array("In".utf8), for: NotePath("In")), NotePath("In"))
    #expect(names.contains(Array("caf".utf8) + [0xE9] + Array(".md".utf8)))
  }

  @Test func tagsAndTheSourceAreAddedToWhatNotesHave() throws {
    let source = try source([
      "a.md": "---\ntags:\n  - x # mine\nsource: web\n---\n", "b.md": "b\r\n", "c.txt": "c",
      "d.md": "+++\ntitle = \"d\"\n+++\n",
    ])
    let changed = try ChangedVault()
    let report = try imported(source, into: changed) {
      $0.tags = ["t/u"]
      $0.noteSource = "import"
    }
    #expect(try changed.text("In/a.md") == "---\ntags:\n  - x # mine\n  - t/u\nsource: web\n---\n")
    #expect(try changed.text("In/b.md") == "---\r\ntags: [t/u]\r\nsource: import\r\n---\r\nb\r\n")
    #expect(try changed.text("In/c.txt") == "c")
    #expect(report.problems.map(\.place) == ["d.md"])
  }

  @Test func largeNotesAreImportedAndTold() throws {
    let source = try source(["a.md": String(repeating: "x", count: 2_000)])
    let changed = try ChangedVault([".vault/config.yaml": "max_file_size: 1000\n"])
    let report = try imported(source, into: changed)
    #expect(report.created == 1 && report.problems.map(\.place) == ["a.md"])
  }

  // MARK: Refusals

  @Test func foldersAroundTheVaultAreRefused() throws {
    let changed = try ChangedVault(["Sub/a.md": "a"])
    let root = changed.folder.path
    for path in [root, root + "/Sub", root + "/Sub/a.md"] {
      #expect(throws: ImportError.insideVault(path)) {
        try changed.vault().editor.importNotes(ImportRequest(.path(path)))
      }
    }
    let parent = NotePath(root).folder
    #expect(throws: ImportError.holdsVault(parent)) {
      try changed.vault().editor.importNotes(ImportRequest(.path(parent)))
    }
    try changed.folder.link("round", to: ".")
    #expect(throws: ImportError.insideVault(root + "/round")) {
      try changed.vault().editor.importNotes(ImportRequest(.path(root + "/round")))
    }
    #expect(throws: ImportError.unreadable("/no/such", code: ENOENT)) {
      try changed.vault().editor.importNotes(ImportRequest(.path("/no/such")))
    }
    #expect(throws: ImportError.notRegular("/dev/null")) {
      try changed.vault().editor.importNotes(ImportRequest(.path("/dev/null")))
    }
  }

  @Test func nothingComesOfADryRun() throws {
    let source = try source(["a.md": "a", "b.png": "\0"])
    let changed = try ChangedVault(["x.md": "x"])
    let (outcome, report) = try changed.vault().editor.importNotes(
      ImportRequest(.path(source.path)), ChangeOptions(dryRun: true))
    #expect(outcome.end == .dryRun && report.created == 2 && outcome.planned.texts.count == 2)
    #expect(try changed.tree() == ["x.md": "x"] && !changed.folder.exists(".vault"))
  }

  // MARK: Text files

  @Test func textFilesBecomeNotes() throws {
    let source = try source(["Sub/Über.txt": "\u{FEFF}a\r\n", "b.TXT": "b", "b.txt": "other", "pic.png": "\0"])
    try source.write([0xE9], to: "latin.txt")
    try source.setModificationTime(1_500_000_000_000_000_000, of: "b.TXT")
    let changed = try ChangedVault()
    let report = try imported(source, into: changed)
    #expect(report.created == 3 && report.problems.map(\.place) == ["latin.txt"])
    #expect(try changed.text("In/Sub/Über.md") == "a\r\n" && changed.text("In/b.md") == "b")
    #expect(try changed.text("In/b 2.md") == "---\ntitle: b\n---\nother")
    var request = ImportRequest(.path(source.absolute("b.TXT")))
    request.into = "One"
    _ = try changed.vault().editor.importNotes(request)
    #expect(try changed.vault().read { try $0.show("One/b.md") }.record.created == .instant(1_500_000_000_000))
  }

  @Test(.enabled(if: RepositoryPlaces.corpusVault("kepano-obsidian") != nil, "the corpus is not there"))
  func aRealVaultComesInByteForByte() throws {
    let path = try #require(RepositoryPlaces.corpusVault("kepano-obsidian"))
    let changed = try ChangedVault()
    let (_, report) = try changed.vault().editor.importNotes(ImportRequest(.path(path)))
    #expect(report.created > 50 && report.renamed.isEmpty)
    for note in try Corpus.notes(in: URL(fileURLWithPath: path)) where !"/\(note)".contains("/.") {
      #expect(
        try changed.folder.bytes(of: "kepano-obsidian/" + note)
          == Array(Data(contentsOf: URL(fileURLWithPath: path + "/" + note))))
    }
  }
}
