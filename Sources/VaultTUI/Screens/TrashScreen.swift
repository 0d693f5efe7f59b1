import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// What was deleted and can come back, the latest first.
enum TrashScreen {
  static func answer(_ question: ListQuestion, _ reader: VaultReader) throws -> ListAnswer {
    let look = question.look
    let items = try reader.trash()
    var answer = ListAnswer()
    answer.rows = question.filtered(
      items.map { item in
        var row = Row(.trash(id: item.id, path: item.path), StyledText(item.path.name), name: item.path.text)
        row.trail = [
          StyledText(item.isForeign ? "not deleted by you" : "", look[.warning]),
          StyledText(ByteCount.text(item.size), look[.muted]),
          StyledText(RelativeTime.instant(item.deleted, in: reader.vault.environment), look[.muted]),
        ]
        row.below = StyledText(item.path.text, look[.path])
        row.isForeign = item.isForeign
        return row
      })
    answer.count = question.count(answer.rows.count { $0.id != nil }, "file")
    answer.nothing = question.text.isEmpty ? "The trash is empty." : "Nothing in the trash is called so."
    return answer
  }
}
