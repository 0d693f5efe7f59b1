import Foundation
import Testing
import VaultCore
import VaultStore
import VaultTestSupport

@testable import VaultInterface

/// What would change, read by git.
@Suite struct ChangeDiffTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let notes = [
      "a.md": "---\ntags: [x]\n---\nalpha\nno line break at the end",
      "b \"quoted\".md": "[[a]] and [[a|that]]\r\nmore\r\n",
      "Sub/ü.md": "[[a]]\n", "empty.md": "",
    ]
    for (path, text) in notes { try folder.write(text, to: "vault/" + path) }
  }

  private func vault(_ root: String) throws -> Vault {
    var environment = VaultEnvironment(now: Date(timeIntervalSince1970: 1_790_000_000), timeZone: .gmt)
    environment.variables = ["XDG_STATE_HOME": folder.absolute("state")]
    return try Vault(
      location: VaultLocation(root: folder.absolute(root), marker: .vault), environment: environment,
      options: Vault.Options(noIndex: true))
  }

  private func change(_ root: String, dryRun: Bool) throws -> ChangeOutcome {
    try vault(root).editor(telling: VaultListener()).changeAsOne("all", ChangeOptions(dryRun: dryRun)) { editor in
      _ = try editor.move(["a"], to: "Moved/c.md")
      _ = try editor.addTag("new", to: ["a", "Sub/ü"])
      _ = try editor.addFile(NotePath("Files/p.txt"), Array("one\ntwo".utf8))
      _ = try editor.insert(Array("text\n".utf8), .append, under: nil, in: ["empty"])
    }
  }

  private func tree(_ root: String) throws -> [String: [UInt8]] {
    var tree: [String: [UInt8]] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.absolute(root)) where !path.hasPrefix(".") {
      if let bytes = FileManager.default.contents(atPath: folder.absolute(root + "/" + path)) {
        tree[path] = Array(bytes)
      }
    }
    return tree
  }

  @Test
  func gitMakesTheSameOfIt() throws {
    try FileManager.default.copyItem(atPath: folder.absolute("vault"), toPath: folder.absolute("applied"))
    let diff = ChangeDiff(try change("vault", dryRun: true).planned)
    try folder.write(String(decoding: diff.text, as: UTF8.self), to: "diff")
    let git = Process()
    git.executableURL = URL(filePath: "/usr/bin/env")
    git.arguments = ["git", "apply", "-p1", "--whitespace=nowarn", folder.absolute("diff")]
    git.currentDirectoryURL = URL(filePath: folder.absolute("applied"))
    try git.run()
    git.waitUntilExit()
    #expect(git.terminationStatus == 0)
    let before = try tree("vault")
    _ = try change("vault", dryRun: false)
    #expect(try tree("applied") == tree("vault") && tree("vault") != before)
  }

  @Test func filesAndWhatIsNoTextAreTold() throws {
    let outcome = try vault("vault").editor(telling: VaultListener())
      .addFile(NotePath("p.png"), [0x89, 0, 1], ChangeOptions(dryRun: true))
    let diff = ChangeDiff(outcome.planned)
    #expect(diff.files.map { $0.to?.text } == ["p.png"] && diff.files.map { $0.from?.text } == [nil])
    #expect(String(decoding: diff.text, as: UTF8.self).contains("Binary files /dev/null and b/p.png differ"))
    let deletion = try vault("vault").editor(telling: VaultListener())
      .delete(named: ["empty"], ChangeOptions(dryRun: true))
    #expect(
      String(decoding: ChangeDiff(deletion.planned).text, as: UTF8.self)
        == "diff --git a/empty.md b/empty.md\ndeleted file mode 100644\n")
  }

  private func signature(of text: String) throws -> [UInt8] {
    let planned = try vault("vault").editor(telling: VaultListener())
      .addFile(NotePath("p.txt"), Array(text.utf8), ChangeOptions(dryRun: true)).planned
    return ChangeDiff(planned).signature(planned)
  }

  /// The moment is nobody's choice.
  @Test(arguments: [
    ("2026-03-14T07:31", "2026-03-14 07:32", true), ("a 2026-03-14T07:31:02Z b", "a 2026-03-15T07:31:59Z b", true),
    ("2026-03-14T07:31:02.123", "2026-03-14T07:31:02.9", true),
    ("2026-03-14T07:31:02.123+01:00", "2026-03-14T07:31:02.123+02:00", false),
    ("2026-03-14T07:31:02.", "2026-03-14T07:31:03.", true), ("2026-03-14", "2026-03-15", false),
    ("2026-03-14T07:3", "2026-03-14T07:4", false), ("2026-03-14x07:31", "2026-03-14x07:32", false),
    ("12026-03-14T07:31", "12026-03-14T07:32", true), ("a: b", "a: c", false), ("07:31", "07:32", false),
  ])
  func timesTellNoPlanFromAnother(_ one: String, _ other: String, _ isSame: Bool) throws {
    #expect(try (signature(of: one) == signature(of: other)) == isSame)
  }
}
