import Testing
import VaultCore
import VaultInterface

@testable import VaultTerminal

struct StyledTextTests {
  private let red = Style(Color(0xFF0000), bold: true)

  @Test func paintsForEachDepth() {
    let text = StyledText("a") + StyledText("b", red) + StyledText("c", Style(underline: true))
    #expect(Painter(colors: .none, sanitizes: true).string(text) == "abc")
    #expect(
      Painter(colors: .palette256, sanitizes: true).string(text)
        == "a\u{1B}[1;38;5;196mb\u{1B}[0m\u{1B}[4mc\u{1B}[0m")
    #expect(
      Painter(colors: .trueColor, sanitizes: true).string(text)
        == "a\u{1B}[1;38;2;255;0;0mb\u{1B}[0m\u{1B}[4mc\u{1B}[0m")
  }

  @Test func nearestPaletteEntries() {
    #expect(Color(0x000000).palette == 16)
    #expect(Color(0xFFFFFF).palette == 231)
    #expect(Color(0x808080).palette == 244)
    #expect(Color(0x5F87AF).palette == 67)
  }

  @Test func controlCharactersNeverReachATerminal() {
    let evil = StyledText("\u{1B}]0;x\u{7}\u{9B}2J\n\u{202E}", red, link: "http://a\u{1B}\\\u{7}é")
    for painter in [
      Painter(colors: .none, sanitizes: true), Painter(colors: .palette256, sanitizes: false),
      Painter(colors: .trueColor, hyperlinks: true, sanitizes: true),
    ] {
      let shown = painter.string(evil)
      #expect(shown.contains("␛]0;x␇<U+009B>2J␊<U+202E>"))
      #expect(!shown.unicodeScalars.contains { $0.value == 7 || (0x80...0x9F).contains($0.value) || $0 == "\u{202E}" })
    }
    let linked = Painter(colors: .none, hyperlinks: true, sanitizes: true).string(evil)
    #expect(linked.hasPrefix("\u{1B}]8;;http://a%1B\\%07%C3%A9\u{1B}\\"))
    #expect(linked.hasSuffix("\u{1B}]8;;\u{1B}\\"))
    #expect(Painter.raw.string(evil) == evil.plain)
  }

  @Test func widthAndTruncation() {
    let text = StyledText("日本", red) + StyledText("語 text")
    #expect(text.width == 11)
    #expect(text.truncated(to: 11) == text)
    let cut = text.truncated(to: 6)
    #expect(cut.plain == "日本…")
    #expect(cut.width <= 6)
    #expect(text.truncated(to: 7).plain == "日本語…")
    #expect(text.truncated(to: 0).plain == "")
    #expect(text.padded(to: 13).plain == "日本語 text  ")
    #expect(StyledText("7").padded(to: 3, leading: true).plain == "  7")
  }

  @Test func highlightsByByteOffsets() {
    let text = StyledText("aéb") + StyledText("cd", red)
    let shown = text.highlighting([1..<3, 4..<5], Style(italic: true))
    #expect(
      shown.spans == [
        .init("a"), .init("é", Style(italic: true)), .init("b"), .init("c", red.with(Style(italic: true))),
        .init("d", red),
      ])
    // Inside a scalar, past the end, empty: nothing is lost.
    for ranges in [[2..<3], [2..<99], [0..<0], [5..<7], [0..<1, 0..<2, 1..<2]] {
      #expect(text.highlighting(ranges, Style(italic: true)).plain == text.plain)
    }
  }

  @Test func pathsInAPipeAreQuotedWhenTheyWouldBreakALine() {
    #expect(Painter.raw.path(NotePath("a b/é.md")) == "a b/é.md")
    #expect(Painter.raw.path(NotePath("a\n\"b\\.md")) == "\"a\\n\\\"b\\\\.md\"")
    #expect(Painter.raw.path(NotePath(bytes: [0x61, 0xFF])) == "\"a\\377\"")
    #expect(Painter(colors: .none, sanitizes: true).path(NotePath("a\nb")) == "a\nb")
  }

  @Test func lineFeedsEndLines() {
    var text = StyledText("one two ", Style(bold: true))
    text.append("\n\nthree")
    #expect(text.wrapped(to: 5).map(\.plain) == ["one", "two", "", "three"])
    #expect(text.lines.first?.spans == [.init("one two ", Style(bold: true))])
    #expect(StyledText("a b").lines == [StyledText("a b")])
  }
}
