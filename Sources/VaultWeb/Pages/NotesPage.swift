import VaultCore
import VaultInterface
import VaultStore

/// The list of notes: pinned ones first, then the newest.
enum NotesPage {
  private static let filters = [("All", nil), ("Pinned", "is:pinned"), ("Favourites", "is:favorite")]
  private static let orders = [
    ("Edited", nil), ("Created", "-created"), ("Title", "title"), ("Longest", "-words"),
  ]

  private static let mostReferenced = 5

  static func page(_ context: PageContext) throws -> Page {
    let url = context.url
    let query: Query
    do { query = try context.vault.query(url.query ?? "") } catch let problem as QueryProblem {
      var page = Page(
        "Notes", in: .notes, main: "<div class=\"head\"><h1>Notes</h1></div>\(QueryMistake.html(problem))")
      page.query = url.query ?? ""
      return page
    }
    let keys = try url.sort.map { try context.vault.sortKeys($0, option: "sort") } ?? []
    let question = ListCursor.Question(url.query ?? "", sort: url.sort ?? "")
    let place = try url.cursor.map { try ListCursor.place($0, in: question) }
    let list = try context.reader.list(query, sort: keys, limit: context.limit, after: place)
    let (pinned, others) = (
      url.sort == nil ? list.entries.filter(\.pinned) : [],
      url.sort == nil ? list.entries.filter { !$0.pinned } : list.entries
    )
    var main: HTML = """
      <div class="head"><h1>\(title(url.query))</h1><span class="count">\(list.total) \(list.total == 1 ? "note" : "notes")</span></div>
      <div class="tools">\(choices("Which notes", filters, url.query) { with(\.query, $0, url) })\
      \(choices("Order", orders, url.sort) { with(\.sort, $0, url) })\(select(context))</div>
      """
    main += try DoneRemark.html(context)
    if list.entries.isEmpty { main += nothing(context) }
    if url.query == nil, url.sort == nil, url.cursor == nil { main += referenced(context) }
    if !pinned.isEmpty { main += "<h2 class=\"part\">Pinned</h2>\(NoteRow.list(pinned, context))" }
    if !pinned.isEmpty, !others.isEmpty { main += "<h2 class=\"part\">Notes</h2>" }
    if !others.isEmpty { main += NoteRow.list(others, context) }
    main += context.more("More notes", list.next, in: question)
    var page = Page(title(url.query), in: .notes, main: main)
    page.query = url.query ?? ""
    return page
  }

  /// What assistants and other apps were shown lately. Pinned ones stand below it anyway.
  private static func referenced(_ context: PageContext) -> HTML {
    do {
      let notes = try context.reader.referencedNotes(
        Query().adding(.isNote(.pinned), negated: true), limit: mostReferenced)
      guard !notes.entries.isEmpty else { return HTML() }
      return "<h2 class=\"part\">Recently referenced</h2>\(NoteRow.list(notes.entries.map(\.record), context))"
    } catch {
      return "<p class=\"notice\">Which notes were referenced lately is not known: \(Message(error).text)</p>"
    }
  }

  /// Leads to the same notes with boxes.
  private static func select(_ context: PageContext) -> HTML {
    guard !context.isReadOnly else { return HTML() }
    var url = VaultURL(.select)
    (url.query, url.sort) = (context.url.query, context.url.sort)
    return "<nav class=\"choice\" aria-label=\"Several notes\"><a href=\"\(url.path)\">Choose several</a></nav>"
  }

  private static func title(_ query: String?) -> String {
    filters.first { $0.1 == query }.map { $0.0 == "All" ? "Notes" : $0.0 } ?? query ?? "Notes"
  }

  private static func with(_ part: WritableKeyPath<VaultURL, String?>, _ value: String?, _ url: VaultURL) -> String {
    var url = url
    url[keyPath: part] = value
    url.cursor = nil
    return url.path
  }

  private static func choices(
    _ label: String, _ all: [(String, String?)], _ current: String?, _ address: (String?) -> String
  ) -> HTML {
    let links = all.map { name, value -> HTML in
      let mark: HTML = value == current ? " aria-current=\"true\"" : ""
      return "<a href=\"\(address(value))\"\(mark)>\(name)</a>"
    }
    return "<nav class=\"choice\" aria-label=\"\(label)\">\(links.joined())</nav>"
  }

  private static func nothing(_ context: PageContext) -> HTML {
    switch context.url.query {
    case "is:pinned": PageContext.empty("No note is pinned. Pin one from its page, and it stays on top of every list.")
    case "is:favorite": PageContext.empty("No note is a favourite yet. The star on a note's page makes it one.")
    case _?: PageContext.empty("No note matches. <a href=\"/\">All notes</a>")
    case nil:
      context.isReadOnly
        ? PageContext.empty("There are no notes here.")
        : PageContext.empty("There are no notes yet. <a href=\"/new\">Write the first one.</a>")
    }
  }
}
