import VaultCore
import VaultInterface
import VaultStore

/// What stands above a note that is shown to a person: its title, and what is known about it.
struct ShownNoteHead {
  let shown: ShownNote
  let printer: Printer
  let vault: ListedVault

  /// `width` in columns.
  func lines(width: Int) -> [StyledText] {
    let record = shown.record
    let theme = printer.theme
    let muted = theme[.muted]
    var place = printer.path(record.path)
    for part in [
      NoteMarks.text(of: record, printer, vault.labels),
      StyledText(record.tags.map { "#" + $0 }.joined(separator: " "), theme[.tag]),
    ] where !part.isEmpty {
      place = place + StyledText("  ") + part
    }
    var lines = StyledText(record.title, theme[.title]).wrapped(to: width) + place.wrapped(to: width)
    let aliases = record.aliases.filter { $0 != record.title }
    if !aliases.isEmpty {
      lines += StyledText("also " + aliases.joined(separator: ", "), muted).wrapped(to: width)
    }
    let created = vault.time(record.created, isRelative: true)
    let updated = vault.time(record.updated, isRelative: true)
    let words = record.words == 1 ? "1 word" : "\(record.words) words"
    lines += StyledText("created \(created), updated \(updated), \(words)", muted).wrapped(to: width)
    if let summary = record.summary { lines += StyledText(summary, theme[.quote]).wrapped(to: width) }
    let properties = ShownProperties(properties: shown.note.frontMatter.properties, theme: theme)
    return lines + properties.lines(width: width)
  }

  /// The body's lines without a heading at their beginning that says the title once more.
  var body: ArraySlice<BodyLine> {
    guard let first = shown.lines.firstIndex(where: { $0.kind != .blank }),
      shown.lines[first].kind == .heading(level: 1), shown.lines[first].text == shown.record.title
    else { return shown.lines[...] }
    return shown.lines[(first + 1)...]
  }
}
