import Testing

/// What is said on a terminal of tasks that others waited for.
@Suite("Free tasks")
struct TaskConsequencesTests {
  @Test func areNamedOnATerminal() throws {
    let sandbox = try Sandbox()
    let (bytes, status) = try sandbox.runOnTerminal("vault tasks done salt-ch7", typing: "")
    #expect(status == 0)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("Free now: \"Chapter 7, revision\" (Projects/The Salt Road.md:42)."), "\(text)")
    let piped = try sandbox.run("vault undo && vault tasks done salt-ch7")
    #expect(piped.status == 0, "\(piped.errorText)")
    #expect(!piped.errorText.contains("Free now"))
  }
}
