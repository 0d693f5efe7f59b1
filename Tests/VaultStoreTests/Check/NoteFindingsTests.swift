import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// What is found in one note is what is found of it among all.
struct NoteFindingsTests {
  private func expectEach(_ folder: TemporaryFolder, least: Int) throws {
    for noIndex in [false, true] {
      try VaultUnderTest(folder).vault(noIndex: noIndex).read { reader in
        let all = try reader.findings().findings
        let paths = try reader.list(Query()).records.map(\.path)
        // What the walk of the folders passes over is said of files, and not of a note's text.
        let ofNotes = all.filter { $0.path?.isNote == true && !$0.diagnostic.code.rawValue.hasPrefix("scan-") }
        #expect(ofNotes.count >= least)
        for path in paths {
          #expect(try reader.findings(ofNoteAt: path) == ofNotes.filter { $0.path == path }, "\(path) \(noIndex)")
        }
      }
    }
  }

  @Test func inTheSampleVault() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: RepositoryPlaces.sampleVault, toPath: folder.absolute("vault"))
    let inner = try TemporaryFolder()
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.absolute("vault")) {
      guard let bytes = FileManager.default.contents(atPath: folder.absolute("vault/" + path)) else { continue }
      try inner.write(Array(bytes), to: path)
    }
    try expectEach(inner, least: 5)
  }

  @Test func whatNotesShare() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      check:
        levels: {link-dangling: error}
        ignore: ['path:out/']
        schema:
          - notes: 'tag:x'
            required: [status]
      """, to: ".vault/config.yaml")
    try folder.write("---\nid: one\naliases: [Nick, Other]\ntags: [x]\n---\n[[None]] [[b#No]]\n", to: "a.md")
    try folder.write("---\nid: one\naliases: [nick]\n---\n# B\n- [ ] t 🆔 q1 ⛔ q2\n- [ ] u 🆔 q1\n", to: "b.md")
    try folder.write("---\naliases: [NICK]\n---\n- [ ] w 🆔 q2 ⛔ q1\n- [ ] v ⛔ gone\n[x](B.md)\n", to: "c.md")
    try folder.write("[[None]]\n", to: "out/d.md")
    try folder.write("[[None]] <!-- vault-check: off link-dangling -->\n", to: "e.md")
    try expectEach(folder, least: 10)
  }
}
