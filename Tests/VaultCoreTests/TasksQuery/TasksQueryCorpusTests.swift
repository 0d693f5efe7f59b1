import Foundation
import Testing
import VaultTestSupport

@testable import VaultCore

/// The query blocks of the plugin's own demonstration vault, where a machine has it.
@Suite(.enabled(if: Corpus.folder != nil)) struct TasksQueryCorpusTests {
  @Test func everyBlockRunsOrIsRefusedForAReason() throws {
    let folder = try #require(Corpus.folder).appendingPathComponent("obsidian-tasks-demo")
    var tasks: [TaskItem] = []
    var found: [(file: TasksQueryFile, block: TasksQueryBlock)] = []
    var parser = NoteParser()
    for path in try Corpus.notes(in: folder) {
      try Corpus.read(path, in: folder).bytes.withUnsafeBufferPointer { bytes in
        let note = parser.parse(bytes, path: NotePath(path), modified: 0).note
        tasks += note.tasks
        let file = TasksQueryFile(path: path, properties: note.frontMatter.properties)
        found += TasksQueryBlock.all(in: MarkdownDocument(bytes), bytes).map { (file, $0) }
      }
    }
    #expect(found.count > 200)
    let graph = TaskGraph(tasks)
    var ran = 0
    var reasons: [String: Int] = [:]
    for (file, block) in found {
      do throws(TasksQueryError) {
        let query = try TasksQueryParser(today: TasksQueryCase.today, file: file).parse(block.text)
        var matcher = TasksQueryMatcher(query, graph: graph)
        let matching = tasks.filter { matcher.matches($0) }
        var order = TasksQueryOrder(query, today: TasksQueryCase.today)
        let sorted = order.sorted(matching).map { matching[$0] }
        var groups = TasksQueryGroups(query, today: TasksQueryCase.today)
        #expect(Set(groups.groups(of: sorted).flatMap(\.tasks)).count <= matching.count)
        #expect(!query.explained().isEmpty)
        ran += 1
      } catch {
        reasons[Self.reason(error), default: 0] += 1
      }
    }
    let list = reasons.sorted { $0.value > $1.value }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    print("queries of the plugin Tasks: \(ran) of \(found.count) run; refused: \(list)")
    #expect(reasons["for another reason"] == nil)
    #expect(ran * 2 > found.count)
  }

  private static func reason(_ error: TasksQueryError) -> String {
    if error.isScript { return "for a script" }
    if error.message.contains("no preset") { return "for a preset of settings that are not there" }
    if error.message.contains("do not fit") || error.message.contains("same delimiters") {
      return "for delimiters, wrong on purpose"
    }
    if error.message.contains("regular expression") || error.message.contains("flag") {
      return "for a regular expression, wrong on purpose"
    }
    if error.message.contains("no property") || error.message.contains("There is no {{") {
      return "for a missing property"
    }
    print("\(error)")
    return "for another reason"
  }
}
