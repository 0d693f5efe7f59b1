import VaultCore
import VaultInterface
import VaultStore

/// Places that name a note, for people: each note's path, below it the lines with the name in them.
package struct MentionListing {
  private let mentions: [UnlinkedMention]
  private let printer: Printer

  package init(_ mentions: [UnlinkedMention], printer: Printer) {
    self.mentions = mentions
    self.printer = printer
  }

  package func write() throws {
    let width = (mentions.map { String($0.mention.location.line).utf8.count }.max() ?? 0) + 4
    let room = printer.context.width.map { max($0 - width - 2, 8) }
    var path: NotePath?
    for place in mentions {
      if place.source != path {
        path = place.source
        var head = printer.path(place.source)
        head.append("  " + place.title, printer.theme[.title])
        try printer.line(printer.fitted(head))
      }
      let mention = place.mention
      let excerpt = Excerpt(mention.text, mention.ranges, width: room, ellipsis: printer.glyphs.ellipsis)
      let number = StyledText(String(mention.location.line), printer.theme[.muted]).padded(to: width, leading: true)
      let text = StyledText(excerpt.text).highlighting(excerpt.ranges, printer.theme[.match])
      try printer.line(number + StyledText("  ") + text)
    }
  }
}
