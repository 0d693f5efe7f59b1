import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// What links to a note, and what names it without a link, each with its line.
enum BacklinksScreen {
  /// The title above what names the note without a link.
  static let mentionsTitle = "Mentions without a link"

  static func answer(_ question: ListQuestion, _ path: NotePath, _ reader: VaultReader) throws -> ListAnswer {
    let name = VaultURL(file: path)?.description ?? path.text
    let target = path.isNote ? name : path.text
    let places = try reader.places(of: reader.backlinks(to: target).links)
    let mentions = path.isNote ? try reader.mentions(of: name).mentions : []
    let look = question.look
    var answer = ListAnswer()
    func row(_ source: NotePath, _ title: String, _ line: Int, _ text: StyledText) -> Row {
      var row = Row(.place(source, line: line), StyledText(title), name: title)
      (row.note, row.line, row.below, row.showsBelow) = (source, line, text, !text.isEmpty)
      row.trail = [StyledText(source.folder, look[.path])]
      return row
    }
    let links = places.map { place in
      row(
        place.link.source, place.link.title, place.link.link.location.line, StyledText(place.text, look[.muted])
      )
    }
    let named = mentions.map { mention in
      let text = StyledText(mention.mention.text, look[.muted]).highlighting(mention.mention.ranges, look[.match])
      return row(mention.source, mention.title, mention.mention.location.line, text)
    }
    if !links.isEmpty { answer.rows = [NotesScreen.title("Links", question)] + links }
    if !named.isEmpty { answer.rows += [NotesScreen.title(mentionsTitle, question)] + named }
    answer.rows = question.filtered(answer.rows)
    answer.count = question.count(links.count, "link")
    answer.nothing = "No note links here, and none names this one."
    return answer
  }
}
