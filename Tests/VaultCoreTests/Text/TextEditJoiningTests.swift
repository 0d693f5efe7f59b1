import Testing
import VaultCore
import VaultTestSupport

struct TextEditJoiningTests {
  @Test func twoRoundsBecomeOne() throws {
    var random = SeededGenerator(seed: 9)
    var joined = 0
    for _ in 0..<3_000 {
      let text = (0..<20).map { UInt8(0x61 + $0) }
      func round(_ bytes: [UInt8]) -> [TextEdit] {
        var edits: [TextEdit] = []
        var place = 0
        while true {
          let start = place + random.below(8)
          let end = start + random.below(3)
          guard end <= bytes.count else { return edits }
          edits.append(TextEdit(start..<end, in: bytes, with: [UInt8](repeating: 0x2D, count: random.below(3))))
          place = end + 1
        }
      }
      let first = round(text)
      let middle = try first.applied(to: text)
      let second = round(middle)
      guard let both = first.followed(by: second) else { continue }
      joined += 1
      #expect(try both.applied(to: text) == second.applied(to: middle))
    }
    #expect(joined > 100)
  }

  @Test func whatTouchesTheFirstRoundIsLeftToTheCaller() throws {
    let text = Array("abcdef".utf8)
    let first = [TextEdit(2..<3, in: text, with: "XY")]
    let middle = try first.applied(to: text)
    for place in [1..<2, 2..<2, 3..<4, 4..<5, 4..<4] {
      #expect(first.followed(by: [TextEdit(place, in: middle, with: "-")]) == nil)
    }
    let far = try #require(first.followed(by: [TextEdit(5..<6, in: middle, with: "-")]))
    #expect(String(decoding: try far.applied(to: text), as: UTF8.self) == "abXYd-f")
  }
}
