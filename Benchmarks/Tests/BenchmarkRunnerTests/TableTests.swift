import Testing

@testable import BenchmarkRunner

@Suite struct TableTests {
  @Test func isAligned() {
    let blocks = [
      Block(
        title: "Start-up",
        rows: [Row(what: "--version", vault: .init(0.0031, .seconds), goal: .value(0.01))]),
      Block(
        title: "1000 notes", detail: "5.0 MB", goalsApply: false,
        rows: [
          Row(
            what: "search", vault: .init(0.01, .seconds), peer: .init(0.025, .seconds), peerName: "rg",
            goal: .ratio(0.35, later: 0.3)),
          Row(what: "index", vault: nil, failure: "status 2, no such file"),
        ]),
    ]
    #expect(
      Table(blocks).text == """
        Start-up
          what          vault      peer      ratio   goal                 verdict
          --version    3.1 ms                        ≤ 10.0 ms            ok

        1000 notes
          5.0 MB
          what          vault      peer      ratio   goal                 verdict
          search      10.0 ms   25.0 ms rg    0.40   ≤ 0.35, later 0.30   (missed)
          index             -                                             failed
            status 2, no such file


        """)
    #expect(Table(blocks).footnote == "Verdicts in brackets: the goals are set for 30,000 notes and more.\n")
    #expect(Table([blocks[0]]).footnote.isEmpty)
  }

  @Test func rowsBesideOtherWorkAreMarked() {
    var disturbed = Row(what: "search", vault: .init(0.0031, .seconds))
    disturbed.otherCores = 0.7
    let blocks = [Block(title: "Notes", rows: [disturbed, Row(what: "index", vault: .init(0.002, .seconds))])]
    #expect(
      Table(blocks).text == """
        Notes
          what        vault   peer    ratio   goal   verdict
          search *   3.1 ms
          index      2.0 ms


        """)
    #expect(Table(blocks).footnote == Table.legend + "\n")
  }

  @Test(arguments: [
    (0.0, 2, "0.00"), (1.005, 1, "1.0"), (2.05, 0, "2"), (-0.04, 2, "-0.04"), (12.999, 2, "13.00"), (.nan, 1, "?"),
  ])
  func decimals(_ value: Double, _ places: Int, _ expected: String) {
    #expect(Table.decimal(value, places) == expected)
  }

  @Test func units() {
    #expect(Table.shown(.init(1.234, .seconds)) == "1.23 s")
    #expect(Table.shown(.init(0.0123, .seconds)) == "12.3 ms")
    #expect(Table.shown(.init(0.00001, .seconds)) == "10.0 µs")
    #expect(Table.shown(.init(200e6, .bytes)) == "200.0 MB")
  }
}
