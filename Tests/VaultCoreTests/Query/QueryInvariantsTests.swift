import Testing
import VaultTestSupport

@testable import VaultCore

/// What the fuzzer checks, on inputs that it once made something wrong of: a query, and behind a NUL a note.
@Suite struct QueryInvariantsTests {
  @Test(arguments: [
    [0xEE, 0xEF, 0x00, 0x00, 0x00, 0xEE, 0xA2],
    Array("#/nJJmplJ NOT JJ[\u{0B}".utf8) + [0xFF, 0xFF, 0xFF, 0xFF] + Array("J/".utf8),
    Array("/~/\"~//~~\"".utf8),
    Array("\u{1B}$\u{1F}\"\n\n[[\"\u{1F}".utf8),
    [0x5B, 0x86, 0x3E, 0x01] + Array("==".utf8) + [0x01, 0xFF, 0x01] + Array("l]".utf8),
    Array("[c\u{1C}O-/\\bO".utf8) + [0x9E, 0x2B, 0xD7] + Array("S[^(2/\\b[menti\r,ons:[^4]/]/".utf8),
    Array("\"\n\n[[\"\0a\n\n[[b\n\n[[".utf8),
    Array("/'\n/\"a\"R\"b\"e".utf8), Array("!no/ / /\"//\"/".utf8), Array("/x/\"y\" \\/a /\"b/\" \\/\\/b*".utf8),
    Array("title:\\/x/ line:(\\/a b/) /\"a\"/\"b\"/".utf8),
    Array("-/ \"\" line:(-/ -\\/?) /\"a\"/\"b\"/".utf8), Array("-/\"a\" b/".utf8), Array("line:(-/ \"a\"/\"b\"/)".utf8),
    Array("[\"-\"b]d".utf8), Array("[\"\u{3000}\"]".utf8), Array("[\"\u{3000}-\":b]".utf8), Array("[\"-\"]".utf8),
    Array("[\"\u{FEFF}a\":b]".utf8), Array("[\"\u{80}\"]".utf8),
  ])
  func hold(_ input: [UInt8]) {
    var invariants = QueryInvariants()
    #expect(invariants.violations(of: input) == [])
  }
}
