import Foundation

/// How well an order of notes meets what was judged.
struct RankingScore: Sendable, Equatable {
  /// How many notes of an answer are looked at.
  static let depth = 10

  /// nDCG@10: a note counts 2 to the power of its grade, less 1, over the logarithm of its place; 1 is the best order.
  let gain: Double
  /// MRR: 1 over the place of the first note of grade 2 or more, 0 where none is among the first ten.
  let reciprocalRank: Double

  /// - Parameter paths: the answer, the best first; a path that comes again counts once.
  init(of paths: [String], grades: [String: Int]) {
    var seen: Set<String> = []
    let answer = paths.prefix(Self.depth).map { seen.insert($0).inserted ? grades[$0] ?? 0 : 0 }
    let best = Self.discountedGain(grades.values.sorted(by: >).prefix(Self.depth))
    gain = best > 0 ? Self.discountedGain(answer[...]) / best : 0
    let wanted = min(2, grades.values.max() ?? 2)
    reciprocalRank = answer.firstIndex { $0 >= wanted }.map { 1 / Double($0 + 1) } ?? 0
  }

  /// The mean; zeros for no scores.
  init(meanOf scores: [RankingScore]) {
    let count = Double(max(scores.count, 1))
    gain = scores.reduce(0) { $0 + $1.gain } / count
    reciprocalRank = scores.reduce(0) { $0 + $1.reciprocalRank } / count
  }

  private static func discountedGain(_ grades: ArraySlice<Int>) -> Double {
    zip(1..., grades).reduce(0) { sum, note in
      sum + (exp2(Double(note.1)) - 1) / log2(Double(note.0) + 1)
    }
  }
}
