import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Names of notes are looked for from the working folder first.
@Suite struct WorkingFolderTests {
  @Test func relativeNames() throws {
    let folder = try TemporaryFolder()
    for path in ["Ideas.md", "a/Ideas.md", "a/deep/Note.md", "b/Only.md"] { try folder.write("x\n", to: path) }
    var under = try VaultUnderTest(folder)
    under.environment.workingFolder = folder.path + "/a"
    let vault = try under.vault()
    #expect(try vault.read { try $0.resolve("Ideas.md") }.text == "a/Ideas.md")
    #expect(try vault.read { try $0.resolve("./Ideas") }.text == "a/Ideas.md")
    #expect(try vault.read { try $0.resolve("../Ideas.md") }.text == "Ideas.md")
    #expect(try vault.read { try $0.resolve("deep/Note") }.text == "a/deep/Note.md")
    #expect(try vault.read { try $0.resolve("../b/Only") }.text == "b/Only.md")
    #expect(try vault.read { try $0.resolve("b/Only") }.text == "b/Only.md")
    #expect(throws: NoteNameError.self) { try vault.read { try $0.resolve("../../a/Ideas") } }
  }
}
