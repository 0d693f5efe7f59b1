import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

@Suite(.enabled(if: InstalledTool.git.isInstalled || InstalledTool.areAllInstalled, "git is not installed"))
struct GitSetupTests {
  private let repository: TestRepository
  private static let program = GitSetup.Program(command: "merges", appendingCommand: "merges -a")

  init() throws { repository = try TestRepository() }

  private func vault(at place: String = "", in repository: TestRepository? = nil) throws -> Vault {
    let repository = repository ?? self.repository
    let root = place.isEmpty ? repository.path : repository.path + "/" + place
    try FileManager.default.createDirectory(atPath: root + "/.vault", withIntermediateDirectories: true)
    var environment = VaultEnvironment.fixed(CivilDate(year: 2026, month: 3, day: 14)!)
    environment.variables = repository.variables
    let location = try VaultLocation.find(explicit: root, environment: nil, from: root)
    return try Vault(location: location, environment: environment, options: Vault.Options(noIndex: true))
  }

  @discardableResult
  private func setUp(
    _ vault: Vault, isLocal: Bool = false, _ appending: [String] = [], removes: Bool = false, isDryRun: Bool = false
  ) throws -> [GitSetup.Change] {
    try vault.editor().setUpGit(
      GitSetup.Request(isLocal: isLocal, appending: appending, removes: removes), program: Self.program,
      isDryRun: isDryRun)
  }

  private func files() throws -> [String: String] {
    var files: [String: String] = [:]
    for path in [".gitattributes", ".git/config", ".git/info/attributes"]
    where FileManager.default.fileExists(atPath: repository.path + "/" + path) {
      files[path] = try repository.text(of: path)
    }
    return files
  }

  private func driver(of note: String) throws -> String { try repository.git("check-attr", "merge", "--", note) }

