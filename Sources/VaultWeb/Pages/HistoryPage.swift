import VaultCore
import VaultInterface
import VaultStore

/// The changes that were made with vault, the latest first, or one of them with what it did.
enum HistoryPage {
  static func page(_ context: PageContext) throws -> Page {
    if let number = context.url.change { return try page(context, change: number) }
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

  /// The changes of one note.
  static func page(_ context: PageContext, of path: NotePath) throws -> Page {
    let title = try context.reader.show(VaultURL(.note(path)).description).record.title
    let entries = try context.reader.history().filter { $0.paths.contains(path) }
    let rows = entries.prefix(PageContext.mostEntries).map { row($0, context) }
    let main: HTML = """
      <header>\(NotePage.crumbs(path))<div class="head"><h1>History of <a href="\(VaultURL(.note(path)).path)">\(title)</a></h1>\
      <span class="count">\(entries.count)</span></div></header>
      \(entries.isEmpty
        ? PageContext.empty("This note was not changed here yet. What other programs change is not in this history.")
        : "<ul class=\"rows\">\(rows.joined())</ul>")
      """
    return Page("History of \(title)", in: .notes, main: main)
  }

  private static func row(_ entry: HistoryEntry, _ context: PageContext) -> HTML {
    let paths = entry.paths.prefix(3).map { context.link($0, $0.text) }
    let more: HTML = entry.paths.count > 3 ? "<span>and \(entry.paths.count - 3) more</span>" : HTML()
    var url = VaultURL(.history)
    url.change = entry.sequence
    return """
      <li\(entry.isUndone ? " class=\"undone\"" : HTML())><div class="what"><a class="title" href="\(url.path)">\(entry.title)</a>
      <p class="about">\(about(entry, context))\(paths.joined())\(more)</p></div></li>
      """
  }

  private static func about(_ entry: HistoryEntry, _ context: PageContext) -> HTML {
    let state: HTML? = entry.isUndone ? "<span class=\"undone\">undone</span>" : nil
    return "<span>\(RelativeTime.instant(entry.time, in: context.environment))</span>\(state)"
  }

  // MARK: One change

  private static func page(_ context: PageContext, change number: Int) throws -> Page {
    let (entry, made) = try context.reader.change(numbered: number)
    let diff = ChangeDiff(made)
    let main: HTML = """
      <header><nav class="crumbs" aria-label="History"><a href="\(VaultURL(.history).path)">History</a></nav>
      <div class="head"><h1>\(entry.title)</h1></div>
      <p class="about"><span>Change \(number)</span>\(about(entry, context))\(loss(entry))</p></header>
      \(undo(entry, context))
      \(diff.files.isEmpty ? "<p class=\"quiet\">No text was changed.</p>" : DiffView.html(diff))
      """
    return Page(entry.title, in: .history, main: main)
  }

  private static func loss(_ entry: HistoryEntry) -> HTML? {
    switch entry.loss {
    case .emptied: "<span>What it deleted is no longer in the trash.</span>"
    case .restored: "<span>What it deleted was put back from the trash.</span>"
    case nil: nil
    }
  }

  /// What can be taken back: a change of this user's own that is not yet.
  private static func undo(_ entry: HistoryEntry, _ context: PageContext) -> HTML? {
    guard !context.isReadOnly, entry.kind == .change, !entry.isUndone, entry.loss == nil, !entry.isForeign else {
      return nil
    }
    return """
      <form class="tools" method="post" action="\(context.url.path)">
      <button name="undo" value="\(entry.sequence)">Undo this change</button></form>
      """
  }
}
