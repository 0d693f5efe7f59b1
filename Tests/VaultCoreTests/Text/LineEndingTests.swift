import Testing
import VaultCore

@Suite struct LineEndingTests {
  @Test(
    arguments: [
      ("", .lf), ("a", .lf), ("a\nb\r\n", .lf), ("a\r\nb\n", .crlf), ("\n", .lf), ("\r\n", .crlf), ("a\rb", .cr),
      ("a\rb\n", .lf),
    ] as [(String, LineEnding)])
  func theFirstLineDecides(_ text: String, _ ending: LineEnding) {
    #expect(LineEnding(of: Array(text.utf8)) == ending)
  }

  @Test(arguments: [("a\nb\r\nc\rd\r", "a\nb\nc\rd\r", "a\r\nb\r\nc\rd\r"), ("", "", ""), ("\n\n", "\n\n", "\r\n\r\n")])
  func endingsAreMadeAlike(_ text: String, _ lf: String, _ crlf: String) {
    #expect(LineEnding.lf.applied(to: Array(text.utf8)) == Array(lf.utf8))
    #expect(LineEnding.cr.applied(to: Array(lf.utf8)) == Array(lf.replacing("\n", with: "\r").utf8))
    #expect(LineEnding.crlf.applied(to: Array(text.utf8)) == Array(crlf.utf8))
  }
}
