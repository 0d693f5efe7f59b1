import VaultCore
import VaultInterface
import VaultStore

/// The tasks by tabs: open ones by due date, then those that are done, folded.
enum TasksPage {
  static func page(_ context: PageContext) throws -> Page {
    let url = context.url
    let tab = url.tab ?? .all
    let typed = try context.vault.query(url.query ?? "")
    let query = try restricted(typed, to: tab, context)
    let open = try context.reader.tasks(query, scope: .open, limit: context.limit)
    let isDoneShown = tab != .overdue && tab != .today
    let done =
      isDoneShown
      ? try context.reader.tasks(
        query, scope: .done, sort: [.init(.done, isReversed: true)], limit: PageContext.pageLength) : nil
    var main: HTML = """
      <div class="head"><h1>\(title(tab))</h1><span class="count">\(open.total) open\(open.overdue > 0 ? ", \(open.overdue) overdue" : "")</span></div>
      <nav class="tabs" aria-label="Which tasks">\(tabs(url))</nav>
      <form class="filter" role="search" action="\(VaultURL(.tasks).path)">\
      \(tab == .all ? HTML() : "<input type=\"hidden\" name=\"tab\" value=\"\(tab.rawValue)\">")\
      <input type="search" name="q" value="\(url.query ?? "")" placeholder="Search your tasks…" aria-label="Search your tasks" \
      autocomplete="off" autocapitalize="off" autocorrect="off"></form>
      """
    if !context.isReadOnly { main += AddTask.form(context) }
    main += TaskRow.form(context)
    if open.tasks.isEmpty {
      main += nothing(tab, context)
    } else {
      main += "<ul class=\"tasks\">\(open.tasks.map { TaskRow.row($0, context) }.joined())</ul>"
      if open.tasks.count < open.total { main += more(open, context) }
    }
    if let done, done.total > 0 {
      main += """
        <details class="done"><summary>Done and cancelled <span class="count">\(done.total)</span></summary>
        <ul class="tasks">\(done.tasks.map { TaskRow.row($0, context) }.joined())</ul></details>
        """
    }
    return Page(title(tab), in: .tasks, main: main)
  }

  /// What a tab asks for besides the words that were typed.
  private static func restricted(
    _ query: Query, to tab: VaultURL.TasksTab, _ context: PageContext
  ) throws -> Query {
    let words =
      switch tab {
      case .all: ""
      case .high: "priority:high OR priority:highest"
      case .medium: "priority:medium"
      case .low: "priority:low OR priority:lowest"
      case .today: "due:today"
      case .overdue: "is:overdue"
      }
    return words.isEmpty ? query : query.adding(try context.vault.query(words))
  }

  private static func title(_ tab: VaultURL.TasksTab) -> String {
    tab == .all ? "My Tasks" : "My Tasks – \(name(tab))"
  }

  private static func name(_ tab: VaultURL.TasksTab) -> String {
    tab.rawValue.prefix(1).uppercased() + tab.rawValue.dropFirst()
  }

  private static func tabs(_ url: VaultURL) -> HTML {
    VaultURL.TasksTab.allCases.map { tab -> HTML in
      var other = url
      other.tab = tab == .all ? nil : tab
      let mark: HTML = tab == (url.tab ?? .all) ? " aria-current=\"page\"" : ""
      return "<a href=\"\(other.path)\"\(mark)>\(name(tab))</a>"
    }.joined()
  }

  /// A longer list, or what is to be done where there is none.
  private static func more(_ open: TaskResult, _ context: PageContext) -> HTML {
    guard context.limit < PageContext.mostEntries else {
      return "<p class=\"quiet\">These are the first \(open.tasks.count) of \(open.total); search for the others.</p>"
    }
    var address = context.url.path
    address += (address.contains("?") ? "&" : "?") + "limit=\(min(context.limit + 100, PageContext.mostEntries))"
    return "<p class=\"more\"><a class=\"button\" rel=\"next\" href=\"\(address)\">More tasks</a></p>"
  }

  private static func nothing(_ tab: VaultURL.TasksTab, _ context: PageContext) -> HTML {
    if context.url.query?.isEmpty == false { return PageContext.empty("No task matches.") }
    switch tab {
    case .all:
      return PageContext.empty("Nothing is open. A line that begins with <code>- [ ]</code> in any note is a task.")
    case .overdue: return PageContext.empty("Nothing is overdue.")
    case .today: return PageContext.empty("Nothing is due today.")
    default: return PageContext.empty("No open task has this priority.")
    }
  }
}

/// Where a task is added in quick words.
enum AddTask {
  static func form(_ context: PageContext) -> HTML {
    """
    <form class="add" method="post" action="\(VaultURL(.tasks).path)">
    <input name="add" required placeholder="Add a task: call Mum due:tomorrow !high" aria-label="Add a task" autocomplete="off">
    <button class="strong">Add</button></form>
    """
  }
}
