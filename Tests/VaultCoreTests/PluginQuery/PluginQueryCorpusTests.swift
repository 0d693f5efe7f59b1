import Foundation
import Testing
import VaultTestSupport

@testable import VaultCore

/// The query blocks of the plugin's own demonstration vault, where a machine has it.
@Suite(.enabled(if: Corpus.folder != nil)) struct PluginQueryCorpusTests {
  private enum Outcome: Hashable {
    case runs
    case isScript
    /// Of settings that are not there.
    case missesPreset
    case isWrong
  }

  /// `note:line` of the blocks that are written wrong to show what the plugin says of it.
  private static let wrong: Set = [
    "Filters/Boolean Combinations.md:119", "Filters/Boolean Combinations.md:135", "Filters/Boolean Combinations.md:147",
    "Filters/Regular Expression Searches.md:203", "Filters/Regular Expression Searches.md:218",
    "Filters/Regular Expression Searches.md:232",
  ]

  @Test func everyBlockRunsOrIsRefusedForAReason() throws {
    let folder = try #require(Corpus.folder).appendingPathComponent("obsidian-tasks-demo")
    var tasks: [TaskItem] = []
    var found: [(file: PluginQueryFile, block: PluginQueryBlock)] = []
    var parser = NoteParser()
    for path in try Corpus.notes(in: folder) {
      try Corpus.read(path, in: folder).bytes.withUnsafeBufferPointer { bytes in
        let note = parser.parse(bytes, path: NotePath(path), modified: 0).note
        tasks += note.tasks
        let file = PluginQueryFile(path: path, properties: note.frontMatter.properties)
        found += PluginQueryBlock.all(in: MarkdownDocument(bytes), bytes).map { (file, $0) }
      }
    }
    let graph = TaskGraph(tasks)
    var outcomes: [Outcome: Int] = [:]
    var wrong: Set<String> = []
    for (file, block) in found {
      do throws(PluginQueryError) {
        let query = try PluginQueryParser(today: PluginQueryCase.today, file: file).parse(block.text)
        let matcher = PluginQueryMatcher(query, graph: graph)
        let matching = tasks.filter { matcher.matches($0) }
        let order = PluginQueryOrder(query, today: PluginQueryCase.today)
        let sorted = order.sorted(matching).map { matching[$0] }
        let groups = PluginQueryGroups(query, today: PluginQueryCase.today)
        #expect(Set(groups.groups(of: sorted).flatMap(\.tasks)).count <= matching.count)
        #expect(!query.explained().isEmpty)
        outcomes[.runs, default: 0] += 1
      } catch {
        let outcome: Outcome =
          error.problem.isScript ? .isScript : error.problem.message.contains("no preset") ? .missesPreset : .isWrong
        outcomes[outcome, default: 0] += 1
        let place = "\(file.path):\(block.line)"
        if outcome == .isWrong {
          wrong.insert(place)
          #expect(Self.wrong.contains(place), "\(place): \(error)")
        }
      }
    }
    #expect(wrong == Self.wrong)
    #expect(outcomes == [.runs: 144, .isScript: 74, .missesPreset: 22, .isWrong: 6])
  }
}