  @Test func attributesAndConfiguration() throws {
    let vault = try vault()
    try setUp(vault, ["Journal/*.md", "In box.md", "#1.md"])
    #expect(
      try repository.text(of: ".gitattributes")
        == "*.md merge=vault\nJournal/*.md merge=vault-log\n\"In box.md\" merge=vault-log\n\"#1.md\" merge=vault-log\n")
    #expect(try driver(of: "a/b.md") == "a/b.md: merge: vault")
    #expect(try driver(of: "Journal/x.md") == "Journal/x.md: merge: vault-log")
    #expect(try driver(of: "In box.md") == "In box.md: merge: vault-log")
    #expect(try driver(of: "#1.md") == "#1.md: merge: vault-log")
    #expect(try driver(of: "a.txt") == "a.txt: merge: unspecified")
    #expect(
      try repository.git("config", "merge.vault.driver")
        == "merges %O %A %B %L %P; s=$?; test $s -le 1 || { git merge-file --marker-size=%L -L ours -L base -L theirs "
        + "%A %O %B; s=$?; }; exit $s")
    #expect(try repository.git("config", "merge.vault-log.driver").hasPrefix("merges -a %O %A %B %L %P; "))
    #expect(try repository.git("config", "merge.vault.recursive") == "text")
  }

  @Test(arguments: [nil, "", "* text=auto\n", "* text=auto", "a\r\n"], [true, false])
  func twiceIsOnceAndAllOfItCanBeTakenBack(_ attributes: String?, _ isLocal: Bool) throws {
    let vault = try vault()
    let path = isLocal ? ".git/info/attributes" : ".gitattributes"
    if let attributes { try repository.write(attributes, to: path) }
    try repository.git("config", "merge.vault.words", "true")
    let before = try files()
    try setUp(vault, isLocal: isLocal, ["Inbox.md"])
    let once = try files()
    #expect(once != before)
    #expect(try setUp(vault, isLocal: isLocal, ["Inbox.md"]) == [])
    #expect(try files() == once)
    try setUp(vault, isLocal: isLocal, removes: true)
    // A file without a line is one that was made for these lines.
    #expect(try files() == before.filter { !$0.value.isEmpty })
    #expect(try setUp(vault, isLocal: isLocal, removes: true) == [])
  }

  @Test func aDryRunChangesNothing() throws {
    let vault = try vault()
    let before = try files()
    let planned = try setUp(vault, isDryRun: true)
    #expect(try files() == before)
    #expect(try setUp(vault) == planned)
    let after = try files()
    #expect(
      planned.map { String(decoding: $0.after ?? [], as: UTF8.self) } == [
        after[".git/config"], after[".gitattributes"],
      ])
  }

  @Test func otherDriversCommandsAreSetRight() throws {
    try repository.git("config", "merge.vault.driver", "old")
    try repository.git("config", "--add", "merge.vault.driver", "older")
    try setUp(vault())
    #expect(try repository.git("config", "--get-all", "merge.vault.driver").hasPrefix("merges %O"))
    #expect(try repository.git("config", "--get-all", "merge.vault.driver").split(separator: "\n").count == 1)
  }

  @Test func aFolderOfTheRepository() throws {
    let vault = try vault(at: "odd [x] notes")
    try setUp(vault)
    #expect(try repository.text(of: "odd [x] notes/.gitattributes") == "*.md merge=vault\n")
    #expect(try driver(of: "odd [x] notes/a/b.md").hasSuffix(": vault"))
    #expect(try driver(of: "README.md").hasSuffix(": unspecified"))
    try setUp(vault, removes: true)
    try setUp(vault, isLocal: true, ["Inbox.md", "Journal/*.md"])
    #expect(try driver(of: "odd [x] notes/a/b.md").hasSuffix(": vault"))
    #expect(try driver(of: "odd [x] notes/Inbox.md").hasSuffix(": vault-log"))
    #expect(try driver(of: "odd [x] notes/Journal/a.md").hasSuffix(": vault-log"))
    #expect(try driver(of: "odd x notes/a.md").hasSuffix(": unspecified"))
    #expect(try driver(of: "README.md").hasSuffix(": unspecified"))
  }

  @Test func aSecondWorkTree() throws {
    try repository.write("a\n", to: "a.md")
    try repository.commit()
    try repository.git("worktree", "add", "--quiet", "second")
    let second = try TestRepository(in: repository.folder, at: "second", initialized: false)
    try setUp(vault(in: second), isLocal: true)
    #expect(try repository.text(of: ".git/info/attributes") == "*.md merge=vault\n")
    #expect(try second.git("check-attr", "merge", "--", "a.md") == "a.md: merge: vault")
    #expect(try second.git("config", "merge.vault.recursive") == "text")
  }

  @Test func whatIsRefused() throws {
    let vault = try vault()
    let before = try files()
    for pattern in ["", "!a.md", "a\nb.md"] {
      #expect(throws: GitSetupError.pattern(pattern)) { try setUp(vault, [pattern]) }
    }
    let outside = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: repository.path + "/.gitattributes", withDestinationPath: outside.path + "/x")
    #expect(throws: AtomicFileError.self) { try setUp(vault) }
    try FileManager.default.removeItem(atPath: repository.path + "/.gitattributes")
    #expect(try files() == before)
  }

  // MARK: doctor

  private func findings(_ vault: Vault) throws -> [String] {
    try vault.read { try $0.findings() }.findings.map {
      "\($0.path?.text ?? "-"):\($0.diagnostic.location.line) \($0.diagnostic.code.rawValue)"
    }
  }

  @Test func anAttributeWithoutItsDriverIsFound() throws {
    let vault = try vault()
    #expect(try findings(vault) == [])
    try setUp(vault, ["Inbox.md"])
    #expect(try findings(vault) == [])
    try repository.git("config", "--unset", "merge.vault.driver")
    #expect(try findings(vault) == [".gitattributes:1 merge-driver-missing"])
    try setUp(vault, removes: true)
    #expect(try findings(vault) == [])
    try repository.write("# mine\n*.md merge=vault\n", to: ".git/info/attributes")
    #expect(try findings(vault) == ["-:2 merge-driver-missing"])
  }

  @Test func attributesOutsideOfRepositoriesAreNoFinding() throws {
    let vault = try vault()
    try repository.write("*.md merge=vault\n", to: ".gitattributes")
    try FileManager.default.removeItem(atPath: repository.path + "/.git")
    var variables = repository.variables
    variables["GIT_CEILING_DIRECTORIES"] = repository.path
    #expect(try findings(vault) == [])
  }
}
