import Testing

@testable import BenchmarkRunner

@Suite struct RankingScoreTests {
  private func isClose(_ value: Double, _ expected: Double) -> Bool { abs(value - expected) < 0.000_05 }

  /// Grades 3, 2 and 1 at best: 7/1 + 3/1.58496 + 1/2 = 9.39279.
  private let grades = ["a": 3, "b": 2, "c": 1]

  @Test(
    arguments: [
      (["a", "b", "c"], 1.0, 1.0),
      // 1/1 + 7/1.58496 = 5.41651
      (["c", "a"], 0.57667, 0.5),
      // 3/2 + 7/2.32193 = 4.51472
      (["x", "y", "b", "a"], 0.48066, 0.333_33),
      // 1/1 + 7/3.45943 (tenth place) = 3.02346
      (["c", "1", "2", "3", "4", "5", "6", "7", "8", "a"], 0.32189, 0.1),
      // Behind the tenth place nothing counts.
      (["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "a"], 0, 0),
      (["c"], 0.10647, 0), ([], 0, 0),
      // The same note twice counts once: 7 / 9.39279.
      (["a", "a"], 0.74525, 1),
    ] as [([String], Double, Double)])
  func computedByHand(_ paths: [String], _ gain: Double, _ reciprocalRank: Double) {
    let score = RankingScore(of: paths, grades: grades)
    #expect(isClose(score.gain, gain) && isClose(score.reciprocalRank, reciprocalRank))
  }

  @Test func theHighestGradeThereIsSufficesForTheReciprocalRank() {
    let score = RankingScore(of: ["x", "c"], grades: ["c": 1, "d": 1])
    #expect(score.reciprocalRank == 0.5)
    // 1/1.58496 over 1 + 1/1.58496
    #expect(isClose(score.gain, 0.38685))
  }

  @Test func theBestOrderIsThatOfTenNotes() {
    let many = Dictionary(uniqueKeysWithValues: (1...15).map { ("\($0)", 2) })
    #expect(RankingScore(of: (1...10).map(String.init), grades: many).gain == 1)
  }

  @Test func means() {
    let scores = [RankingScore(of: ["a", "b", "c"], grades: grades), RankingScore(of: [], grades: grades)]
    let mean = RankingScore(meanOf: scores)
    #expect(mean.gain == 0.5 && mean.reciprocalRank == 0.5)
    #expect(RankingScore(meanOf: []).gain == 0)
  }
}
