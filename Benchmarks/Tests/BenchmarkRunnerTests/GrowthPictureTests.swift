import Testing

@testable import BenchmarkRunner

@Suite struct GrowthPictureTests {
  private func row(_ what: String, _ vault: Double, _ peer: Double?) -> Row {
    Row(what: what, vault: .init(vault, .seconds), peer: peer.map { .init($0, .seconds) }, peerName: "peer")
  }

  @Test func seriesAreOfVaultsOfDifferentSizes() {
    let blocks = [
      Block(title: "Start-up", rows: [row("--version", 0.001, 0.002)]),
      Block(title: "large", notes: 10_000, rows: [row("search, two words, paths", 0.02, 0.2)]),
      Block(title: "small", notes: 1_000, rows: [row("search, two words, paths", 0.01, 0.05)]),
    ]
    #expect(
      GrowthPicture(blocks).series == [
        .init(
          name: "search", isPeer: false,
          points: [.init(notes: 1_000, seconds: 0.01), .init(notes: 10_000, seconds: 0.02)]),
        .init(
          name: "ripgrep", isPeer: true,
          points: [.init(notes: 1_000, seconds: 0.05), .init(notes: 10_000, seconds: 0.2)]),
      ])
  }

  @Test func proportionalGrowthIsAStraightLine() throws {
    let points = [100, 1_000, 10_000].map { GrowthPicture.Point(notes: $0, seconds: Double($0) / 1e5) }
    let svg = GrowthPicture(series: [.init(name: "x", isPeer: false, points: points)]).svg
    let path = try #require(svg.split(separator: "\n").first { $0.hasPrefix("<polyline") })
    let numbers = path.split(whereSeparator: { !"0123456789.".contains($0) }).prefix(6).compactMap { Double($0) }
    // The middle of both axes.
    #expect(numbers == [70, 400, 340, 215, 610, 30])
    #expect(svg.contains(">10 ms</text>") && svg.contains(">10,000</text>") && svg.hasSuffix("</svg>\n"))
  }

  @Test func nothingIsAnEmptyPicture() {
    #expect(GrowthPicture([]).svg.contains("<svg") && !GrowthPicture([]).svg.contains("polyline"))
  }
}
