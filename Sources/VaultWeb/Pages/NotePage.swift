import VaultCore
import VaultInterface
import VaultStore

/// A note as it reads, with what leads to it and from it beside.
enum NotePage {
  static func page(_ context: PageContext, _ path: NotePath) throws -> Page {
    let reader = context.reader
    let shown = try reader.show(VaultURL(.note(path)).description)
    let record = shown.record
    let body = try NoteBody(context, shown).html()
    let main: HTML = """
      <article class="note-page" data-path="\(record.path.text)" data-etag="\(record.hash.hexadecimal)">
      <header>
      \(crumbs(record.path))
      \(beginsWithTitle(shown) ? HTML() : "<h1>\(record.title)</h1>")
      \(about(record, context))
      \(context.isReadOnly ? HTML() : NoteActions.bar(record, context))
      </header>
      <div class="prose">\(body)</div>
      \(TaskRow.form(context))
      </article>
      """
    return Page(record.title, in: .notes, main: main, aside: try panel(shown, context))
  }

  /// True where the body says its title itself, so that it need not stand twice.
  private static func beginsWithTitle(_ shown: ShownNote) -> Bool {
    guard let first = shown.lines.first(where: { $0.kind != .blank }), case .heading(level: 1) = first.kind,
      let heading = shown.note.headings.first
    else { return false }
    return heading.text == shown.record.title
  }

  static func crumbs(_ path: NotePath) -> HTML {
    var folders: [HTML] = []
    var folder = path.parent
    while !folder.text.isEmpty {
      folders.insert("<a href=\"\(VaultURL(.folder(folder)).path)\">\(folder.name)</a>", at: 0)
      folder = folder.parent
    }
    folders.insert("<a href=\"/\">Notes</a>", at: 0)
    return "<nav class=\"crumbs\" aria-label=\"Folders\">\(folders.joined("<span aria-hidden=\"true\">/</span>"))</nav>"
  }

  private static func about(_ record: NoteRecord, _ context: PageContext) -> HTML {
    let category: HTML? = context.listed.labels.category(record.category).map { "<span>\($0.icon) \($0.title)</span>" }
    let words = record.words == 1 ? "1 word" : "\(record.words) words"
    let warnings: HTML? =
      record.warnings.contains { $0.severity != .info }
      ? "<a class=\"warning\" href=\"\(VaultURL(.doctor).path)\">has warnings</a>" : nil
    return """
      <p class="about">\(category)<span>Edited \(context.date(record.updated))</span>\
      <span>Created \(context.date(record.created))</span><span>\(words)</span>\(warnings)\(context.tags(record.tags))</p>
      """
  }

  // MARK: What stands beside

  private static func panel(_ shown: ShownNote, _ context: PageContext) throws -> HTML {
    let name = VaultURL(.note(shown.record.path)).description
    var panel = HTML()
    panel += outline(shown)
    let backlinks = try context.reader.backlinks(to: name).links
    let sources = backlinks.map { ($0.source, $0.title) }
    let all: HTML =
      "<p><a href=\"\(VaultURL(.backlinks(shown.record.path)).path)\">With the lines, and mentions without a link</a></p>"
    panel += section("Backlinks", links(sources, context), more: all)
    let targets = zip(shown.note.links, shown.resolved).compactMap { link, path in
      path.map { ($0, $0.isNote ? $0.stem : $0.name) }
    }
    panel += section("Links", links(targets.filter { $0.0 != shown.record.path }, context))
    let related = try context.reader.related(to: name, limit: 5).notes
    panel += section("Related", links(related.map { ($0.record.path, $0.record.title) }, context))
    var graph = VaultURL(.graph)
    graph.note = shown.record.path
    panel += section("Graph", "<p><a href=\"\(graph.path)\">The notes around this one</a></p>")
    var history = VaultURL(.note(shown.record.path))
    history.view = .history
    panel += section("History", "<p><a href=\"\(history.path)\">The changes of this note</a></p>")
    panel += properties(shown.record)
    return panel
  }

  private static func section(_ title: String, _ content: HTML, more: HTML? = nil) -> HTML {
    if content.isEmpty, more == nil { return HTML() }
    return "<section><h2>\(title)</h2>\(content)\(more)</section>"
  }

  private static func links(_ notes: [(NotePath, String)], _ context: PageContext) -> HTML {
    var seen: Set<NotePath> = []
    let items = notes.filter { seen.insert($0.0).inserted }.map { path, title -> HTML in
      "<li>\(context.link(path, title))</li>"
    }
    return items.isEmpty ? HTML() : "<ul>\(items.joined())</ul>"
  }

  private static func outline(_ shown: ShownNote) -> HTML {
    let headings = shown.note.headings
    guard headings.count > 1 else { return HTML() }
    let items = zip(headings, HTMLRenderer.anchors(of: headings)).map { heading, anchor -> HTML in
      "<li class=\"level-\(heading.level)\"><a href=\"#\(anchor)\">\(HTML(line: heading.text))</a></li>"
    }
    return section("Outline", "<ul class=\"outline\">\(items.joined())</ul>")
  }

  private static func properties(_ record: NoteRecord) -> HTML {
    guard let members = JSONValue(properties: record.properties).members, !members.isEmpty else { return HTML() }
    let rows = members.map { member -> HTML in "<dt>\(member.name)</dt><dd>\(member.value.formatted)</dd>" }
    return section("Properties", "<dl>\(rows.joined())</dl>")
  }
}
