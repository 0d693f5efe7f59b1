import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Notes whose links and tags are not known are named where one of them may be concerned.
struct PartlyReadNotesTests {
  private static let long = "---\nup: \"[[A]]\"\ntags: [old/b]\nx: \(String(repeating: "x", count: 70_000))\n---\n"
  private static let files = [
    "A.md": "---\naliases: [Nick]\n---\n# H\n", "ok.md": "[[A#H]] #old",
    "big.md": String(repeating: "word ", count: 40_000),
    "bad.md": "---\nup: \"[[a]]\nnick: [\ntags: #OLD\n---\n", "other.md": "---\nup: [\n---\n[[A]]", "long.md": long,
    "toml.md": "+++\nup = '[[x/A#H]]'\n[[old]]\n+++\n", "other toml.md": "+++\nx = 'A [[B]] Nick'\n[[menu]]\n+++\n",
    ".vault/config.yaml": "max_file_size: 100KiB\n",
  ]

  private static let toml =
    "toml.md: its front matter is TOML, which is not edited, so links in it stay as they are; look into it yourself"

  private func notices(_ change: (OpenVault) throws -> ChangeOutcome) throws -> [String] {
    let test = try ChangedVault(Self.files)
    #expect(try change(test.vault()).end == .done)
    return test.notices.sorted()
  }

  private func expected(_ what: String) -> [String] {
    [
      "bad.md: its front matter cannot be read, so \(what); look into it yourself",
      "big.md: is larger than `max_file_size`, so \(what); look into it yourself",
      "long.md: its front matter cannot be read, so \(what); look into it yourself",
    ]
  }

  @Test func moves() throws {
    #expect(
      try notices { try $0.editor.move(["A"], to: "B") } == expected("links in it stay as they are") + [Self.toml])
  }

  @Test func headings() throws {
    #expect(
      try notices { try $0.editor.renameHeading("H", line: nil, of: "A", to: "I") }
        == expected("links in it stay as they are") + [Self.toml])
  }

  @Test func tags() throws {
    let told = try notices { try $0.editor.renameTag("old", to: "new") }
    #expect(told == expected("it keeps the tag \"old\" if it has it there"))
  }

  /// The index and the files name the same notes.
  @Test func bothSnapshotsAgree() throws {
    let folder = try TemporaryFolder()
    for (path, text) in Self.files { try folder.write(text, to: path) }
    let test = try VaultUnderTest(folder)
    for noIndex in [false, true, false] {
      let found = try test.vault(noIndex: noIndex).withSnapshot { try $0.partlyRead() }
      #expect(found == ["bad.md", "big.md", "long.md", "other toml.md", "other.md", "toml.md"])
    }
  }

  /// What cannot be read can be moved.
  @Test func theNoteItself() throws {
    let test = try ChangedVault(Self.files)
    _ = try test.vault().editor.move(["big.md", "bad.md"], to: "d/")
    #expect(try test.text("d/big.md") == Self.files["big.md"])
  }

  @Test func aHeadingIsRenamedThoughANoteIsNotUTF8() throws {
    let test = try ChangedVault(["A.md": "# H\n"])
    try test.folder.write(Array("[[A#H]] \u{E9}".unicodeScalars.map { UInt8($0.value) }), to: "latin.md")
    _ = try test.vault().editor.renameHeading("H", line: nil, of: "A", to: "I")
    #expect(try test.text("A.md") == "# I\n")
    #expect(test.notices.contains { $0.hasPrefix("latin.md: is not UTF-8") })
  }
}
