import Testing
import VaultCore

@testable import VaultRPC

struct RPCMessageTests {
  private func read(_ text: String) throws -> RPCMessage { try RPCMessage(reading: Array(text.utf8)) }

  @Test func messagesAreReadAndWritten() throws {
    let messages: [RPCMessage] = [
      .request(.number("7"), method: "a/b", params: .object([])), .request(.text("x"), method: "m", params: nil),
      .notification(method: "n", params: .list([.null])), .response(.number("1"), .success(.null)),
      .response(.text("y"), .failure(RPCError(.methodNotFound, "no"))),
    ]
    for message in messages { #expect(try RPCMessage(reading: message.body) == message) }
  }

  @Test func parametersThatAreNullAreNone() throws {
    #expect(try read(#"{"jsonrpc":"2.0","method":"m","params":null}"#) == .notification(method: "m", params: nil))
  }

  struct Refused: Sendable {
    var text: String
    var code: RPCError.Code
    var id: RPCID?
  }

  @Test(arguments: [
    Refused(text: "{", code: .parseError), Refused(text: "\u{0}", code: .parseError),
    Refused(text: String(repeating: "[", count: 10_000), code: .parseError),
    Refused(text: "[]", code: .invalidRequest), Refused(text: "7", code: .invalidRequest),
    Refused(text: #"[{"id":1,"method":"m"}]"#, code: .invalidRequest),
    Refused(text: #"{"id":1}"#, code: .invalidRequest, id: .number("1")),
    Refused(text: #"{"id":1,"method":7}"#, code: .invalidRequest, id: .number("1")),
    Refused(text: #"{"id":[],"method":"m"}"#, code: .invalidRequest),
    Refused(text: #"{"id":null,"method":"m"}"#, code: .invalidRequest),
    Refused(text: #"{"id":"a","method":"m","params":7}"#, code: .invalidRequest, id: .text("a")),
  ]) func whatIsNoMessageIsRefused(_ refused: Refused) {
    do throws(RPCMessage.Refusal) {
      let message = try RPCMessage(reading: Array(refused.text.utf8))
      Issue.record("\(message)")
    } catch {
      #expect(error.error.code == refused.code.rawValue)
      #expect(error.id == refused.id)
    }
  }

  /// Two sides that answered each other's answers would never end.
  @Test func anAnswerToNothingIsNotAnswered() {
    for (text, isAnswered) in [(#"{"id":null,"error":{"code":1,"message":"x"}}"#, false), (#"{"id":null}"#, true)] {
      do throws(RPCMessage.Refusal) {
        let message = try RPCMessage(reading: Array(text.utf8))
        Issue.record("\(message)")
      } catch {
        #expect(error.isAnswered == isAnswered)
      }
    }
  }

  @Test func invalidUTF8IsRefused() {
    #expect(throws: RPCMessage.Refusal.self) { try RPCMessage(reading: [0x22, 0xFF, 0x22]) }
  }
}
