import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// Notes: all with the pinned ones on top, or those that a search finds, each with the line that matches.
enum NotesScreen {
  /// More would push away what is looked for more often.
  private static let mostReferenced = 5

  static func answer(_ question: ListQuestion, _ reader: VaultReader) throws -> ListAnswer {
    let vault = reader.vault
    let place = question.place
    let printer = question.printer(reader)
    let listed = ListedVault(vault)
    let narrowing =
      switch place.place {
      case .tag(let name): Query.Predicate.tag(name, childrenOnly: false).canonicalText
      case .folder(let path): Query.Predicate.named(.path, .text(path.text + "/")).canonicalText
      default: ""
      }
    let query = try vault.query(question.text).adding(vault.query(narrowing))
    var answer = ListAnswer()
    for warning in query.warnings { answer.remarks.append(warning.message) }
    if let among = question.among {
      let all = try reader.list(query, limit: nil, after: nil, among: among).entries
      answer.rows = all.map { row($0, printer, listed) }
      answer.count = question.count(all.count, "note")
      answer.nothing = "No note matches."
      return answer
    }
    // What the query itself says of it is all that there is.
    let most = query.limit ?? .max
    let isSearch = place.place == .search && !question.text.isEmpty
    guard isSearch else {
      let sort = try place.sort.map { try vault.sortKeys($0, option: "sort") } ?? []
      var folder: NotePath?
      if case .select = place.place { folder = place.folder.map { NotePath($0) } }
      let page = try reader.list(query, sort: sort, limit: question.limit, after: nil, inFolder: folder)
      let isPlain = sort.isEmpty && query.sort.isEmpty
      let pinned = isPlain ? page.entries.prefix { $0.pinned } : []
      // With a query or in a folder the list is what was asked for, and nothing besides.
      let referenced =
        isPlain && place.place == .notes && question.text.isEmpty
        ? referenced(reader, &answer) : []
      let shown = Set(referenced.map(\.path))
      let others = page.entries[pinned.count...].filter { !shown.contains($0.path) }
      let total = min(page.total, most)
      let sections = [("Recently referenced", referenced), ("Pinned", Array(pinned)), ("All notes", others)]
        .filter { !$0.1.isEmpty }
      for (name, records) in sections {
        if sections.count > 1 { answer.rows.append(title(name, question)) }
        answer.rows += records.map { row($0, printer, listed) }
      }
      answer.count = question.count(total, "note")
      answer.isComplete = page.entries.count >= total
      answer.nothing =
        question.text.isEmpty && narrowing.isEmpty
        ? "There are no notes yet. n writes the first one." : "No note matches."
      return answer
    }
    var options = SearchOptions(
      breadth: .all(orSomeBelow: SearchBreadth.pageLength), respells: true, limit: question.limit, linesPerHit: 2,
      suggests: true)
    if question.isTyping {
      (options.asTyped, options.breadth, options.respells, options.suggests) = (
        true, .all(orSomeBelow: nil), false, false
      )
    }
    let result = try reader.search(query, options: options)
    answer.remarks += result.respellings.map(\.remark)
    if let widening = result.widening { answer.remarks.append(widening.remark) }
    if let suggestion = result.suggestions.question(for: question.text) { answer.remarks.append(suggestion) }
    let firstIncomplete = result.isDivided ? result.hits.firstIndex { !$0.missing.isEmpty } : nil
    for (number, hit) in result.hits.enumerated() {
      if number == firstIncomplete { answer.rows.append(title(result.divider, question)) }
      answer.rows.append(row(hit, question, printer, listed))
    }
    let total = min(result.total, most)
    answer.count = question.count(max(total, result.hits.count), "note")
    answer.isComplete = result.hits.count >= total
    answer.nothing = result.remarkOnNothing.text
    return answer
  }

  /// The notes that assistants and other apps were shown lately, but for pinned ones, which stand on top anyway.
  private static func referenced(_ reader: VaultReader, _ answer: inout ListAnswer) -> [NoteRecord] {
    do {
      return try reader.referencedNotes(Query().adding(.isNote(.pinned), negated: true), limit: mostReferenced).entries
        .map(\.record)
    } catch {
      answer.remarks.append("Which notes were referenced lately is not known: \(Message(error))")
      return []
    }
  }

  static func title(_ text: String, _ question: ListQuestion) -> Row {
    Row(nil, StyledText(text, question.look[.heading]))
  }

  /// A note by its title, with tags, marks and age.
  static func row(_ record: NoteRecord, _ printer: Printer, _ listed: ListedVault) -> Row {
    let theme = printer.theme
    var row = Row(.note(record.path), StyledText(record.title), name: record.title)
    row.note = record.path
    row.isPinned = record.pinned
    row.trail = [
      StyledText(record.tags.prefix(3).map { "#" + $0 }.joined(separator: " "), theme[.tag]),
      NoteMarks.text(of: record, printer, listed.labels),
      StyledText(RelativeTime.brief(record.updated, in: listed.environment), theme[.muted]),
    ]
    let snippet = ShownLine(ShownLine.beginning(record.snippet, below: record.title)).text
    let folder = record.path.folder
    row.below = StyledText(folder.isEmpty ? "" : folder + "  ", theme[.path]) + StyledText(snippet, theme[.muted])
    return row
  }

  private static func row(
    _ hit: SearchHit, _ question: ListQuestion, _ printer: Printer, _ listed: ListedVault
  ) -> Row {
    var row = row(hit.record, printer, listed)
    // The title stands above the line already.
    let others = hit.matches.filter { ShownLine($0.text).text != hit.record.title }
    if let match = others.first ?? hit.matches.first ?? hit.opening {
      let line = ShownLine(match.text, match.ranges)
      let focus = max(0, match.focus - (match.ranges.count - line.ranges.count))
      let excerpt = Excerpt(
        line.text, line.ranges, focus: focus, width: max(question.columns - 4, 10), ellipsis: printer.glyphs.ellipsis)
      row.below = StyledText(excerpt.text, printer.theme[.muted]).highlighting(excerpt.ranges, printer.theme[.match])
      if !hit.matches.isEmpty { row.line = match.line }
    }
    if let lack = hit.lack { row.below.append((row.below.isEmpty ? "" : "  ") + "(\(lack))", printer.theme[.muted]) }
    row.showsBelow = true
    return row
  }
}
