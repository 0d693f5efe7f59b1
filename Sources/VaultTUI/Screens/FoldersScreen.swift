import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// The folders as a tree, each with how many notes are below it.
enum FoldersScreen {
  static func answer(_ question: ListQuestion, _ reader: VaultReader) throws -> ListAnswer {
    let look = question.look
    let folders = try reader.folders().filter { !$0.path.text.isEmpty }.sorted { $0.path < $1.path }
    var answer = ListAnswer()
    answer.rows = question.filtered(
      folders.map { folder in
        var row = Row(
          .folder(folder.path), StyledText(question.text.isEmpty ? folder.path.name : folder.path.text, look[.title]),
          name: folder.path.text)
        row.depth = question.text.isEmpty ? folder.path.ancestors.count : 0
        row.trail = [
          StyledText(folder.attachments > 0 ? question.count(folder.attachments, "file") : "", look[.muted]),
          StyledText(GroupedNumber.text(folder.total), look[.muted]),
        ]
        return row
      })
    answer.count = question.count(answer.rows.count { $0.id != nil }, "folder")
    answer.nothing = question.text.isEmpty ? "All notes lie in the vault's root." : "No folder is called so."
    return answer
  }
}
