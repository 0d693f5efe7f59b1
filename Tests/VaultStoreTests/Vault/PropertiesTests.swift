import Testing
import VaultCore

@testable import VaultStore

struct PropertiesTests {
  private static let files = [
    "a.md": "---\r\n# mine\r\nTags: [x]   # two\r\nstatus: open\r\n---\r\n# A\r\n", "b.md": "# B", "c/d.md": "d\n",
  ]

  private func differences(
    _ change: (OpenVault, ChangeOptions) throws -> ChangeOutcome
  ) throws -> [String: String?] {
    try ChangedVault(Self.files).differences(after: change)
  }

  @Test func settingTouchesOneLine() throws {
    #expect(
      try differences { try $0.editor.set("STATUS", to: .text("yes: no"), in: ["a"], $1) }
        == ["a.md": "---\r\n# mine\r\nTags: [x]   # two\r\nstatus: \"yes: no\"\r\n---\r\n# A\r\n"])
    #expect(try differences { try $0.editor.set("status", to: .text("open"), in: ["a"], $1) }.isEmpty)
  }

  @Test func onlyNotesThatChangeAreReported() throws {
    let test = try ChangedVault(Self.files)
    let outcome = try test.vault().editor.set("status", to: .text("open"), in: ["a", "c/d", "a.md"])
    #expect(outcome.planned.records == [ChangeRecord(.updated, "c/d.md")])
    #expect(try test.text("c/d.md") == "---\nstatus: open\n---\nd\n")
  }

  @Test func frontMatterThatVaultMadeGoesWithItsLastKey() throws {
    let test = try ChangedVault(["made.md": "# M", "own.md": "---\nx: 1\n---\n# O\n"])
    let vault = try test.vault()
    _ = try vault.editor.set("x", to: .number(1, text: "1"), in: ["made"])
    _ = try vault.editor.unset("x", in: ["made", "own"])
    #expect(try test.text("made.md") == "# M")
    #expect(try test.text("own.md") == "---\n---\n# O\n")
  }

  @Test(arguments: ["", " x", "a\nb", "\u{7F}"])
  func keysMustBeNames(_ key: String) throws {
    let test = try ChangedVault(Self.files)
    #expect(throws: PropertyKeyError.self) { try test.vault().editor.set(key, to: .checkbox(true), in: ["a"]) }
    #expect(throws: PropertyKeyError.self) { try test.vault().editor.unset(key, in: ["a"]) }
    #expect(try test.tree().count == 4)
  }

  @Test(arguments: [
    "---\na: [1\n---\n", "---\na: 1\na: 2\n---\n", "+++\na = 1\n+++\n", "---\n- a\n---\n", "---\n\ta: 1\n---\n",
    "---\na: \(String(repeating: "x", count: 65_536))\n---\n",
  ])
  func frontMatterThatCannotBeEditedStopsAll(_ text: String) throws {
    let test = try ChangedVault(["a.md": "# A\n", "bad.md": text])
    let before = try test.tree()
    let error = #expect(throws: UnchangeableError.self) {
      try test.vault().editor.set("k", to: .text("v"), in: ["a", "bad"])
    }
    #expect(error?.notes.map(\.path) == [NotePath("bad.md")])
    #expect(throws: ChangeError.self) { try test.vault().editor.set("k", to: .text("v"), in: ["bad"]) }
    #expect(try test.tree() == before)
  }

  @Test func checkboxesGoByTheNameThatIsThere() throws {
    let test = try ChangedVault(["a.md": "---\npinned: false\n---\n", "b.md": "---\nPin: true\n---\n", "c.md": "c"])
    func set(_ isOn: Bool) throws -> [String: String?] {
      try test.differences {
        try $0.editor.setCheckbox(["pin", "pinned"], to: isOn, in: ["a", "b", "c"], title: "pin", $1)
      }
    }
    #expect(try set(true) == ["a.md": "---\npinned: true\n---\n", "c.md": "---\npin: true\n---\nc"])
    #expect(try set(false) == ["a.md": "---\n---\n", "b.md": "---\n---\n", "c.md": "c"])
  }

  @Test func readingGivesWhatIsThere() throws {
    let test = try ChangedVault(Self.files)
    let vault = try test.vault()
    let found = try vault.read { try $0.property("tags", of: ["c/d", "a", "b"]) }
    #expect(found.map(\.path.text) == ["a.md"])
    #expect(found.first?.key == "Tags")
    #expect(found.first?.value.stringList == ["x"])
    #expect(try vault.read { try $0.propertyKeys() } == ["Tags", "status"])
  }
}
