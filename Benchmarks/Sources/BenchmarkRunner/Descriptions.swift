import VaultGenerator

/// Queries as of somebody who remembers what a note says and not what it is called: words that stand near each other in it,
/// one from elsewhere in it, and two that have come in from other notes. Chosen by a fixed sequence of random numbers.
enum Descriptions {
  /// Shorter notes say too little to be described.
  private static let leastWords = 60
  private static let shortestWord = 4
  /// The largest share of the notes that have a word by which a person describes one of them: what nearly all have, like
  /// a footer's words, tells nobody anything.
  private static let mostCommon = 0.1

  /// - Parameter bodies: The words of each note's body, by path.
  static func queries(_ bodies: [String: [String]], count: Int) -> [KnownItems.Query] {
    var random = SplitMix64(seed: 27)
    var counts: [String: Int] = [:]
    for body in bodies.values { for word in Set(body) { counts[word, default: 0] += 1 } }
    let most = max(1, Int(mostCommon * Double(bodies.count)))
    let bodies = bodies.mapValues { $0.filter { counts[$0] ?? 0 <= most } }
    var paths = bodies.filter { $0.value.count >= leastWords }.keys.sorted()
    var queries: [KnownItems.Query] = []
    while queries.count < count, !paths.isEmpty {
      let path = paths.remove(at: random.below(paths.count))
      let body = bodies[path] ?? []
      let start = random.below(body.count)
      let near = body[start..<min(start + leastWords, body.count)]
      var words = pick(3, from: Array(near), &random) + pick(1, from: body, &random)
      for _ in 0..<2 where !paths.isEmpty {
        words += pick(1, from: bodies[paths[random.below(paths.count)]] ?? [], &random)
      }
      let distinct = words.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      if distinct.count > 3 { queries.append(.init(text: distinct.joined(separator: " "), answer: path)) }
    }
    return queries
  }

  private static func pick(_ count: Int, from words: [String], _ random: inout SplitMix64) -> [String] {
    let telling = words.filter { $0.count >= shortestWord && !$0.allSatisfy(\.isNumber) }
    return telling.isEmpty ? [] : (0..<count).map { _ in telling[random.below(telling.count)] }
  }
}
