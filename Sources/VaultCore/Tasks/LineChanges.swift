/// How much more often each line stands in a text than in an earlier one.
package struct LineChanges {
  /// By the line without its ending, for those that became more or fewer.
  private let counts: [ArraySlice<UInt8>: Int]

  package subscript(line: ArraySlice<UInt8>) -> Int { counts[line] ?? 0 }

  package init(from before: [UInt8], to after: [UInt8]) {
    let isEnd: (UInt8) -> Bool = { $0 == 0x0A || $0 == 0x0D }
    let most = min(before.count, after.count)
    var start = 0
    while start < most, before[start] == after[start] { start += 1 }
    var same = 0
    while same < most - start, before[before.count - 1 - same] == after[after.count - 1 - same] { same += 1 }
    // Lines that differ in part differ.
    while start > 0, !isEnd(after[start - 1]) { start -= 1 }
    while same > 0, !isEnd(after[after.count - same]) { same -= 1 }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    func lines(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
      // The mark of the byte order is no part of the first line.
      let first = start == 0 && text.starts(with: mark) ? min(mark.count, text.count - same) : start
      return text[first..<(text.count - same)].split(whereSeparator: isEnd)
    }
    var counts: [ArraySlice<UInt8>: Int] = [:]
    for line in lines(after) { counts[line, default: 0] += 1 }
    for line in lines(before) { counts[line, default: 0] -= 1 }
    // Copies, so that the whole text does not stay.
    self.counts = Dictionary(
      uniqueKeysWithValues: counts.lazy.filter { $0.value != 0 }.map { (Array($0.key)[...], $0.value) })
  }
}
