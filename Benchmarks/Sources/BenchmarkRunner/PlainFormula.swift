import Foundation

/// BM25F as in the books, over a note's title, file name, aliases and body, which weigh alike, with usual parameters and
/// notes with any of the words: what a good order is compared with.
struct PlainFormula {
  private static let saturation = 1.2
  private static let lengthShare = 0.75

  /// By word: the notes that have it, and how often, divided by what is held against the length of its field.
  private var occurrences: [String: [(note: Int, weight: Double)]] = [:]
  private let paths: [String]

  /// - Parameter notes: By path, the words of each field, in the same order for each note.
  init(_ notes: [String: [[String]]]) {
    paths = notes.keys.sorted()
    let fields = paths.map { notes[$0] ?? [] }
    let fieldCount = fields.first?.count ?? 0
    let means = (0..<fieldCount).map { field in
      max(fields.reduce(0.0) { $0 + Double($1[field].count) } / Double(max(fields.count, 1)), 1)
    }
    for (note, fields) in fields.enumerated() {
      var weights: [String: Double] = [:]
      for (words, mean) in zip(fields, means) {
        let length = 1 - Self.lengthShare + Self.lengthShare * Double(words.count) / mean
        for word in words { weights[word, default: 0] += 1 / length }
      }
      for (word, weight) in weights { occurrences[word, default: []].append((note, weight)) }
    }
  }

  /// The best first; ties by path.
  func paths(for words: [String], limit: Int) -> [String] {
    var scores: [Int: Double] = [:]
    for word in Set(words).sorted() {
      let found = occurrences[word] ?? []
      let frequency = Double(found.count)
      let rarity = log(1 + (Double(paths.count) - frequency + 0.5) / (frequency + 0.5))
      for (note, weight) in found {
        scores[note, default: 0] += rarity * (Self.saturation + 1) * weight / (Self.saturation + weight)
      }
    }
    return scores.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(limit).map { paths[$0.key] }
  }
}
