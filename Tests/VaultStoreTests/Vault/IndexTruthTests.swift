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
    /// So many notes of it, chosen at random, in a folder of their own: reading thousands for each query takes hours.
    var notes: Int?
    /// Each of the copied notes gets tags of its own, such as end in `/`.
    var isTagged = false
    var testDescription: String { name }

    static let isLong = ProcessInfo.processInfo.environment["VAULT_SOAK"] != nil

    static let all = [
      Place(name: "SampleVault", path: RepositoryPlaces.sampleVault, queries: isLong ? 5_000 : 300),
      Place(
        name: "kepano-obsidian", path: RepositoryPlaces.corpusVault("kepano-obsidian"), queries: isLong ? 1_500 : 120),
      Place(
        name: "obsidian-tasks-demo", path: RepositoryPlaces.corpusVault("obsidian-tasks-demo"),
        queries: isLong ? 1_500 : 120),
      Place(
        name: "obsidian-hub", path: RepositoryPlaces.corpusVault("obsidian-hub"), queries: isLong ? 2_000 : 40,
        notes: 400),
      Place(
        name: "tags that end in /", path: RepositoryPlaces.sampleVault, queries: isLong ? 5_000 : 300, notes: .max,
        isTagged: true),
    ].filter { $0.path != nil }
  }

  @Test(arguments: Place.all) func everyAnswer(_ place: Place) throws {
    var folder: TemporaryFolder?
    if let count = place.notes { folder = try Self.copy(count, of: place) }
    let test = try VaultUnderTest(root: folder?.path ?? #require(place.path))
    let vault = try test.vault()
    let scan = try vault.scanner.scan()
    let records = try vault.withSnapshot { try $0.records(of: $0.universe.ids) }
    var generator = try Self.queries(about: records, vault)
    var asked: [(text: String, query: Query)] = []
    var forms: [String: Int] = [:]
    for _ in 0..<place.queries {
      let text = generator.next()
      do {
        let query = try test.query(text)
        asked.append((text, query))
        for form in QueryForms.names(in: query) { forms[form, default: 0] += 1 }
      } catch {
        Issue.record("\(text): \(error)")
      }
    }
    let names = try Self.names(records, seed: 7, count: min(place.queries / 4, 100))

    // The answers of the index, and of the files.
    let fromIndex = try vault.withSnapshot { snapshot in
      #expect(snapshot is IndexSnapshot)
      return try Self.answers(asked.map(\.query), names, VaultReader(vault, snapshot))
    }
    let patterns = asked.flatMap { QueryTexts($0.query.root).patterns }
    let fromFiles = try Self.answers(
      asked.map(\.query), names,
      VaultReader(vault, FileSnapshot(scan: scan, pipeline: vault.pipeline, patterns: patterns)))

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
    #expect(test.notices.all.filter { !$0.contains("left out of the query") }.isEmpty)
    guard Place.isLong else { return }
    let missing = QueryForms.all.filter { forms[$0, default: 0] < place.queries / 500 }
    #expect(missing.isEmpty)
    let least = QueryForms.all.map { (forms[$0, default: 0], $0) }.min { $0 < $1 }
    print(
      "\(place.name): \(asked.count) queries of \(forms.count) forms, \(found) with an answer; rarest",
      least.map { "\($0.1) \($0.0) times" } ?? "none")
  }

  /// The same notes each time.
  private static func copy(_ count: Int, of place: Place) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let source = URL(fileURLWithPath: try #require(place.path))
    var random = SeededGenerator(seed: 31)
    for name in try Corpus.notes(in: source).shuffled(using: &random).prefix(count) {
      var bytes = try Corpus.read(name, in: source).bytes
      if place.isTagged {
        let tags = ["trail", "trail/", "Trail/", "trail/x", "trail//x", "trail0", "trail/#up/", "baking/", "home/"]
        bytes += "\n\n#\(random.pick(tags)) text #\(random.pick(tags))\n\n- [ ] A task #\(random.pick(tags))\n".utf8
      }
      try folder.write(bytes, to: name)
    }
    return folder
  }

  private static func queries(about records: [NoteRecord], _ vault: OpenVault) throws -> RandomQueries {
    let reader = NoteReader(vault.pipeline)
    var random = SeededGenerator(seed: 26)
    let notes = try records.shuffled(using: &random).prefix(400).compactMap { record -> (NoteRecord, String)? in
      guard case .bytes(let bytes) = try reader.read(NoteJob(path: record.path)).content else { return nil }
      return (record, String(decoding: bytes, as: UTF8.self))
    }
    return try RandomQueries(notes: notes, seed: 2026)
  }

  private static func answers(
    _ asked: [Query], _ names: [String], _ reader: VaultReader
  ) throws -> [[String]] {
    var answers: [[String]] = []
    for (number, query) in asked.enumerated() {
      do {
        var answer = try VaultAnswers.search(reader, query, SearchOptions(linesPerHit: 0))
        if number % 8 == 0 {
          answer += try VaultAnswers.search(reader, query, SearchOptions(limit: 5, linesPerHit: 3, explains: 3))
        }
        let breadth: SearchBreadth = number % 4 == 0 ? .any : .all(orSomeBelow: 20)
        answer += try VaultAnswers.search(
          reader, query,
          SearchOptions(
            breadth: breadth, respells: number % 16 == 2, asTyped: number % 4 == 3, limit: 9, linesPerHit: 0))
        if number % 3 == 0 {
          answer += try VaultAnswers.tasks(reader, query, [.open, .done, .all][number / 3 % 3])
        }
        if number % 8 == 1 { answer += try VaultAnswers.list(reader, query) }
        answers.append(answer)
      } catch let error as QueryError {
        // A name that several notes have, or none.
        answers.append([error.description])
      }
    }
    for name in names {
      answers.append(VaultAnswers.backlinks(reader, name) + [VaultAnswers.resolved(reader, name)])
    }
    answers.append(try VaultAnswers.overview(reader))
    return answers
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
