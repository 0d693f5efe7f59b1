import Testing
import VaultCore
import VaultPlatform
import VaultTestSupport

@testable import VaultStore

/// Several notes of which some cannot be changed.
struct UnchangeableTests {
  private static let files = [
    "a.md": "# A\n", "b.md": "+++\nx = 1\n+++\n", "c.md": "---\n- no keys\n---\n",
    "d.md": "---\npin: true\ntags: [t]\n---\n#u\n",
  ]
  private static let names = ["a", "b", "c", "d"]

  typealias Change = @Sendable (VaultEditor, [String], ChangeOptions) throws -> ChangeOutcome

  static let changes: [(name: String, Change)] = [
    ("set", { try $0.set("k", to: .text("v"), in: $1, $2) }), ("tag add", { try $0.addTag("v", to: $1, $2) }),
    ("pin", { try $0.setCheckbox(["favorite"], to: true, in: $1, title: "favorite", $2) }),
  ]

  @Test(arguments: changes.map(\.name)) func allAreNamedAtOnce(_ name: String) throws {
    let change = try Self.change(name)
    let test = try ChangedVault(Self.files)
    let before = try test.tree()
    let error = #expect(throws: UnchangeableError.self) {
      try change(test.vault().editor, Self.names, ChangeOptions())
    }
    #expect(error?.notes.map(\.path.text) == ["b.md", "c.md"])
    let message = error?.message
    #expect(message?.remedies == [.option(.skipUnchangeable)])
    #expect(message?.text.contains("\n  b.md: line 1: the front matter is TOML") == true)
    #expect(message?.text.contains("\n  c.md: line 2, column 1: ") == true)
    #expect(try test.tree() == before)
  }

  @Test(arguments: changes.map(\.name)) func theOthersAreChangedWhereThatIsAskedFor(_ name: String) throws {
    let change = try Self.change(name)
    let test = try ChangedVault(Self.files)
    let outcome = try change(test.vault().editor, Self.names, ChangeOptions(skipsUnchangeable: true))
    #expect(outcome.planned.records.map(\.path.text) == ["a.md", "d.md"])
    for name in ["b.md", "c.md"] {
      #expect(try test.text(name) == Self.files[name])
      #expect(test.notices.count { $0.hasPrefix("left out: \(name): ") } == 1)
    }
    for name in ["a.md", "d.md"] { #expect(try test.text(name) != Self.files[name]) }
  }

  @Test func whereNoneCanBeChangedItFails() throws {
    let test = try ChangedVault(Self.files)
    for skips in [false, true] {
      let error = #expect(throws: UnchangeableError.self) {
        try test.vault().editor.set("k", to: .text("v"), in: ["b", "c"], ChangeOptions(skipsUnchangeable: skips))
      }
      #expect(error?.message.remedies == [] && error?.message.text.hasPrefix("none of these") == true)
    }
  }

  @Test func namesThatNameNothingAreToldAtOnce() throws {
    let test = try ChangedVault(Self.files)
    let editor = try test.vault().editor
    let changes: [() throws -> ChangeOutcome] = [
      { try editor.set("k", to: .text("v"), in: ["x", "a", "y"]) }, { try editor.delete(named: ["x", "a", "y"]) },
      { try editor.move(["x", "a", "y"], to: "folder/") }, { try editor.addTag("t", to: ["x", "a", "y"]) },
    ]
    for change in changes {
      let error = #expect(throws: NamesError.self) { try change() }
      #expect(error?.kind == .notFound && error?.errors.count == 2)
      let lines = error?.message.text.split(separator: "\n") ?? []
      #expect(lines.first == "2 names do not say what is meant:" && lines.count == 3)
    }
    #expect(throws: NoteNameError.self) { try editor.set("k", to: .text("v"), in: ["x", "a"]) }
    let many = #expect(throws: NamesError.self) {
      try editor.set("k", to: .text("v"), in: (0..<1_000).map { "x\($0)" })
    }
    #expect(many?.errors.count == 10)
  }

  @Test func whatIsTakenOrCannotFollowIsToldAtOnce() throws {
    let test = try ChangedVault([
      "a.md": "1", "b.md": "2", "c.md": "3", "to/a.md": "taken", "to/B.md": "taken",
    ])
    let before = try test.tree()
    let editor = try test.vault().editor
    let error = #expect(throws: UnchangeableError.self) { try editor.move(["a", "b", "c"], to: "to/") }
    #expect(error?.notes.map(\.path.text) == ["to/a.md", "to/b.md"])
    #expect(error?.message.remedies == [.option(.skipUnchangeable)])
    #expect(try test.tree() == before)
    let outcome = try editor.move(["a", "b", "c"], to: "to/", ChangeOptions(skipsUnchangeable: true))
    #expect(outcome.planned.records.map(\.path.text) == ["to/c.md"])
    #expect(outcome.planned.leftOut.map(\.text) == ["to/a.md", "to/b.md"])
    #expect(try test.text("a.md") == "1" && test.text("to/c.md") == "3" && test.text("to/a.md") == "taken")
  }

  /// What stays keeps its place, which another was to get.
  @Test func whatWaitsForAPlaceIsLeftOutWithWhatKeepsIt() throws {
    let test = try ChangedVault(["1.md": "1", "2.md": "2", "3.md": "3", "3x.md": "taken", "9.md": "9"])
    let names = ["1": "2", "2": "3", "3": "3x", "9": "10"]
    let outcome = try test.vault().editor.rename(
      ["1", "2", "3", "9"], title: "rename", ChangeOptions(skipsUnchangeable: true)
    ) { old, _ in names[old] ?? old }
    #expect(outcome.planned.records.map(\.path.text) == ["10.md"])
    #expect(Set(outcome.planned.leftOut.map(\.text)) == ["2.md", "3.md", "3x.md"])
    #expect(try test.tree() == ["1.md": "1", "2.md": "2", "3.md": "3", "3x.md": "taken", "10.md": "9"])
  }

  @Test func ofATagThatNoNoteCanLoseAllAreNamed() throws {
    let toml = "+++\ntags = [\"t\"]\n+++\n"
    let test = try ChangedVault(["a.md": toml, "b.md": toml])
    let error = #expect(throws: UnchangeableError.self) { try test.vault().editor.renameTag("t", to: "u") }
    #expect(error?.notes.map(\.path.text) == ["a.md", "b.md"])
  }

  @Test func whatIsSaidOfTheDiskIsNoRemarkAboutOneNote() throws {
    for code in [EIO, ENOSPC, EDQUOT, EROFS] {
      var refused = UnchangeableNotes()
      #expect(throws: ChangeError.self) { try refused.add(ChangeError(NotePath("a.md"), .system("written", code))) }
      #expect(refused.errors.isEmpty)
    }
    for code in [EMFILE, ENFILE, ENOMEM] {
      var refused = UnchangeableNotes()
      #expect(throws: ShortageError.self) { try refused.add(ChangeError(NotePath("a.md"), .system("opened", code))) }
    }
    var refused = UnchangeableNotes()
    try refused.add(ChangeError(NotePath("a.md"), .system("written", EACCES)))
    #expect(refused.errors.count == 1)
  }

  private static func change(_ name: String) throws -> Change {
    try #require(changes.first { $0.name == name }).1
  }
}
