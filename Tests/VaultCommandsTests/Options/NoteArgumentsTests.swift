import Testing

@testable import VaultCommands

struct NoteArgumentsTests {
  @Test(arguments: [
    ("a.md\nb c.md\n", ["a.md", "b c.md"]),
    ("a.md\r\n\r\nb.md", ["a.md", "b.md"]),
    ("a\nb.md\0c.md\0", ["a\nb.md", "c.md"]),
    ("", []),
    ("\n\n", []),
  ])
  func standardInputIsSplit(_ text: String, _ names: [String]) {
    #expect(StandardInput.split(Array(text.utf8)) == names)
  }
}
