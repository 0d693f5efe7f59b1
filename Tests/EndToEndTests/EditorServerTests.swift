import Testing

/// `vault lsp` as a person may start it; what it answers to editors is tested in `Tests/Editors`.
@Suite("Editor server")
struct EditorServerTests {
  @Test func isForEditorsAlone() throws {
    let (bytes, status) = try Sandbox().runOnTerminal("vault lsp", typing: "")
    #expect(String(decoding: bytes, as: UTF8.self).contains("vault help lsp"))
    #expect(status == 64)
  }
}
