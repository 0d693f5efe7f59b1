import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Where no command would find what is put there.
struct IgnoredTargetsTests {
  private static let files = [
    ".gitignore": "build/\nsecret*.md\n*.log\n",
    ".vault/config.yaml": "ignore: [Private/, '/Old.md']\ninbox: build/In\n",
    "A.md": "a", "B.md": "[[A]]", "f/c.md": "c", "f/.gitignore": "/here\n", "g/secret.md": "s", "pic.png": "",
  ]

  @Test(
    arguments: [
      ("A", "build/", "build/"), ("A", "x/build/A", "x/build/"), ("A", "secret 2", "secret 2.md"),
      ("A", "f/here/", "f/here/"), ("pic.png", "x.log", "x.log"), ("f", "build", "build/"),
      ("g/secret.md", "build/", nil), ("g", "g2", nil), ("A", "here/", nil), ("A", "build.md", nil),
    ] as [(String, String, String?)])
  func moves(_ name: String, _ target: String, _ part: String?) throws {
    let test = try ChangedVault(Self.files)
    let before = try test.tree()
    if let part {
      let error = #expect(throws: ChangeError.self) { try test.vault().editor.move([name], to: target) }
      #expect("\(error.map { "\($0)" } ?? "")".contains(".gitignore leaves out \"\(part)\""))
      #expect(try test.tree() == before)
    } else {
      #expect(try test.vault().editor.move([name], to: target).end == .done)
    }
  }

  @Test func theConfigurationLeavesOutAsWell() throws {
    let test = try ChangedVault(Self.files)
    for target in ["Private/", "Old"] {
      let error = #expect(throws: ChangeError.self) { try test.vault().editor.move(["A"], to: target) }
      #expect("\(error.map { "\($0)" } ?? "")".contains("`ignore` in .vault/config.yaml leaves out"))
    }
    #expect(throws: ChangeError.self) { try test.vault().editor.rename(["A"], title: "r") { _, _ in "secrets" } }
    #expect(throws: ChangeError.self) { try test.vault().editor.capture([0x78], in: .inbox, under: nil) }
    var new = NewNote(title: "x")
    new.folder = "build"
    #expect(throws: ChangeError.self) { try test.vault().editor.make(new) }
    try test.folder.write("respect_gitignore: false\n", to: ".vault/config.yaml")
    #expect(try test.vault().editor.make(new).end == .done)
    #expect(try test.vault().editor.move(["A"], to: "Private/").end == .done)
  }

  @Test func imports() throws {
    let source = try TemporaryFolder()
    try source.write("x", to: "x.md")
    try source.write("y", to: "secret y.md")
    let test = try ChangedVault(Self.files)
    var request = ImportRequest(.path(source.path))
    request.into = "build/new"
    #expect(throws: ChangeError.self) { try test.vault().editor.importNotes(request) }
    request.into = "In"
    let report = try test.vault().editor.importNotes(request).report
    #expect(report.created == 2)
    #expect(report.problems.map(\.place) == ["In/secret y.md"])
  }
}
