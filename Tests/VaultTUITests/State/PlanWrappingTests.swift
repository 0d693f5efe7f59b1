import Testing
import VaultCore
import VaultInterface
import VaultTerminal

@testable import VaultTUI

struct PlanWrappingTests {
  /// Any window of the lines is that of all lines.
  @Test func aWindowIsAPartOfAll() {
    let texts = ["", "short", String(repeating: "word ", count: 30), "漢字" + String(repeating: "字", count: 40), "end"]
    let lines = texts.map { DiffLine(kind: .added, text: $0) }
    for width in [10, 20, 76] {
      let wrapping = PlanWrapping(lines, width: width)
      let look = UISettings().look
      let all = wrapping.lines(lines, from: 0, most: .max, look)
      #expect(all.count == wrapping.count)
      #expect(all.allSatisfy { $0.width <= width })
      for first in 0...all.count {
        #expect(wrapping.lines(lines, from: first, most: 3, look) == Array(all[first...].prefix(3)))
      }
    }
    #expect(PlanWrapping([], width: 10).count == 0)
  }
}
