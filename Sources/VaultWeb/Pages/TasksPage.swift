import VaultCore
import VaultInterface
import VaultStore

/// The tasks by tabs: open ones by due date, then those that are done, folded.
enum TasksPage {
  static func page(_ context: PageContext) throws -> Page {
    let url = context.url
    let tab = url.tab ?? .all
    let head: HTML = """
      <nav class="tabs" aria-label="Which tasks">\(tabs(url))</nav>
      <form class="filter" role="search" action="\(VaultURL(.tasks).path)">\
      \(tab == .all ? HTML() : "<input type=\"hidden\" name=\"tab\" value=\"\(tab.rawValue)\">")\
      <input type="search" name="q" value="\(url.query ?? "")" placeholder="Search your tasks…" aria-label="Search your tasks" \
      autocomplete="off" autocapitalize="off" autocorrect="off"></form>
      """
    let query: Query
    do { query = try context.vault.query(url.query ?? "") } catch let problem as QueryProblem {
      let main: HTML = "<div class=\"head\"><h1>\(title(tab))</h1></div>\(head)\(QueryMistake.html(problem))"
      return Page(title(tab), in: .tasks, main: main)
    }
    let question = ListCursor.Question(url.query ?? "", sort: tab.rawValue)
    let ofDone = ListCursor.Question(url.query ?? "", sort: "\(tab.rawValue) done")
    // A cursor leads on in the list of those that are open, or of those that are not.
    let doneFrom = url.cursor.flatMap { try? ListCursor.place($0, in: ofDone) }
    let place = doneFrom == nil ? try url.cursor.map { try ListCursor.place($0, in: question) } : nil
    let today = context.vault.environment.today
    let open = try context.reader.tasks(query, scope: .open, limit: context.limit, after: place) {
      tab.holds($0, today: today)
    }
    let done =
      place == nil
      ? try context.reader.tasks(
        query, scope: .done, sort: [.init(.done, isReversed: true)],
        limit: doneFrom == nil ? PageContext.pageLength : context.limit, after: doneFrom,
        where: { tab.holds($0, today: today) }) : nil
    if doneFrom != nil, let done {
      let main: HTML = """
        <div class="head"><h1>\(title(tab))</h1><span class="count">\(done.total) done and cancelled</span></div>
        \(head)\(TaskRow.form(context))\(rows(done, context))\(context.more("More tasks", done.next, in: ofDone))
        """
      return Page(title(tab), in: .tasks, main: main)
    }
    var main: HTML = """
      <div class="head"><h1>\(title(tab))</h1><span class="count">\(open.total) open\(open.overdue > 0 ? ", \(open.overdue) overdue" : "")</span></div>
      \(head)
      """
    main += try DoneRemark.html(context)
    if !context.isReadOnly { main += TaskFields.adding(context) }
    main += TaskRow.form(context)
    if open.tasks.isEmpty {
      main += nothing(tab, context)
    } else {
      main += rows(open, context)
      main += context.more("More tasks", open.next, in: question)
    }
    if let done, done.total > 0 {
      main += """
        <details class="done"><summary>Done and cancelled <span class="count">\(done.total)</span></summary>
        \(rows(done, context))\(context.more("More of them", done.next, in: ofDone))</details>
        """
    }
    return Page(title(tab), in: .tasks, main: main)
  }

  private static func rows(_ list: TaskResult, _ context: PageContext) -> HTML {
    "<ul class=\"tasks\">\(list.tasks.map { TaskRow.row($0, context) }.joined())</ul>"
  }

  private static func title(_ tab: VaultURL.TasksTab) -> String {
    tab == .all ? "My Tasks" : "My Tasks – \(tab.title)"
  }

  private static func tabs(_ url: VaultURL) -> HTML {
    VaultURL.TasksTab.allCases.map { tab -> HTML in
      var other = url
      other.tab = tab == .all ? nil : tab
      other.cursor = nil
      let mark: HTML = tab == (url.tab ?? .all) ? " aria-current=\"page\"" : ""
      return "<a href=\"\(other.path)\"\(mark)>\(tab.title)</a>"
    }.joined()
  }

  private static func nothing(_ tab: VaultURL.TasksTab, _ context: PageContext) -> HTML {
    if context.url.query?.isEmpty == false {
      return PageContext.empty("No task matches. <a href=\"\(VaultURL(.tasks).path)\">All tasks</a>")
    }
    switch tab {
    case .all:
      return PageContext.empty("Nothing is open. A line that begins with <code>- [ ]</code> in any note is a task.")
    case .overdue:
      return PageContext.empty("Nothing is overdue. What is due next stands in the <a href=\"/agenda\">agenda</a>.")
    case .today:
      return PageContext.empty("Nothing is due today. What is due next stands in the <a href=\"/agenda\">agenda</a>.")
    default:
      return PageContext.empty(
        "No open task has this priority. <code>!high</code>, <code>!medium</code> or <code>!low</code> in a new task gives it one."
      )
    }
  }
}
