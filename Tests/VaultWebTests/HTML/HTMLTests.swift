import Testing

@testable import VaultWeb

@Suite("HTML")
struct HTMLTests {
  @Test("Texts are escaped, pieces are not")
  func interpolation() {
    let name = "<b>\"&'"
    let piece: HTML = "<i>\(name)</i>"
    let whole: HTML = "<p title=\"\(name)\">\(piece) \(3)</p>"
    #expect(
      String(decoding: whole.bytes, as: UTF8.self)
        == "<p title=\"&lt;b&gt;&quot;&amp;'\"><i>&lt;b&gt;&quot;&amp;'</i> 3</p>")
  }
}
