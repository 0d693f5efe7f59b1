import Foundation
import Testing

@testable import BenchmarkRunner

@Suite struct JudgmentsTests {
  private static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  @Test func linesOfAQuery() throws {
    let judgments = try Judgments(
      "# why\n\nmud\ttuning\t3\ta b.md\nmud\ttuning\t1\tc.md\n\"x y\"\tunseen\t2\td.md\n", named: "f")
    #expect(
      judgments.queries == [
        .init(text: "mud", half: .tuning, grades: ["a b.md": 3, "c.md": 1]),
        .init(text: "\"x y\"", half: .unseen, grades: ["d.md": 2]),
      ])
  }

  @Test(arguments: [
    ("mud\ttuning\t3", "f:1: not four fields"), ("mud\ttuning\t3\ta\tb", "f:1: not four fields"),
    ("\n\t\t3\ta.md", "f:2: not four fields"), ("mud\tother\t3\ta.md", "f:1: no half"),
    ("mud\ttuning\t0\ta.md", "f:1: “0” is no grade"), ("mud\ttuning\t4\ta.md", "f:1: “4” is no grade"),
    ("mud\ttuning\t3\ta.md\nmud\ttuning\t2\ta.md", "f:2: “a.md” is graded twice"),
    ("mud\ttuning\t3\ta.md\nmud\tunseen\t2\tb.md", "f:2: “mud” stands elsewhere"),
    ("a\ttuning\t3\ta\nb\ttuning\t3\ta\na\ttuning\t3\tb", "f:3: “a” stands elsewhere"), ("# nothing", "f: no query"),
  ])
  func malformed(_ text: String, _ start: String) throws {
    let error = try #require(throws: Judgments.Malformed.self) { try Judgments(text, named: "f") }
    #expect(error.description.hasPrefix(start))
  }

  @Test func halvesFollowTheHash() {
    let queries = (1...9).map { "query \($0)" }
    let halves = Judgments.halves(of: queries)
    #expect(halves == Judgments.halves(of: queries.reversed()))
    #expect(halves.values.count { $0 == .tuning } == 5)
  }

  @Test func theFilesKeepTheirRules() throws {
    var queries = 0
    for vault in JudgedVault.all(project: Self.project) {
      let judged = try Judgments(contentsOf: vault.judgments).queries
      queries += judged.count
      let halves = Judgments.halves(of: judged.map(\.text))
      for query in judged {
        #expect(query.half == halves[query.text], "\(vault.name): \(query.text)")
        #expect(query.grades.values.contains { $0 >= 2 }, "\(vault.name): \(query.text)")
      }
      #expect(judged.count { $0.half == .tuning } == judged.count { $0.half == .unseen })
      guard FileManager.default.fileExists(atPath: vault.root) else { continue }
      for path in Set(judged.flatMap(\.grades.keys)) {
        #expect(FileManager.default.fileExists(atPath: vault.root + "/" + path), "\(vault.name): \(path)")
      }
    }
    #expect(queries >= 60)
  }

  @Test(arguments: [
    ("kanban board", ["kanban", "board"]), ("\"gems of the year\" 2021", ["gems of the year", "2021"]),
    ("widow's hands", ["widow's", "hands"]), ("a \"\" b", ["a", "b"]), ("\"open end", ["open end"]),
  ])
  func terms(_ query: String, _ terms: [String]) {
    #expect(QueryTerms(query).terms == terms)
  }

  @Test func termsForThePeers() {
    let terms = QueryTerms("road \"part two\"")
    #expect(terms.fullText(joinedBy: " OR ") == #""road" OR "part two""#)
    #expect(terms.patterns == ["-e", "road", "-e", "part two"])
  }
}
