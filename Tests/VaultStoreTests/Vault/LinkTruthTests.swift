import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// The index and the files say the same of links, orphans, mentions and related notes.
@Suite struct LinkTruthTests {
  @Test(arguments: IndexTruthTests.Place.all) func everyAnswer(_ place: IndexTruthTests.Place) throws {
    let vault = try VaultUnderTest(root: try #require(place.path)).vault()
    let files = try FileSnapshot(scan: vault.scanner.scan(), pipeline: vault.pipeline, patterns: [])
    // Of a large vault some: the files are read once more for the names of each.
    var random = SeededGenerator(seed: 14)
    let paths = files.heads(of: files.universe).map(\.path).shuffled(using: &random)
      .prefix(files.noteCount > 1_000 ? 2 : 25)

    func answers(_ snapshot: any VaultSnapshot) throws -> [[String]] {
      func text(_ notes: IDSet) throws -> String {
        "\(try snapshot.heads(of: notes).map(\.path).sorted())"
      }
      let reader = VaultReader(vault, snapshot)
      let orphans = try reader.orphans()
      var answers = [[try text(orphans)], try reader.danglingLinks().map { "\($0)" }]
      for path in paths {
        let id = try #require(try snapshot.note(at: path))
        #expect(try orphans.contains(id) == reader.backlinks(to: path, id).isEmpty, "\(path)")
        answers.append([
          try text(reader.notes(linkingTo: path, id)),
          try text(reader.notes(linkedFrom: path, id)),
          try text(reader.notes(mentioning: path, id)),
        ])
        answers.append(try reader.links(of: path.text).map { "\($0)" })
        answers.append(try reader.mentions(of: path.text).mentions.map { "\($0)" })
        answers.append(try reader.related(to: path.text).notes.map { "\($0)" })
        let graph = try reader.graph(around: path.text, limit: 200)
        answers.append(graph.nodes.map { "\($0)" } + graph.edges.map { "\($0)" } + ["\(graph.omitted)"])
      }
      return answers
    }
    let fromIndex = try vault.withSnapshot { snapshot in
      #expect(snapshot is IndexSnapshot)
      return try answers(snapshot)
    }
    for (number, (a, b)) in zip(fromIndex, try answers(files)).enumerated() {
      if let difference = VaultAnswers.difference(a, b) { Issue.record("answer \(number)\n\(difference)") }
    }
    #expect(fromIndex.count { !$0.isEmpty } > fromIndex.count / 3)
  }
}
