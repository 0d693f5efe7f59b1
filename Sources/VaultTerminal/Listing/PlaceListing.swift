import VaultCore
import VaultInterface
import VaultStore

extension Printer {
  /// In fewer columns nothing of a note's title is shown behind its path.
  private static let leastTitle = 12

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
        let path = shortened(self.path(note.path), to: context.width ?? .max)
        let left = context.width.map { $0 - path.width } ?? .max
        // On a terminal there is better use for a title that says what the path does, or for the beginning of one.
        let isTold = context.width == nil || note.title != note.path.stem && left >= Self.leastTitle
        try line(isTold ? fitted(path + StyledText("  " + note.title, theme[.title])) : path)
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
