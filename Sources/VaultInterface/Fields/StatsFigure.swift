import VaultCore
import VaultStore

/// One of a vault's figures as people read it.
package struct StatsFigure {
  package let name: String
  package let number: Int
  /// What is added to it in a few words; empty for nothing.
  package let remark: String

  package static func all(of stats: VaultStats) -> [StatsFigure] {
    [
      StatsFigure(name: "Notes", number: stats.notes, remark: "\(stats.pinned) pinned"),
      StatsFigure(name: "Words", number: stats.words, remark: ByteCount.text(Int64(stats.bodyBytes))),
      StatsFigure(name: "Open tasks", number: stats.tasksOpen, remark: "\(stats.tasksOverdue) overdue"),
      StatsFigure(name: "Done tasks", number: stats.tasksDone, remark: ""),
      StatsFigure(name: "Tags", number: stats.tags, remark: ""),
      StatsFigure(name: "Links", number: stats.links, remark: "\(stats.danglingLinks) lead nowhere"),
      StatsFigure(name: "Attachments", number: stats.attachments, remark: ""),
      StatsFigure(name: "Orphans", number: stats.orphans, remark: "no other note links to them"),
      StatsFigure(name: "Warnings", number: stats.warnings, remark: ""),
    ]
  }
}
