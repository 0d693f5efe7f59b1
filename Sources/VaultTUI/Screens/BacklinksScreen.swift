import Foundation
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
    /// The part of a line in which the link or the name stands.
    func excerpt(_ line: String, _ ranges: [Range<Int>]) -> StyledText {
      let shown = ShownLine(line, ranges)
      let excerpt = Excerpt(
        shown.text, shown.ranges, width: max(question.columns - 4, 10), ellipsis: look.glyphs.ellipsis)
      return StyledText(excerpt.text, look[.muted]).highlighting(excerpt.ranges, look[.match])
    }
    let links = places.map { place in
      let link = place.link.link
      // The line is without its blanks, so that the link is found by what it says.
      let range = place.text.range(of: link.target).map { found in
        place.text.utf8.distance(
          from: place.text.startIndex, to: found.lowerBound)..<place.text.utf8.distance(
            from: place.text.startIndex, to: found.upperBound)
      }
      return row(place.link.source, place.link.title, link.location.line, excerpt(place.text, range.map { [$0] } ?? []))
    }
    let named = mentions.map { mention in
      row(
        mention.source, mention.title, mention.mention.location.line,
        excerpt(mention.mention.text, mention.mention.ranges))
    }
    if !links.isEmpty { answer.rows = [NotesScreen.title("Links", question)] + links }
    if !named.isEmpty { answer.rows += [NotesScreen.title(mentionsTitle, question)] + named }
    answer.rows = question.filtered(answer.rows)
    answer.count = question.count(links.count, "link")
    answer.nothing = "No note links here, and none names this one."
    return answer
  }
}
