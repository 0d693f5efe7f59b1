import Testing
import VaultTUI

@Suite struct PastedTextTests {
  @Test(
    arguments: [
      "", "text", "a\r\nb\tc\n", "␛", "␛␛", "␛[A␛[201", "␛[20␛[201x", "␛[200~", "\u{3}\u{4}\u{18}", "é漢😀", "␛[201;1~",
      "~", "␛]0;", "␛␛[201", "\u{9B}201~",
    ])
  func pastes(text: String) {
    let sent = sentBytes("a␛[200~" + text + "␛[201~b")
    let expected: [TerminalInput] = [
      .key(Key(.character("a"))), .paste(String(decoding: sentBytes(text), as: UTF8.self)), .key(Key(.character("b"))),
    ]
    for cut in 0...sent.count {
      var decoder = InputDecoder()
      #expect(decoder.feed(sent[..<cut]) + decoder.feed(sent[cut...]) == expected)
    }
    var decoder = InputDecoder()
    #expect(sent.flatMap { decoder.feed(CollectionOfOne($0)) } == expected)
  }

  @Test func timeEndsNoPaste() {
    var decoder = InputDecoder()
    #expect(decoder.feed(sentBytes("␛[200~a␛")) == [])
    for _ in 0..<100 { #expect(decoder.timeOut() == []) }
    #expect(decoder.feed(sentBytes("[201~")) == [.paste("a")])
  }

  @Test func badTextInAPasteIsReplaced() {
    var decoder = InputDecoder()
    #expect(
      decoder.feed(sentBytes("␛[200~") + [0x61, 0xFF, 0xC3] + sentBytes("␛[201~")) == [
        .paste("a\u{FFFD}\u{FFFD}")
      ])
  }

  @Test func aLongPasteIsKept() {
    let text = String(repeating: "a line with \u{1B}[20, é\r", count: 250_000)
    let sent = sentBytes("␛[200~" + text + "␛[201~")
    var decoder = InputDecoder()
    var found: [TerminalInput] = []
    for start in stride(from: 0, to: sent.count, by: 65_536) {
      found += decoder.feed(sent[start..<min(start + 65_536, sent.count)])
    }
    #expect(found == [.paste(text)])
  }

  @Test func aPasteThatIsTooLongIsCut() {
    var decoder = InputDecoder()
    #expect(decoder.feed(sentBytes("␛[200~")) == [])
    // The limit is within a character.
    #expect(decoder.feed(Array(repeating: 0x61, count: InputDecoder.longestPaste - 1)) == [])
    #expect(decoder.feed(sentBytes("é dropped ␛[20 and q")) == [])
    let kept = String(repeating: "a", count: InputDecoder.longestPaste - 1)
    #expect(decoder.feed(sentBytes("␛[201~b")) == [.paste(kept), .lost, .key(Key(.character("b")))])
    #expect(decoder.feed(sentBytes("␛[200~x␛[201~")) == [.paste("x")])
  }
}
