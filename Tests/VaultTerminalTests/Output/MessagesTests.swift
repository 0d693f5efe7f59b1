import Synchronization
import Testing
import VaultCore
import VaultInterface

@testable import VaultTerminal

@Suite struct MessagesTests {
  private func told(width: Int?, _ say: (Messages) -> Void) -> String {
    let told = Told()
    let context = TerminalContext(errorIsTerminal: width != nil, errorWidth: width)
    say(Messages(context: context, theme: Theme(.grey, on: .dark), program: "vault: ") { told.append($0) })
    return told.text
  }

  private final class Told: Sendable {
    private let bytes = Mutex<[UInt8]>([])
    func append(_ more: [UInt8]) { bytes.withLock { $0 += more } }
    var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
  }

  @Test func aSentenceIsBrokenBetweenWordsOnATerminal() {
    let text = told(width: 30) { $0.error("no note is called \"Templates/Book\" here") }
    #expect(text == "vault: error: no note is\ncalled \"Templates/Book\" here\n")
  }

  @Test func whatIsAlignedBelowStaysAsItIs() {
    let text = told(width: 20) { $0.warning("short\n  a query that is longer than the line\n    ^^^^^") }
    #expect(text == "vault: warning:\nshort\n  a query that is longer than the line\n    ^^^^^\n")
  }

  @Test func furtherSentencesAreBrokenAndCommandsAreNot() {
    let text = told(width: 20) { $0.error("short\nValid: one, two, three, four\nTry: vault a very long command line") }
    #expect(text == "vault: error: short\nValid: one, two,\nthree, four\nTry: vault a very long command line\n")
  }

  @Test func aQuestionIsBrokenAndKeepsItsLastBlank() {
    #expect(
      told(width: 20) { $0.say("Shall all of it go? [y/N] ", endingLine: false) } == "Shall all of it go?\n[y/N] ")
  }

  @Test func aPipeGetsOneLine() {
    let text = told(width: nil) {
      $0.note("a sentence that would not fit into a line of eighty columns, were it on a terminal")
    }
    #expect(!text.dropLast().contains("\n"))
  }
}
