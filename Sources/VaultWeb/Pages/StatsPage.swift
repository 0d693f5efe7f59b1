import VaultCore
import VaultInterface
import VaultStore

/// Figures of the vault.
enum StatsPage {
  static func page(_ context: PageContext) throws -> Page {
    let stats = try context.reader.stats()
    let figures: [(String, Int, String)] = [
      ("Notes", stats.notes, "\(stats.pinned) pinned"), ("Words", stats.words, ByteCount.text(Int64(stats.bodyBytes))),
      ("Open tasks", stats.tasksOpen, "\(stats.tasksOverdue) overdue"), ("Done tasks", stats.tasksDone, ""),
      ("Tags", stats.tags, ""), ("Links", stats.links, "\(stats.danglingLinks) lead nowhere"),
      ("Attachments", stats.attachments, ""), ("Orphans", stats.orphans, "no other note links to them"),
      ("Warnings", stats.warnings, ""),
    ]
    let tiles = figures.map { name, number, remark -> HTML in
      "<div class=\"figure\"><dt>\(name)</dt><dd>\(number)<small>\(remark)</small></dd></div>"
    }
    let main: HTML = """
      <div class="head"><h1>Statistics</h1></div>
      <dl class="figures">\(tiles.joined())</dl>
      """
    return Page("Statistics", in: .stats, main: main)
  }
}
