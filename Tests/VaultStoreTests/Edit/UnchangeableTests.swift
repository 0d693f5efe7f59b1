import Testing
import VaultCore
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

  private static func change(_ name: String) throws -> Change {
    try #require(changes.first { $0.name == name }).1
  }
}
