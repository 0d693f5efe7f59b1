import Testing

@testable import BenchmarkRunner

@Suite struct DescriptionsTests {
  private let bodies = Dictionary(
    uniqueKeysWithValues: (0..<9).map { note in
      ("\(note).md", (0..<(note == 8 ? 20 : 80)).map { "\(["alpha", "beta", "gamma"][note % 3])x\($0 % 40)n\(note)" })
    })

  @Test func holdWordsOfTheNoteAndOfOthers() {
    let queries = Descriptions.queries(bodies, count: 5)
    #expect(queries.count == 5 && Set(queries.map(\.answer)).count == 5)
    for query in queries {
      let own = query.text.split(separator: " ").filter { bodies[query.answer]?.contains(String($0)) == true }
      #expect(own.count >= 2 && own.count < query.text.split(separator: " ").count)
    }
    #expect(!queries.contains { $0.answer == "8.md" }, "a note that says little")
  }

  @Test func leaveOutWordsOfMoreThanATenth() {
    let bodies = Dictionary(
      uniqueKeysWithValues: (0..<20).map { note in
        ("\(note).md", (0..<80).map { "own\($0)n\(note)" } + ["common", "common"])
      })
    let words = Set(Descriptions.queries(bodies, count: 20).flatMap { $0.text.split(separator: " ") })
    #expect(!words.contains("common") && words.count > 60)
  }

  @Test func areTheSameAgain() {
    #expect(Descriptions.queries(bodies, count: 5) == Descriptions.queries(bodies, count: 5))
    #expect(Descriptions.queries(bodies, count: 99).count <= 8)
    #expect(Descriptions.queries([:], count: 5).isEmpty)
  }
}
