import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct MomentFormatParsingTests {
  @Test(
    arguments: [
      ("YYYY-MM-DD", "2026-03-01"), ("YYYYMMDD", "20260301"),
      ("YYYY/MM-MMMM/YYYY-MM-DD-dddd", "2026/03-March/2026-03-01-Sunday"),
      ("dddd, MMMM Do YYYY", "sunday, MARCH 1st 2026"), ("D.M.YY", "1.3.26"), ("DDDD YYYY", "060 2026"),
      ("GGGG-[W]WW-E", "2026-W09-7"), ("gggg [w]w ddd", "2026 w10 Sun"), ("YYYY-MM-DD HHmm", "2026-03-01 2359"),
      ("[Journal] Do MMM YYYY", "Journal 1st Mar 2026"), ("YYYY年M月D日", "2026年3月1日"), ("L", "03/01/2026"),
      ("YYYYMD", "202631"), ("YYYY Q MM DD", "2026 1 03 01"), ("YYYY-MM-DD h.mm a Z", "2026-03-01 12.05 pm +01:00"),
    ])
  func readsADay(_ format: String, _ text: String) {
    #expect(MomentFormat(format).date(in: text)?.description == "2026-03-01")
  }

  @Test(
    arguments: [
      ("YYYY-MM-DD", "2026-3-1"), ("YYYY-MM-DD", "2026-02-30"), ("YYYY-MM-DD", "2026-03-01 x"), ("YYYY-MM-DD", ""),
      ("YYYY-MM-DD", "x2026-03-01"), ("YYYY-MM-DD dddd", "2026-03-01 Monday"), ("YYYY-MM", "2026-03"),
      ("GGGG-[W]WW", "2026-W09"), ("GGGG-[W]WW-E", "2026-W54-1"), ("GGGG-[W]WW-E", "2025-W53-1"),
      ("YYYY/YYYY-MM-DD", "2025/2026-03-01"), ("Do MMM YYYY", "1th Mar 2026"), ("DDDD YYYY", "366 2026"),
      ("DDDD YYYY", "000 2026"), ("", ""), ("[YYYY]", "YYYY"), ("YYYY-MM-DD", "２０２６-03-01"),
      ("YYYY Q MM DD", "2026 2 03 01"),
    ])
  func refusesWhatDoesNotFit(_ format: String, _ text: String) {
    #expect(MomentFormat(format).date(in: text) == nil)
  }

  @Test func aNumberThatCanBeReadTwoWaysIsReadAsLongAsPossible() {
    #expect(MomentFormat("YYYYMD").date(in: "2026111")?.description == "2026-11-01")
    #expect(MomentFormat("YYYYMD").date(in: "2026131")?.description == "2026-01-31")
  }

  @Test func writtenDaysAreReadBack() throws {
    let formats = [
      "YYYY-MM-DD", "D.M.YYYY", "dddd, MMMM Do YYYY", "GGGG-[W]WW-E", "gggg-ww-e", "YYYY-DDDD", "DDDo [of] Y", "ll",
      "LLLL",
      "YYYY/Qo [quarter]/MMM/D dd", "YYYYYY-MM-DD", "Mo Do wo Wo YYYY", "x YYYY-MM-DD X", "E GGGGG Wo",
      "yyyy NNNN MM D",
    ].map(MomentFormat.init)
    var random = SeededGenerator(seed: 44)
    for _ in 0..<1_500 {
      let date = CivilDate(dayNumber: random.below(700_000) - 200_000)
      let time = CivilTime(date: date, secondOfDay: random.below(86_400), millisecond: random.below(1000), offset: 7200)
      for format in formats {
        let text = format.string(time)
        #expect(format.date(in: text) == date, "\(text)")
      }
    }
  }

  @Test func noFormatTraps() {
    let pieces = [
      "Y", "YY", "M", "D", "o", "d", "w", "W", "g", "G", "E", "L", "T", "S", "l", "[", "]", "\\", "é", "H", "m", "s",
      "Z", "x", " ",
    ]
    var random = SeededGenerator(seed: 45)
    var read = 0
    for _ in 0..<5_000 {
      let format = MomentFormat((0..<random.below(12)).map { _ in random.pick(pieces) }.joined())
      let date = CivilDate(dayNumber: random.below(40_000))
      let text = format.string(CivilTime(date: date, secondOfDay: random.below(86_400)))
      if format.date(in: text) != nil { read += 1 }
      _ = format.date(in: String(text.dropLast()))
    }
    #expect(read > 0)
  }

  @Test func formatsOfManyNumbersEnd() {
    let format = MomentFormat(String(repeating: "D", count: 1) + String(repeating: "Dd", count: 40) + "YYYY")
    #expect(format.date(in: String(repeating: "1", count: 90)) == nil)
  }
}
