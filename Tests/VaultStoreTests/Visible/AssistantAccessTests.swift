import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

@Suite struct AssistantAccessTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for path in ["Open/a.md", "Open/Deep/b.md", "Diary/c.md", "Templates/t.md", "root.md"] {
      try folder.write(path == "Open/a.md" ? "#private\n" : "text\n", to: "vault/" + path)
    }
    try folder.write("templates: Templates\n", to: "vault/.vault/config.yaml")
  }

  private func access(
    _ own: String = "", vaults: String = "", _ change: (inout AssistantAccess.Request) -> Void = { _ in }
  ) throws -> (AssistantAccess, [String]) {
    try folder.write(own, to: "config/vault/config.yaml")
    try folder.write("templates: Templates\n" + vaults, to: "vault/.vault/config.yaml")
    var environment = VaultEnvironment.fixed(VaultUnderTest.today)
    environment.variables = ["HOME": folder.absolute("home"), "XDG_CONFIG_HOME": folder.absolute("config")]
    let vault = try Vault(
      location: VaultLocation(root: folder.absolute("vault"), marker: .vault), environment: environment)
    var request = AssistantAccess.Request()
    change(&request)
    let access = try AssistantAccess(in: vault, request)
    let seen = try vault.visible(as: access.visible).read { try $0.list(Query()).records.map(\.path.text).sorted() }
    return (access, seen)
  }

  @Test func itReadsAllButTemplatesAndWritesNothing() throws {
    let (access, seen) = try access()
    #expect(seen == ["Diary/c.md", "Open/Deep/b.md", "Open/a.md", "root.md"])
    #expect(access.writeFolders == nil && access.visible.isReadOnly)
  }

  @Test func optionsNarrow() throws {
    let (read, seen) = try access {
      $0.readIn = ["Open"]
      $0.writes = true
    }
    #expect(seen == ["Open/Deep/b.md", "Open/a.md"] && read.writeFolders == [])
    let (write, _) = try access { $0.writeIn = ["Open/Deep", "Diary"] }
    #expect(write.writeFolders == ["Open/Deep", "Diary"] && !write.visible.isReadOnly)
    #expect(try access { $0.hide = "tag:private OR path:Diary/" }.1 == ["Open/Deep/b.md", "root.md"])
  }

  @Test func settingsOfBothCount() throws {
    let own = "mcp:\n  hide: tag:private\n"
    #expect(try access(own, vaults: "mcp: {hide: 'path:Diary/'}\n").1 == ["Open/Deep/b.md", "root.md"])
    // What a vault says takes nothing back of what its user says.
    #expect(try access("mcp: {read: [Open]}\n", vaults: "mcp: {read: [Open/Deep, Diary]}\n").1 == ["Open/Deep/b.md"])
    #expect(throws: AssistantAccessError.self) { try access("mcp: {read: [Open]}\n", vaults: "mcp: {read: [Diary]}\n") }
    #expect(throws: AssistantAccessError.self) { try access("mcp: {read: [Open]}\n") { $0.readIn = ["Diary"] } }
  }

  @Test func onlyTheUserLetsItWrite() throws {
    #expect(try access(vaults: "mcp: {write: [.]}\n").0.writeFolders == nil)
    #expect(try access("mcp: {write: [.]}\n").0.writeFolders == [])
    #expect(try access("mcp: {write: [Open]}\n") { $0.writes = true }.0.writeFolders == ["Open"])
    #expect(try access("mcp: {write: [Open]}\n") { $0.writeIn = ["Open/Deep"] }.0.writeFolders == ["Open/Deep"])
    #expect(throws: AssistantAccessError.self) { try access("mcp: {write: [Open]}\n") { $0.writeIn = ["Diary"] } }
  }

  @Test func whatCannotBeIsRefused() {
    #expect(throws: VisibleVaultError.self) { try access { $0.readIn = ["No"] } }
    #expect(throws: MoveError.self) { try access { $0.writeIn = ["../out"] } }
    #expect(throws: VisibleVaultError.self) { try access { $0.hide = "tag:" } }
    #expect(throws: VisibleVaultError.self) {
      try access(vaults: "mcp: {hide: 'tag:x \"'}\n") { $0.hide = "tag:private \"" }
    }
    // A query that cannot be read hides nothing it was meant to, so nothing shows.
    #expect(throws: VisibleVaultError.self) { try access("mcp: {hide: '(('}\n") }
  }

  /// Templates are not seen, and notes are made by them all the same.
  @Test func templatesDoTheirWork() throws {
    try folder.write("From the template\n", to: "vault/Templates/t.md")
    let (access, _) = try access(vaults: "new: {template: t}\n") { $0.writes = true }
    var environment = VaultEnvironment.fixed(VaultUnderTest.today)
    environment.variables = ["HOME": folder.absolute("home"), "XDG_CONFIG_HOME": folder.absolute("config")]
    let vault = try Vault(
      location: VaultLocation(root: folder.absolute("vault"), marker: .vault), environment: environment
    ).visible(as: access.visible)
    _ = try vault.editor().make(NewNote(title: "Made"))
    #expect(try text("vault/Made.md").contains("From the template"))
    #expect(throws: NoteNameError.self) { try vault.read { try $0.resolve("Templates/t.md") } }
    #expect(throws: VisibleChangeError.self) { try vault.editor().move(["Made"], to: "Templates/") }
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try folder.bytes(of: path), as: UTF8.self)
  }
}
