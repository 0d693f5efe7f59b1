import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// How many there are of each thing.
enum StatsScreen {
  static func answer(_ question: ListQuestion, _ reader: VaultReader) throws -> ListAnswer {
    let stats = try reader.stats()
    var answer = ListAnswer()
    answer.rows = question.filtered(
      StatsFigure.all(of: stats).map { figure in
        var row = Row(.figure(figure.name), StyledText(figure.name), name: figure.name)
        row.trail = [
          StyledText(figure.remark, question.look[.muted]),
          StyledText(GroupedNumber.text(figure.number), question.look[.accent]),
        ]
        return row
      })
    answer.count = ""
    answer.nothing = "No figure is called so."
    return answer
  }
}
