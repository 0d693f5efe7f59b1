import Testing
import VaultCore

@testable import VaultStore

/// Today is 21 September 2026.
struct CaptureTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func oneLineIsAnItem() throws {
    let test = try ChangedVault(["Inbox.md": "# In\r\n\r\n- one"])
    #expect(
      try test.differences { try $0.editor.capture(bytes(" two "), in: nil, under: nil, $1) }
        == ["Inbox.md": "# In\r\n\r\n- one\r\n- two"])
    #expect(
      try test.differences { try $0.editor.capture(bytes("- [ ] three"), in: .inbox, under: nil, $1) }
        == ["Inbox.md": "# In\r\n\r\n- one\r\n- two\r\n- [ ] three"])
  }

  @Test func severalLinesStayWhatTheyAre() throws {
    let test = try ChangedVault([".vault/config.yaml": "inbox: Deep/In\n"])
    #expect(
      try test.differences { try $0.editor.capture(bytes("a\n\nb\n"), in: nil, under: nil, $1) }
        == ["Deep": "(folder)", "Deep/In.md": "a\n\nb\n"])
  }

  @Test func headingIsMadeWhereItIsMissing() throws {
    let test = try ChangedVault([".vault/config.yaml": "capture: today\n"])
    _ = try test.vault().editor.capture(bytes("one"), in: nil, under: SectionChoice("Log", creates: true))
    _ = try test.vault().editor.capture(bytes("two"), in: nil, under: "Log")
    #expect(try test.text("2026-09-21.md") == "## Log\n\n- one\n- two\n")
  }

  @Test(arguments: ["", " \n\r\n\t"])
  func emptyIsRefused(_ text: String) throws {
    let test = try ChangedVault()
    #expect(throws: EmptyTextError.self) { try test.vault().editor.capture(bytes(text), in: nil, under: nil) }
    #expect(try test.tree().isEmpty)
  }

  @Test(arguments: ["../In", "Sub/", ".", "/tmp/In", "/"])
  func inboxMustBeInTheVault(_ inbox: String) throws {
    let test = try ChangedVault([".vault/config.yaml": "inbox: \(inbox)\n"])
    #expect(throws: ConfiguredPlaceError.self) { try test.vault().editor.capture(bytes("x"), in: nil, under: nil) }
    #expect(try test.tree().isEmpty)
  }
}
