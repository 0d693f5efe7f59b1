import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// The notes around one by how many links away they are, or those with the most links.
enum GraphScreen {
  private static let usualSteps = 2

  static func answer(_ question: ListQuestion, _ reader: VaultReader) throws -> ListAnswer {
    let url = question.place
    let graph =
      if let note = url.note {
        try reader.graph(
          around: VaultURL(.note(note)).description, steps: url.steps ?? usualSteps, limit: question.limit)
      } else {
        try reader.graph(limit: question.limit)
      }
    var answer = ListAnswer()
    for step in Set(graph.nodes.map(\.step)).sorted(by: { ($0 ?? 0) < ($1 ?? 0) }) {
      let title = step.map { $0 == 0 ? "In the middle" : $0 == 1 ? "One step away" : "\($0) steps away" }
      if let title { answer.rows.append(NotesScreen.title(title, question)) }
      answer.rows += graph.nodes.filter { $0.step == step }.map { node in
        var row = Row(.note(node.path), StyledText(node.title), name: node.title)
        row.note = node.path
        row.trail = [StyledText(node.path.folder, question.look[.path])]
        return row
      }
    }
    answer.rows = question.filtered(answer.rows)
    answer.count = graph.remark
    answer.nothing = "No note links to another yet."
    return answer
  }
}
