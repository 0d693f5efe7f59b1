import Foundation
import Testing
import VaultCore
import VaultInterface
import VaultPlatform
import VaultStore
import VaultTestSupport

@testable import VaultWeb

/// What the page about other machines shows and does, over real repositories.
@Suite(
  .serialized, .enabled(if: InstalledTool.git.isInstalled || InstalledTool.areAllInstalled, "git is not installed"))
struct SyncFormTests {
  /// A served clone, and another one of the same repository.
  private struct Machines {
    let web: WebUnderTest
    let own: TestRepository
    let other: TestRepository

    init(readIn: [String] = []) throws {
      web = try WebUnderTest(["A.md": "# A\n\nthe plan\n", "B.md": "b\n", "Folder/C.md": "c\n"], readIn: readIn)
      own = try TestRepository(in: web.folder, at: "vault")
      for (name, value) in [("user.name", "Ada"), ("user.email", "ada@example.org")] {
        try own.git("config", name, value)
      }
      try own.git("add", "--all")
      try own.git("commit", "--quiet", "--message", "Start")
      try own.git("init", "--quiet", "--bare", "--initial-branch=main", "../hub")
      try own.git("remote", "add", "origin", web.folder.absolute("hub"))
      try own.git("push", "--quiet", "--set-upstream", "origin", "main")
      try own.git("clone", "--quiet", web.folder.absolute("hub"), "../other")
      other = try TestRepository(in: web.folder, at: "other", initialized: false)
    }

    /// Both change the same words, and the other one's are sent.
    func disagree() throws {
      try other.write("# A\n\nthe plan is bad\n", to: "A.md")
      try other.git("commit", "--quiet", "--all", "--message", "Change")
      try other.git("push", "--quiet")
      try own.write("# A\n\nthe plan is good\n", to: "A.md")
    }

    func page() async -> String { await web.page("/sync").text }

    /// `shown`: what the page asked back; nil for no choice.
    func post(_ action: String, _ shown: String? = nil) async -> WebResponse {
      let choice = shown.map { [("shown", $0), ("note-0-place-0", "theirs")] } ?? []
      return await web.form("/sync", [("action", action)] + choice)
    }

    /// What the page asks back of the conflicts that it shows.
    func shown() async throws -> String {
      let page = await page()
      let match = try #require(page.firstMatch(of: /name="shown" value="([0-9a-f]+)"/))
      return String(match.1)
    }

    func note() throws -> String { try own.text(of: "A.md") }
    func copies() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: own.path).filter { $0.contains("(theirs") }
    }
  }

  @Test func aSyncIsMadeAndTold() async throws {
    let machines = try Machines()
    #expect(await machines.page().contains("In step with origin/main"))
    try machines.own.write("b more\n", to: "B.md")
    #expect(await machines.page().contains("1 note waits to be committed"))
    #expect(await machines.post("sync").status == 303)
    let page = await machines.page()
    #expect(page.contains(", 1 commit sent"))
    #expect(await machines.post("other").status == 422)
  }

  @Test func whatIsChosenIsMerged() async throws {
    let machines = try Machines()
    try machines.disagree()
    _ = await machines.post("sync")
    #expect(try machines.note().contains("good") && machines.copies().isEmpty)
    #expect(await machines.page().contains("Changed on both sides"))
    let shown = try await machines.shown()
    #expect(await machines.post("settle", shown).status == 303)
    #expect(try machines.note() == "# A\n\nthe plan is bad\n" && machines.copies().isEmpty)
    #expect(await machines.page().contains("In step with origin/main"))
    #expect(try machines.own.git("rev-parse", "HEAD") == machines.own.git("rev-parse", "origin/main"))
  }

  @Test func aChoiceOfOtherVersionsIsRefused() async throws {
    let machines = try Machines()
    try machines.disagree()
    // Nothing was shown yet, or by a server that ended since.
    let number = String(repeating: "0", count: 40)
    let stale = "\(number) \(number) \(number)"
    #expect(await machines.post("settle", stale).status == 412)
    _ = await machines.post("sync")
    #expect(await machines.post("settle", stale).status == 412)
    #expect(await machines.post("settle").status == 412)
    #expect(try machines.note().contains("good") && machines.copies().isEmpty)
    // The note is written once more behind the page: what was chosen is not that any more, and it is asked again.
    let shown = try await machines.shown()
    try machines.own.write("# A\n\nthe plan is great\n", to: "A.md")
    #expect(await machines.post("settle", shown).status == 303)
    #expect(try machines.note().contains("great") && machines.copies().isEmpty)
    #expect(await machines.page().contains("Changed on both sides"))
  }

  @Test func anotherProgramsSyncIsNoNewsOfThis() async throws {
    let machines = try Machines()
    try machines.own.write("b more\n", to: "B.md")
    #expect(await machines.post("sync").status == 303)
    let folder = machines.own.path + "/.git"
    let lock = try #require(
      try FileLock.acquire(
        "vault-sync.lock", in: OwnedDescriptor(openFile(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)), path: folder,
        .alone, patience: 0, fileMode: 0o600))
    #expect(await machines.post("sync").status == 503)
    #expect(await machines.page().contains(", 1 commit sent"))
    lock.release()
    #expect(await machines.post("sync").status == 303)
  }

  @Test func whoSeesAPartSyncsNothing() async throws {
    let machines = try Machines(readIn: ["Folder"])
    #expect(await machines.page().contains("Only what everybody may see is shown here"))
    #expect(await [403, 409].contains(machines.post("sync").status))
  }
}
