import Foundation
import Testing
import VaultTestSupport

@testable import VaultTUI

@Suite struct InputDecoderTests {
  @Test(
    arguments: [
      ("␛␛x", ["Esc", "Alt-x"]), ("␛␛␛[A", ["Esc", "Alt-Up"]), ("␛␛[1;3A", ["Esc", "Alt-Up"]), ("␛␛[?62c", ["Esc"]),
      ("␛␛[M !!q", ["Esc", "q"]), ("␛␛]0;t\u{7}q", ["Esc", "q"]), ("␛␛[200~x␛[201~", ["Esc", "paste(\"x\")"]),
      ("␛␛[I", ["Esc", "focus(true)"]),
      // Controls in a sequence are dropped, ESC begins anew; a character beyond ASCII cannot be in one.
      ("␛[1;\u{A}5A", ["Ctrl-Up"]), ("␛[\u{7}A", ["Up"]), ("␛[1;␛[B", ["Down"]), ("␛[1;5é", ["é"]),
      ("␛[[␛[B", ["Down"]), ("␛[M!␛[B", ["Down"]),
      // What may be a key with Alt is one, where a sequence would be empty.
      ("␛[␛[A", ["Alt-[", "Up"]), ("␛O␛[A", ["Alt-O", "Up"]), ("␛O\u{D}", ["Alt-O", "Enter"]), ("␛Oé", ["Alt-O", "é"]),
      ("␛O?", ["Alt-O", "?"]), ("␛P␛Px", ["Alt-P"]), ("␛]␛[A", ["Alt-]", "Up"]), ("␛]1;␛[A", ["Up"]),
      ("␛Px\u{7}␛q", ["Alt-q"]),
      // No more than 16 numbers are looked at.
      ("␛[1;5" + String(repeating: ";7", count: 40) + "A", ["Ctrl-Up"]),
      ("␛[" + String(repeating: "7:", count: 40) + ";5~", ["Ctrl-Home"]),
    ])
  func sequencesInARow(sent: String, expected: [String]) {
    #expect(InputDecoder.names(sent) == expected)
  }

  @Test(
    arguments: [
      ("␛", ["Esc"]), ("␛␛", ["Esc", "Esc"]), ("␛␛␛", ["Esc", "Esc", "Esc"]), ("␛[", ["Alt-["]), ("␛O", ["Alt-O"]),
      ("␛]", ["Alt-]"]), ("␛P", ["Alt-P"]), ("␛X", ["Alt-X"]), ("␛^", ["Alt-^"]), ("␛_", ["Alt-_"]),
      ("␛␛[", ["Esc", "Alt-["]), ("␛␛P", ["Esc", "Alt-P"]), ("␛]␛", ["Alt-]", "Esc"]),
    ])
  func timeIsOver(sent: String, expected: [String]) {
    var decoder = InputDecoder()
    var found = decoder.feed(sentBytes(sent))
    var waits = 0
    while decoder.isWaiting {
      waits += 1
      found += decoder.timeOut()
    }
    #expect(waits == (expected.contains { $0.hasPrefix("Alt") } ? InputDecoder.bare : 1))
    #expect(found.names == expected)
    #expect(decoder.timeOut() == [])
    #expect(decoder.feed([0x71]).names == ["q"])
  }

