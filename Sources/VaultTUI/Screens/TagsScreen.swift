import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// The tags as a tree, each with how many notes have it or one below it.
enum TagsScreen {
  static func answer(_ question: ListQuestion, _ reader: VaultReader) throws -> ListAnswer {
    let look = question.look
    let tags = try reader.tags().sorted { LinkResolver.key($0.tag) < LinkResolver.key($1.tag) }
    var answer = ListAnswer()
    let names = Set(tags.map { LinkResolver.key($0.tag) })
    answer.rows = question.filtered(
      tags.map { tag in
        let parts = tag.tag.split(separator: "/", omittingEmptySubsequences: false)
        // A level that no note has by itself is no row to stand below.
        let depth = parts.indices.dropFirst().count {
          names.contains(LinkResolver.key(parts[..<$0].joined(separator: "/")))
        }
        var row = Row(.tag(tag.tag), StyledText("#" + tag.tag, look[.tag]), name: tag.tag)
        row.depth = question.text.isEmpty ? depth : 0
        row.trail = [StyledText(GroupedNumber.text(tag.total), look[.muted])]
        return row
      })
    answer.count = question.count(
      question.text.isEmpty ? tags.count { $0.count > 0 } : answer.rows.count, "tag")
    answer.nothing = question.text.isEmpty ? "No note has a tag yet." : "No tag is called so."
    return answer
  }
}
