import VaultCore
import VaultInterface
import VaultStore

/// What links to a note, and what names it without a link, with the lines.
enum BacklinksPage {
  static func page(_ context: PageContext, _ path: NotePath) throws -> Page {
    let name = VaultURL(.note(path)).description
    let links = try context.reader.backlinks(to: name).links
    let mentions = try context.reader.mentions(of: name).mentions
    let main: HTML = """
      <header>\(NotePage.crumbs(path))<h1>What leads to <a href="\(VaultURL(.note(path)).path)">\(path.stem)</a></h1></header>
      <h2 class="part">Links <span class="count">\(links.count)</span></h2>
      \(list(try context.reader.places(of: links.prefix(PageContext.mostEntries)).map(Place.init), context, nothing: "No note links here."))
      <h2 class="part">Mentions without a link <span class="count">\(mentions.count)</span></h2>
      \(list(mentions.prefix(PageContext.mostEntries).map(Place.init), context, nothing: "No other note names this one."))
      """
    return Page("What leads to \(path.stem)", in: .notes, main: main)
  }

  private struct Place {
    let note: NotePath
    let title: String
    let line: Int
    let text: HTML

    init(_ place: LinkPlace) {
      (note, title, line) = (place.link.source, place.link.title, place.link.link.location.line)
      text = HTML(line: place.text)
    }

    init(_ mention: UnlinkedMention) {
      (note, title, line) = (mention.source, mention.title, mention.mention.location.line)
      text = NoteRow.marked(mention.mention.text, mention.mention.ranges)
    }
  }

  /// The places by note, each with its line.
  private static func list(_ places: [Place], _ context: PageContext, nothing: HTML) -> HTML {
    guard !places.isEmpty else { return "<p class=\"quiet\">\(nothing)</p>" }
    var html = HTML()
    var rest = places[...]
    while let first = rest.first {
      let own = rest.prefix { $0.note == first.note }
      rest = rest.dropFirst(own.count)
      let lines = own.map { place -> HTML in
        var url = VaultURL(.note(place.note))
        url.line = place.line
        return "<li><a href=\"\(url.path)\">\(place.text.isEmpty ? "line \(place.line)" : place.text)</a></li>"
      }
      html +=
        "<section class=\"place\"><h3>\(context.link(first.note, first.title))</h3><ul>\(lines.joined())</ul></section>"
    }
    return html
  }
}
