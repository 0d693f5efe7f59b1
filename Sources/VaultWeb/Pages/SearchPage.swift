import VaultCore
import VaultInterface
import VaultStore

/// What a search finds: the best first, then the rest.
enum SearchPage {
  /// The most notes that stand on top.
  private static let mostOnTop = 3
  private static let linesPerNote = 3
  /// Columns of a line that matches.
  private static let width = 240

  static func page(_ context: PageContext) throws -> Page {
    let text = context.url.query ?? ""
    var page: Page
    if text.trimmingBlanks.isEmpty {
      page = try NotesPage.page(context)
      page.title = "Search"
    } else {
      page = Page("Search: \(text)", in: .notes, main: try results(text, context))
    }
    page.query = text
    return page
  }

  private static func results(_ text: String, _ context: PageContext) throws -> HTML {
    let query: Query
    do { query = try context.vault.query(text) } catch let problem as QueryProblem {
      return "<div class=\"head\"><h1>Search</h1></div>" + QueryMistake.html(problem)
    }
    let isTyped = context.parameters["typed"] != nil
    var options = SearchOptions(
      breadth: .all(orSomeBelow: SearchBreadth.pageLength), respells: true, limit: context.limit,
      linesPerHit: linesPerNote, suggests: true)
    let question = ListCursor.Question(text, sort: "")
    options.after = try context.url.cursor.map { try ListCursor.place($0, in: question) }
    if isTyped {
      (options.asTyped, options.breadth, options.respells, options.suggests) = (
        true, .all(orSomeBelow: nil), false, false
      )
    }
    let result = try context.reader.search(query, options: options)
    let count = result.total == 1 ? "1 note" : "\(result.total) notes"
    var main: HTML = """
      <div class="head"><h1>Search</h1><span class="count" role="status">\(result.total == 0 ? "No notes" : count)</span></div>
      """
    for warning in query.warnings { main += "<p class=\"remark\">\(warning.message)</p>" }
    for respelling in result.respellings { main += "<p class=\"remark\">\(respelling.remark)</p>" }
    if let widening = result.widening { main += "<p class=\"remark\">\(widening.remark)</p>" }
    guard !result.hits.isEmpty else { return try main + nothing(result, text, context, query) }
    main += hits(result, context)
    return main + context.more("More notes", result.next, in: question)
  }

  /// Those on top stand out: each has half of the best score or more.
  private static func hits(_ result: SearchResult, _ context: PageContext) -> HTML {
    let complete = result.hits.filter { $0.missing.isEmpty }
    let best = complete.first?.score ?? 0
    let top = best > 0 ? Array(complete.prefix(mostOnTop).prefix { $0.score * 2 >= best }) : []
    let rest = Array(complete.dropFirst(top.count))
    let some = result.hits.filter { !$0.missing.isEmpty }
    var html = HTML()
    if !top.isEmpty, !rest.isEmpty || !some.isEmpty { html += "<h2 class=\"part\">Top results</h2>" }
    html += list(top, context)
    if !top.isEmpty, !rest.isEmpty { html += "<h2 class=\"part\">More</h2>" }
    html += list(rest, context)
    if !some.isEmpty {
      if result.isDivided { html += "<h2 class=\"part\">\(result.divider)</h2>" }
      html += list(some, context)
    }
    return html
  }

  private static func list(_ hits: [SearchHit], _ context: PageContext) -> HTML {
    guard !hits.isEmpty else { return HTML() }
    return
      "<ul class=\"notes hits\">\(hits.map { NoteRow.row($0.record, context, excerpt: excerpt($0)) }.joined())</ul>"
  }

  private static func excerpt(_ hit: SearchHit) -> HTML {
    let found = (hit.matches.isEmpty ? [hit.opening].compactMap(\.self) : hit.matches).map { match in
      let line = ShownLine(match.text, match.ranges)
      // Marks that were left out may have been marked.
      let focus = max(0, match.focus - (match.ranges.count - line.ranges.count))
      return Excerpt(line.text, line.ranges, focus: focus, width: width)
    }
    // The title stands above them.
    let others = found.filter { $0.text != hit.record.title }
    var lines = (others.isEmpty ? found : others).map { line -> HTML in
      "<span class=\"line\">\(NoteRow.marked(line.text, line.ranges))</span>"
    }
    if lines.isEmpty { lines = ["<span class=\"line\">\(hit.record.snippet)</span>"] }
    if let lack = hit.lack { lines.append("<span class=\"lack\">\(lack)</span>") }
    return lines.joined()
  }

  private static func nothing(
    _ result: SearchResult, _ text: String, _ context: PageContext, _ query: Query
  ) throws -> HTML {
    var html: HTML = "<p>\(result.remarkOnNothing.text)</p>"
    for sentence in try context.reader.unknownNames(in: query) { html += "<p>\(sentence.text)</p>" }
    for suggestion in result.suggestions {
      let links = suggestion.words.map { word -> HTML in
        var url = VaultURL(.search)
        url.query = text.replacing(suggestion.word, with: word, maxReplacements: 1)
        return "<a class=\"button\" href=\"\(url.path)\">\(word)</a>"
      }
      html += "<p class=\"suggestions\">Did you mean \(links.joined(" "))?</p>"
    }
    if !context.isReadOnly {
      var new = VaultURL(.newNote)
      new.title = text
      html += "<p><a class=\"button\" href=\"\(new.path)\">Write “\(text)”</a></p>"
    }
    return PageContext.empty(html)
  }
}
