import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// The index and the files give the same answers.
@Suite struct IndexTruthTests {
  struct Place: Sendable, CustomTestStringConvertible {
    var name: String
    var path: String?
    var queries: Int
    var testDescription: String { name }

    static let all = [
      Place(name: "SampleVault", path: RepositoryPlaces.sampleVault, queries: 300),
      Place(name: "kepano-obsidian", path: RepositoryPlaces.corpusVault("kepano-obsidian"), queries: 200),
      Place(name: "obsidian-tasks-demo", path: RepositoryPlaces.corpusVault("obsidian-tasks-demo"), queries: 200),
      Place(name: "obsidian-hub", path: RepositoryPlaces.corpusVault("obsidian-hub"), queries: 30),
    ].filter { $0.path != nil }
  }

  @Test(arguments: Place.all) func everyAnswer(_ place: Place) throws {
    let test = try VaultUnderTest(root: try #require(place.path))
    let vault = try test.vault()
    let pipeline = vault.pipeline
    let scan = try vault.scanner.scan()

    // What to ask.
    let records = try vault.withSnapshot { try $0.records(of: $0.universe.ids) }
    let reader = NoteReader(pipeline)
    var random = SeededGenerator(seed: 26)
    let notes = records.shuffled(using: &random).prefix(400).compactMap { record -> (NoteRecord, String)? in
      guard case .bytes(let bytes) = reader.read(NoteJob(path: record.path)).content else { return nil }
      return (record, String(decoding: bytes, as: UTF8.self))
    }
    var generator = RandomQueries(notes: notes, seed: 2026)
    var asked: [(text: String, query: Query)] = []
    for _ in 0..<place.queries {
      let text = generator.next()
      do { asked.append((text, try test.query(text))) } catch { Issue.record("\(text): \(error)") }
    }
    let names = try Self.names(records, seed: 7, count: place.queries / 4)

    // The answers of the index.
    func answers(_ snapshot: any VaultSnapshot) throws -> [[String]] {
      try vault.holding(snapshot) {
        var answers: [[String]] = []
        for (number, (_, query)) in asked.enumerated() {
          var answer = try VaultAnswers.search(vault, query, SearchOptions(linesPerHit: 0))
          if number % 4 == 0 {
            answer += try VaultAnswers.search(vault, query, SearchOptions(limit: 5, linesPerHit: 3))
          }
          if number % 3 == 0 {
            answer += try VaultAnswers.tasks(vault, query, [.open, .done, .all][number / 3 % 3])
          }
          if number % 5 == 0 { answer += try VaultAnswers.list(vault, query) }
          answers.append(answer)
        }
        for name in names {
          answers.append(VaultAnswers.backlinks(vault, name) + [VaultAnswers.resolved(vault, name)])
        }
        answers.append(try VaultAnswers.overview(vault))
        return answers
      }
    }
    let fromIndex = try vault.withSnapshot { snapshot in
      #expect(snapshot is IndexSnapshot)
      return try answers(snapshot)
    }
    let patterns = asked.flatMap { QueryTexts($0.query.root).patterns }
    let fromFiles = try answers(FileSnapshot(scan: scan, pipeline: pipeline, patterns: patterns))

    // Their differences.
    let questions = asked.map(\.text) + names.map { "backlinks to \($0)" } + ["overview"]
    var found = 0
    for (number, question) in questions.enumerated() {
      if let difference = VaultAnswers.difference(fromIndex[number], fromFiles[number]) {
        Issue.record("\(question)\n\(difference)")
      }
      if fromIndex[number].count > 1 { found += 1 }
    }
    #expect(found > questions.count / 3)
    #expect(test.notices.all.filter { !$0.hasSuffix("left out of the query") }.isEmpty)
  }

  /// Paths, stems, titles, aliases, and names of nothing.
  private static func names(_ records: [NoteRecord], seed: UInt64, count: Int) throws -> [String] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).compactMap { number in
      guard let record = records.randomElement(using: &random) else { return nil }
      return switch number % 6 {
      case 0: record.path.text
      case 1: record.path.withoutNoteExtension
      case 2: record.path.stem.uppercased()
      case 3: record.title
      case 4: record.aliases.first ?? record.path.name
      default: String(record.title.dropLast(1)) + "qx"
      }
    }
  }
}
