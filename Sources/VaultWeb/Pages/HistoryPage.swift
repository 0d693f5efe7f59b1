import VaultCore
import VaultInterface
import VaultStore

/// The changes that were made with vault, the latest first.
enum HistoryPage {
  static func page(_ context: PageContext) throws -> Page {
    let entries = try context.reader.history()
    let rows = entries.prefix(context.limit).map { row($0, context) }
    var main: HTML = "<div class=\"head\"><h1>History</h1><span class=\"count\">\(entries.count)</span></div>"
    if !context.isReadOnly, !entries.isEmpty {
      main += """
        <form class="tools" method="post" action="\(context.url.path)">
        <button name="undo" value="undo">Undo the last change</button><button name="undo" value="redo">Redo</button></form>
        """
    }
    main +=
      entries.isEmpty
      ? PageContext.empty(
        "Nothing was changed yet. What is changed here or on the command line can be taken back from this page.")
      : "<ul class=\"rows\">\(rows.joined())</ul>"
    return Page("History", in: .history, main: main)
  }

  private static func row(_ entry: HistoryEntry, _ context: PageContext) -> HTML {
    let paths = entry.paths.prefix(3).map { context.link($0, $0.text) }
    let more: HTML = entry.paths.count > 3 ? "<span>and \(entry.paths.count - 3) more</span>" : HTML()
    let state: HTML? = entry.isUndone ? "<span class=\"undone\">undone</span>" : nil
    return """
      <li\(entry.isUndone ? " class=\"undone\"" : HTML())><div class="what"><span class="title">\(entry.title)</span>
      <p class="about"><span>\(RelativeTime.instant(entry.time, in: context.environment))</span>\(state)\(paths.joined())\(more)</p></div></li>
      """
  }
}
