import Foundation
import Testing
import VaultCore
import VaultStore
import VaultTestSupport

@testable import VaultInterface

/// What `export --json` prints, and `import` makes of it.
@Suite struct ExportedNoteFieldsTests {
  /// The user's, which changes need.
  private let state: TemporaryFolder

  init() throws { state = try TemporaryFolder() }

  private func vault(_ path: String) throws -> Vault {
    var environment = VaultEnvironment.fixed(CivilDate(dayNumber: 20_000))
    environment.workingFolder = path
    environment.variables["XDG_STATE_HOME"] = state.path
    return try Vault(
      location: VaultLocation(root: path, marker: .vault), environment: environment,
      options: Vault.Options(noIndex: true))
  }

  private func exported(_ vault: Vault) throws -> (lines: [String: [UInt8]], refused: Set<String>) {
    let fields = RecordFields<ExportedNote>.exportedNote(in: vault)
    var lines: [String: [UInt8]] = [:]
    let query = try QueryParser(context: vault.queryContext).parse("")
    let (_, problems) = try vault.read { try $0.export(query) }.readNotes { note in
      // What a file's text says of itself, and so is another for another text: of the front matter, its layout.
      var note = note
      note.record.hash = []
      note.record.warnings = []
      note.record.snippet = ""
      var json = JSONWriter()
      fields.write(note, to: &json)
      lines[note.record.path.text] = json.bytes
    }
    return (lines, Set(problems.map(\.place)))
  }

  private func check(_ folder: String) throws -> (notes: Int, left: [String]) {
    let (lines, refused) = try exported(try vault(folder))
    let paths = lines.keys.sorted()
    var json = Array("[".utf8)
    for (index, path) in paths.enumerated() { json += (index > 0 ? [0x2C] : []) + (lines[path] ?? []) }
    let target = try TemporaryFolder()
    let (_, report) = try vault(target.path).editor().importNotes(ImportRequest(.bytes(json + Array("]".utf8))))
    let (back, _) = try exported(try vault(target.path))
    var left: [String] = []
    for path in paths where !refused.contains(path) {
      guard let line = back[path] else {
        left.append(path)
        continue
      }
      #expect(line == lines[path], "\(path)\n\(String(decoding: line, as: UTF8.self))")
    }
    #expect(report.created == paths.count - left.count && report.renamed.isEmpty)
    let again = try vault(target.path).editor().importNotes(ImportRequest(.bytes(json + Array("]".utf8))))
    #expect(again.report.created == 0 && again.report.same == report.created)
    return (paths.count, left)
  }

  @Test func theSampleVaultComesBackTheSame() throws {
    let (notes, left) = try check(RepositoryPlaces.sampleVault)
    #expect(notes > 30 && left == [])
  }

  @Test(
    .enabled(if: RepositoryPlaces.corpusVault("obsidian-hub") != nil, "the corpus is not there"),
    arguments: ["04 - Guides, Workflows, & Courses", "01 - Community/Obsidian Roundup"])
  func realNotesComeBackTheSame(_ folder: String) throws {
    let hub = try #require(RepositoryPlaces.corpusVault("obsidian-hub"))
    let (notes, left) = try check(hub + "/" + folder)
    #expect(notes > 50 && left == [])
  }
}
