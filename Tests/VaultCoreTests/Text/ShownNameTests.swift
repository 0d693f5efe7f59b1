import Testing

@testable import VaultCore

@Suite struct ShownNameTests {
  @Test(arguments: [
    ("a b/é.md", "a b/é.md"), ("a\nb", #""a\nb""#), ("a\t\"\\\r", #""a\t\"\\\r""#), ("\u{1}\u{7F}", #""\001\177""#),
    (#"a"b\c"#, #"a"b\c"#),
  ])
  func controlCharactersAreQuoted(_ path: String, _ shown: String) {
    #expect(ShownName.path(path) == shown)
  }

  @Test func longNamesKeepBothEnds() {
    let name = String(repeating: "é", count: ShownName.longest)
    #expect(ShownName.shortened(name) == name)
    let shown = ShownName.shortened("begin" + name + "end")
    #expect(shown.count == ShownName.longest && shown.hasPrefix("begin") && shown.hasSuffix("end"))
  }
}
