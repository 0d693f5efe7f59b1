import VaultCore
import VaultInterface
import VaultStore

extension Printer {
  /// Prints places in notes, for people: each note's path and title, below it the lines with their numbers, and behind
  /// them the `text`, in front of which so many columns are `used`.
  package func places<Place>(
    _ places: [Place], in note: (Place) -> (path: NotePath, title: String, line: Int),
    text: (_ place: Place, _ used: Int) -> StyledText
  ) throws {
    let width = (places.map { String(note($0).line).utf8.count }.max() ?? 0) + 4
    var path: NotePath?
    for place in places {
      let note = note(place)
      if note.path != path {
        path = note.path
        try line(fitted(self.path(note.path) + StyledText("  " + note.title, theme[.title])))
      }
      let number = StyledText(String(note.line), theme[.muted]).padded(to: width, leading: true)
      try line(fitted(number + "  " + text(place, width + 2)))
    }
  }

  /// Prints places that name a note, for people: the lines with the name in them.
  package func mentions(_ mentions: [UnlinkedMention]) throws {
    try places(
      mentions, in: { ($0.source, $0.title, $0.mention.location.line) },
      text: { place, used in
        let room = context.width.map { max($0 - used, 8) }
        let excerpt = Excerpt(place.mention.text, place.mention.ranges, width: room, ellipsis: glyphs.ellipsis)
        return StyledText(excerpt.text).highlighting(excerpt.ranges, theme[.match])
      })
  }
}
