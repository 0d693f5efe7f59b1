import Testing

@testable import VaultCore

@Suite struct MessageTests {
  private struct Broken: Failure {
    let kind = FailureKind.damaged
    let message: Message = "it is broken; \(command: .edit) mends it"
  }

  private struct Other: Error, CustomStringConvertible {
    let description = "other"
  }

  @Test func remediesAreNamedByWhoeverAsks() {
    let name = "a.md"
    let message: Message = "\(name): give \(option: .line), or change \(setting: "inbox")"
    #expect(message.text == "a.md: give its line, or change the setting inbox")
    #expect(
      message.text(naming: { $0 == .option(.line) ? "--line" : "?" }) == "a.md: give --line, or change ?")
    #expect(message.remedies == [.option(.line), .setting("inbox")])
  }

  @Test func aFailureInsideKeepsItsRemedies() {
    let broken: any Error = Broken()
    for message: Message in [
      "a.md: \(Broken())", "a.md: \(broken)", "a.md: \(Message(broken))", "a.md: " + Message(broken),
    ] {
      #expect(message.remedies == [.command(.edit)])
      #expect(message.text == "a.md: it is broken; an editor mends it")
    }
    #expect(Broken().description == "it is broken; an editor mends it")
  }

  @Test func anotherErrorSaysWhatItSays() {
    let other: any Error = Other()
    #expect(Message("\(other)!").text == "other!")
  }

  @Test func several() {
    let messages: [Message] = ["a", "\(command: .undo)", "b"]
    #expect(messages.joined(separator: ", ").text == "a, Undo, b")
    #expect([Message]().joined(separator: ", ").text == "")
  }
}
