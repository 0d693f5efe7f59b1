import Foundation
import Testing
import VaultCore
import VaultPlatform
import VaultTestSupport

@testable import VaultStore

@Suite struct ExportTests {
  private func vault(_ path: String) throws -> OpenVault {
    OpenVault(
      vault: try Vault(
        location: VaultLocation(root: path, marker: .vault), environment: .fixed(CivilDate(dayNumber: 20_000)),
        options: Vault.Options(noIndex: true)))
  }

  private func query(_ text: String, _ vault: OpenVault) throws -> Query {
    try QueryParser(context: vault.queryContext).parse(text)
  }

  private func copy(_ query: Query, of vault: OpenVault, to folder: String) throws -> ExportReport {
    try vault.read { try $0.export(query, withFiles: true) }.copy(to: folder)
  }

  private let files = [
    "Home.md": "![[a.png]] [b](Sub/b.pdf) [[Sub/Note]] [[a.png]] [x](https://example.org/c.png)", "a.png": "\0a",
    "Sub/b.pdf": "\0b", "Sub/Note.md": "---\r\nx: 1 # kept\r\n---\r\n![[c.png]]", "Sub/c.png": "\0c", "d.png": "\0d",
  ]

  @Test func copiesNotesAndWhatTheyLeadTo() throws {
    let changed = try ChangedVault(files)
    try changed.folder.setModificationTime(1_500_000_000_000_000_001, of: "Home.md")
    let target = try TemporaryFolder()
    let vault = try changed.vault()
    let report = try copy(query("Home path:Home", vault), of: vault, to: target.absolute("new/er"))
    #expect(report.notes == 1 && report.attachments == 2 && report.problems == [])
    #expect(report.paths.map(\.text) == ["Home.md", "Sub/b.pdf", "a.png"])
    for path in report.paths {
      #expect(try target.bytes(of: "new/er/" + path.text) == changed.folder.bytes(of: path.text))
    }
    var status = stat()
    #expect(lstat(target.absolute("new/er/Home.md"), &status) == 0)
    #expect(FileStamp(status).mtimeNS == 1_500_000_000_000_000_001)
    #expect(try changed.tree()["Home.md"] == files["Home.md"])

    let all = try copy(query("", vault), of: vault, to: target.absolute("new/er"))
    #expect(all.notes == 1 && all.attachments == 1 && all.same == 3)
    let names = try FileManager.default.subpathsOfDirectory(atPath: target.absolute("new/er"))
    #expect(!names.contains { $0.contains(TemporaryFile.prefix) } && !names.contains("d.png"))
  }

  @Test func neverOverwrites() throws {
    let changed = try ChangedVault(files)
    let target = try TemporaryFolder()
    try target.write("mine", to: "Home.md")
    try target.write("a file", to: "Sub")
    let report = try copy(query("", changed.vault()), of: changed.vault(), to: target.path)
    #expect(report.problems.map(\.place) == ["Home.md", "Sub/Note.md", "Sub/b.pdf", "Sub/c.png"])
    #expect(report.paths.map(\.text) == ["a.png"])
    #expect(try target.bytes(of: "Home.md") == Array("mine".utf8) && target.bytes(of: "Sub") == Array("a file".utf8))
  }

  @Test func linksInTheTargetAreNotFollowed() throws {
    let changed = try ChangedVault(files)
    let target = try TemporaryFolder()
    let elsewhere = try TemporaryFolder()
    try target.link("Sub", to: elsewhere.path)
    let report = try copy(query("", changed.vault()), of: changed.vault(), to: target.path)
    #expect(report.problems.count == 3 && report.paths.count == 2)
    #expect(try FileManager.default.subpathsOfDirectory(atPath: elsewhere.path) == [])
  }

  @Test func foldersAroundTheVaultAreRefused() throws {
    let changed = try ChangedVault(files)
    let vault = try changed.vault()
    let root = changed.folder.path
    for path in [root, root + "/out", root + "/Sub/deep/er", root + "/nowhere/.."] {
      #expect(throws: (any Error).self) { try copy(query("", vault), of: vault, to: path) }
    }
    let parent = NotePath(root).folder
    #expect(throws: ExportError.holdsVault(parent)) { try copy(query("", vault), of: vault, to: parent) }
    #expect(throws: ExportError.unusable("/dev/null", code: ENOTDIR)) {
      try copy(query("", vault), of: vault, to: "/dev/null")
    }
    #expect(try changed.tree().filter { $0.value != "(folder)" } == files)
  }

  @Test func theBodyIsWhatFollowsTheFrontMatter() throws {
    let changed = try ChangedVault(files)
    try changed.folder.write([0xE9], to: "latin.md")
    try changed.folder.write("---\na: [\n---\nx", to: "broken.md")
    try changed.folder.write("+++\ntitle = \"T\"\nmore = 1\n+++\nt", to: "toml.md")
    try changed.folder.write("\u{FEFF}---\n---\nempty", to: "empty.md")
    var bodies: [String: String] = [:]
    let vault = try changed.vault()
    let (count, problems) = try vault.read { try $0.export(query("", vault)) }.readNotes { note in
      bodies[note.record.path.text] = note.body
    }
    #expect(count == 6 && bodies.count == 6)
    #expect(bodies["Sub/Note.md"] == "![[c.png]]" && bodies["empty.md"] == "empty" && bodies["broken.md"] == "x")
    #expect(problems.map(\.place) == ["broken.md", "latin.md", "toml.md"])
    #expect(problems.allSatisfy { $0.message.remedies == [.option(.exactCopies)] })
  }

  /// What was exported as files and imported is the same, file by file.
  @Test func copiesComeBackAsTheyWere() throws {
    let target = try TemporaryFolder()
    let sample = try vault(RepositoryPlaces.sampleVault)
    let report = try copy(query("", sample), of: sample, to: target.absolute("copy"))
    #expect(report.notes > 20 && report.problems == [])
    for path in report.paths {
      #expect(
        try target.bytes(of: "copy/" + path.text)
          == Array(Data(contentsOf: URL(fileURLWithPath: RepositoryPlaces.sampleVault + "/" + path.text))))
    }
    let changed = try ChangedVault()
    var request = ImportRequest(.path(target.absolute("copy")))
    request.into = "/"
    let (_, imported) = try changed.vault().editor.importNotes(request)
    #expect(imported.created == report.paths.count && imported.problems == [])
    for path in report.paths {
      #expect(try changed.folder.bytes(of: path.text) == target.bytes(of: "copy/" + path.text))
    }
  }
}