  /// A slow line may have cut them.
  @Test(
    arguments: [
      ("␛[1", ";5A", "Ctrl-Up"), ("␛[[", "A", "F1"), ("␛O5", "A", "Ctrl-Up"), ("␛[<0;2;3", "M", nil),
      ("␛[M", "\"  ", nil), ("␛]11;rgb:", "f/f/f\u{7}", "background(isDark: false)"),
      ("␛]11;rgb:f/f/f␛", "\\", "background(isDark: false)"), ("␛Px", "y␛\\", nil),
    ] as [(String, String, String?)])
  func longerOnesAreKept(begun: String, rest: String, expected: String?) {
    var decoder = InputDecoder()
    #expect(decoder.feed(sentBytes(begun)) == [])
    for _ in 1..<InputDecoder.patience {
      #expect(decoder.isWaiting)
      #expect(decoder.timeOut() == [])
    }
    var other = decoder
    let found = decoder.feed(sentBytes(rest + "q"))
    #expect(found.names.last == "q")
    if let expected { #expect(found.names == [expected, "q"]) }
    #expect(!decoder.isWaiting)

    #expect(other.timeOut().names == (begun.hasSuffix("␛") ? ["Esc"] : []))
    #expect(!other.isWaiting)
    #expect(other.feed([0x71]).names == ["q"])
  }

  @Test(arguments: ["a", "é", "␛[A", "␛[200~", "␛[200~␛", "␛[200~␛[201", "␛]0;t␛\\"])
  func nothingIsWaitedFor(sent: String) {
    var decoder = InputDecoder()
    _ = decoder.feed(sentBytes(sent))
    #expect(!decoder.isWaiting)
    #expect(decoder.timeOut() == [])
  }

  // MARK: - Text

  @Test(
    arguments: [
      [0xC3, 0x28], [0xFF], [0x80, 0x41], [0xE2, 0x82, 0x41], [0xE2, 0x28, 0xA1],
      [0xF0, 0x9F, 0x98, 0xF0, 0x9F, 0x98, 0x80], [0xED, 0xA0, 0x80], [0xC0, 0xAF], [0xE0, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x41], [0xF0, 0x80, 0x80], [0xC3, 0xC3, 0xA9],
    ] as [[UInt8]])
  func badText(sent: [UInt8]) {
    var decoder = InputDecoder()
    #expect(decoder.feed(sent + [0x7A]) == keys(String(decoding: sent + [0x7A], as: UTF8.self)))
  }

  @Test func randomTextIsReadAsSwiftReadsIt() {
    var random = SplitMix64(seed: 3)
    let some: [UInt8] = [
      0x41, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xC3, 0xE0, 0xE2, 0xED, 0xF0, 0xF1, 0xF4, 0xF5,
    ]
    for _ in 0..<2_000 {
      let sent = (0..<12).map { _ in some.randomElement(using: &random) ?? 0 } + [0x7A]
      var decoder = InputDecoder()
      #expect(decoder.feed(sent) == keys(String(decoding: sent, as: UTF8.self)))
    }
  }

  /// The scalars of a text as keys, without controls.
  private func keys(_ text: String) -> [TerminalInput] {
    text.unicodeScalars.filter { $0.properties.generalCategory != .control }.map {
      .key(Key(.character(Character($0))))
    }
  }

  @Test func anEscapeBeforeBadTextIsAlt() {
    var decoder = InputDecoder()
    let found = decoder.feed([0x1B, 0xC3, 0x41, 0x1B, 0xFF, 0x42])
    #expect(found.names == ["Alt-\u{FFFD}", "A", "Alt-\u{FFFD}", "B"])
    #expect(decoder.feed([0xC3, 0x1B, 0x5B, 0x41]).names == ["\u{FFFD}", "Up"])
  }

  // MARK: - Wheel

  @Test func wheel() {
    let up = "␛[<64;3;4M"
    let down = "␛[<65;3;4M"
    #expect(InputDecoder.inputs(up) == [.wheel(lines: -1, column: 2, row: 3)])
    let many = String(repeating: down, count: 10_000)
    #expect(InputDecoder.inputs(many) == [.wheel(lines: 10_000, column: 2, row: 3)])
    #expect(InputDecoder.inputs(up + down) == [])
    #expect(InputDecoder.inputs(up + down + down) == [.wheel(lines: 1, column: 2, row: 3)])
    let apart = InputDecoder.inputs(up + "␛[<69;3;5M" + up + "j" + up)
    let above = TerminalInput.wheel(lines: -1, column: 2, row: 3)
    #expect(apart == [above, .wheel(lines: 1, column: 2, row: 4), above, .key(Key(.character("j"))), above])
  }

  @Test func noTurnOfTheWheelIsLostToACut() {
    let sent = sentBytes(String(repeating: "␛[<65;3;4M", count: 30) + String(repeating: "␛[<64;3;4M", count: 11))
    for size in 1...sent.count {
      var decoder = InputDecoder()
      var lines = 0
      for start in stride(from: 0, to: sent.count, by: size) {
        for case .wheel(let more, 2, 3) in decoder.feed(sent[start..<min(start + size, sent.count)]) { lines += more }
      }
      #expect(lines == 19)
    }
  }

  // MARK: - What never ends

  @Test(arguments: ["␛]", "␛]11;rgb:", "␛P", "␛_", "␛^", "␛X", "␛[", "␛[200", "␛[?", "␛O"])
  func keysComeThroughAgain(begun: String) {
    let isString = !begun.hasPrefix("␛[") && begun != "␛O"
    let sent = sentBytes(begun) + Array(repeating: 0x31, count: 5_000)
    let ends = isString ? ["\u{18}", "\u{1A}", "\u{7}", "␛\\"] : ["z", begun == "␛O" ? "z" : "\u{18}"]
    for end in ends {
      var decoder = InputDecoder()
      #expect(decoder.feed(sent) == [])
      #expect(decoder.feed(sentBytes(end + "q")).names == ["q"])
    }
    var decoder = InputDecoder()
    _ = decoder.feed(sent)
    var other = decoder
    #expect(decoder.feed(sentBytes("␛[A")).names == ["Up"])
    #expect(other.isWaiting)
    #expect(other.timeOut() == [])
    #expect(other.feed(sentBytes("1q")).names == ["1", "q"])
  }

  @Test func anEscapeEndsAStringThatNeverEnds() {
    for count in [1, 5_000] {
      var decoder = InputDecoder()
      _ = decoder.feed(sentBytes("␛]") + Array(repeating: 0x31, count: count))
      #expect(decoder.feed([0x1B]) == [])
      var found: [TerminalInput] = []
      for _ in 0..<InputDecoder.patience { found += decoder.timeOut() }
      #expect((found + decoder.feed([0x71])).names == ["Esc", "q"])
    }
  }

  @Test func whatIsTooLongSaysNothing() {
    let zeros = String(repeating: "0", count: 4_000)
    #expect(InputDecoder.names("␛[" + zeros + "1;5A") == ["Ctrl-Up"])
    #expect(InputDecoder.inputs("␛[" + zeros + zeros + "1;5A") == [])
    #expect(InputDecoder.inputs("␛[" + zeros + zeros + "200~") == [])
    #expect(InputDecoder.inputs("␛]11;rgb:f/f/f" + zeros + zeros + "␛\\") == [])
  }

  // MARK: - Cuts

  private func expectSameWhenCut(_ sent: [UInt8], _ first: Int, _ second: Int, _ seed: TestSeed? = nil) {
    var whole = InputDecoder()
    var cut = InputDecoder()
    let parts = [sent[..<first], sent[first..<second], sent[second...]]
    // Millions of expectations, each of which is noted, take more than what they are about.
    let (inputs, others) = (whole.decode(sent), parts.flatMap { cut.decode($0) })
    let isSame = inputs == others && whole.isWaiting == cut.isWaiting && whole.timeOut() == cut.timeOut()
    if !isSame {
      Issue.record("\(sent) at \(first) and \(second): \(inputs) is not \(others) \(seed.map { "\($0)" } ?? "")")
    }
  }

  @Test(
    arguments: [
      "qé漢😀\u{301}\u{80}", "␛␛[1;5A␛[[B␛OP␛x␛␛", "␛[97:65;2:1;65u␛[27;5;112~", "␛[<0;12;7M␛[<65;12;7M␛[<65;12;7M",
      "␛[M a\u{7F}q", "␛]11;rgb:ffff/0000/ffff␛\\␛]11;rgb:0/0/0\u{7}", "␛P>|kitty␛\\q␛_x␛[A",
      "x␛[200~a␛[201␛[201~␛[201~y", "␛[?62;4c␛[?1u␛[I␛[O", "␛O␛O5Pé␛[é␛]␛P", "␛[3$␛[3;2$y",
      "␛]é\u{18}a␛[1\u{1A}b\r\n\t\u{0}",
    ])
  func samplesCutAnywhere(sample: String) {
    let sent = sentBytes(sample)
    for first in 0...sent.count {
      for second in first...sent.count { expectSameWhenCut(sent, first, second) }
    }
  }

  @Test func randomBytesCutAnywhere() {
    let seed = TestSeed(fixed: 7)
    var random = SeededGenerator(seed: seed.value)
    let some = [
      "␛", "␛[", "␛]", "␛O", "␛P", "␛[200~", "␛[201~", "␛[<", "␛[M", "␛\\", "[", "O", "\\", ";", ":", "1", "4", "5",
      "27", "200", "~", "u", "A", "M", "m", "$", "?", "q", "é", "😀", "\u{7}", "\u{18}", "\r", "11;rgb:0/0/0",
    ]
    // Ten millions of cuts in the long tests.
    for round in 0..<(ProcessInfo.processInfo.environment["VAULT_SOAK"] == nil ? 2_000 : 400_000) {
      var sent: [UInt8] = []
      while sent.count < 24 {
        if round % 4 == 0 || Int.random(in: 0..<8, using: &random) == 0 {
          sent.append(UInt8.random(in: 0...255, using: &random))
        } else {
          sent += sentBytes(some.randomElement(using: &random) ?? "")
        }
      }
      for first in 0...sent.count {
        expectSameWhenCut(sent, first, Int.random(in: first...sent.count, using: &random), seed)
      }
    }
  }

  @Test func randomLongSequencesCutAnywhere() {
    var random = SplitMix64(seed: 11)
    for begun in ["␛[", "␛]", "␛P", "␛O", "␛[200~"] {
      for _ in 0..<20 {
        let count = InputDecoder.longestSequence + Int.random(in: -3...3, using: &random)
        let sent = sentBytes(begun) + Array(repeating: 0x31, count: count) + sentBytes("\u{7}A␛\\q")
        let cuts = [
          Int.random(in: 0...sent.count, using: &random),
          Int.random(in: 4_090...sent.count, using: &random),
        ]
        expectSameWhenCut(sent, cuts.min() ?? 0, cuts.max() ?? 0)
      }
    }
  }
}
