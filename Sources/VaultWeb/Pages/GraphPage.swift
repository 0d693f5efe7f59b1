import VaultCore
import VaultInterface
import VaultStore

/// The links among notes as a drawing, and the same notes as a list: those around one note, or the whole vault's.
enum GraphPage {
  /// A drawing of more could hardly be read.
  private static let mostNotes = 60
  private static let usualSteps = 2

  static func page(_ context: PageContext) throws -> Page {
    let url = context.url
    let graph =
      if let note = url.note {
        try context.reader.graph(
          around: VaultURL(.note(note)).description, steps: url.steps ?? usualSteps, limit: mostNotes)
      } else {
        try context.reader.graph(limit: mostNotes)
      }
    let middle = graph.nodes.first { $0.step == 0 }
    let title = middle.map { "Around \($0.title)" } ?? "Graph"
    let heading: HTML = middle.map { "Around \(context.link($0.path, $0.title))" } ?? "Graph"
    var main: HTML = """
      <header>\(url.note.map(NotePage.crumbs))<div class="head"><h1>\(heading)</h1>\
      <span class="count">\(graph.remark)</span></div></header>
      """
    if let middle { main += steps(around: middle.path, context) }
    if graph.edges.isEmpty {
      main += nothing(isOfOne: middle != nil)
    } else {
      let drawing = HTML(rendered: GraphDrawing(graph, line: GraphDrawing.targetLine).svg(.page))
      main += "<div class=\"scroll graph\">\(drawing)</div>\(list(graph, context))"
    }
    var page = Page(title, in: .graph, main: main)
    page.isWide = true
    return page
  }

  private static func steps(around path: NotePath, _ context: PageContext) -> HTML {
    let current = context.url.steps ?? usualSteps
    let links = VaultURL.stepsRange.map { number -> HTML in
      var url = VaultURL(.graph)
      (url.note, url.steps) = (path, number)
      let mark: HTML = number == current ? " aria-current=\"true\"" : ""
      return "<a href=\"\(url.path)\"\(mark)>\(number == 1 ? "1 step" : "\(number) steps")</a>"
    }
    return """
      <div class="tools"><nav class="choice" aria-label="How many steps away">\(links.joined())</nav>\
      <nav class="choice" aria-label="Which notes"><a href="\(VaultURL(.graph).path)">The whole vault</a></nav></div>
      """
  }

  private static func nothing(isOfOne: Bool) -> HTML {
    isOfOne
      ? PageContext.empty(
        "No link leads from this note to another, or from another here. <code>[[Name]]</code> in a note makes one.")
      : PageContext.empty("No note links to another yet. <code>[[Name]]</code> in a note's text makes a link.")
  }

  // MARK: The same in words

  /// The notes by how far they are from the one in the middle, or all together.
  private static func list(_ graph: NoteGraph, _ context: PageContext) -> HTML {
    var html = HTML()
    for step in Set(graph.nodes.map(\.step)).sorted(by: { ($0 ?? 0) < ($1 ?? 0) }) where step != 0 {
      let notes = graph.nodes.filter { $0.step == step }
      let title =
        switch step {
        case nil: "Notes"
        case 1: "One step away"
        case let step?: "\(step) steps away"
        }
      let rows = notes.map { row($0, context) }
      html += """
        <h2 class="part">\(title) <span class="count">\(notes.count)</span></h2><ul class="rows columns">\(rows.joined())</ul>
        """
    }
    return html
  }

  private static func row(_ node: NoteGraph.Node, _ context: PageContext) -> HTML {
    var url = VaultURL(.graph)
    url.note = node.path
    let links = node.links == 1 ? "1 link" : "\(node.links) links"
    return """
      <li><div class="what"><span class="title">\(context.link(node.path, node.title))</span>
      <p class="about"><span class="folder">\(node.path.parent.text)</span>\
      <a href="\(url.path)">\(links)<span class="hidden"> around \(node.title)</span></a></p></div></li>
      """
  }
}
