import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault backlinks`
struct BacklinksCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "backlinks",
    abstract: "The links that lead to a note, with the lines they stand in.",
    discussion: """
      Examples:
        vault backlinks 'Rye sourdough'
        vault backlinks 'Projects/The Salt Road.md' --json
        vault search tag:meta -0 | vault backlinks - --format '{path}:{line} {text}'
      """
  ).withoutScripts

  @OptionGroup var notes: NoteArguments
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  /// A link with the text of its line.
  struct Place {
    var link: NoteLink
    var text: String
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let list = try ListOutput(output.mode(options), fields: Self.fields) { $0.link.source }
    let names = try notes.names()
    let (total, places) = try context.read { reader in
      let links = try names.flatMap { try reader.backlinks(to: $0).links }
      let shown = links.prefix(output.limit ?? links.count)
      return (links.count, list.mode == .count ? [] : try Self.places(shown, reader))
    }
    return try list.answer(places, total: total, context, nothing: "No note links there.") {
      try Self.print($0, context.printer)
    }
  }

  /// The links of one note stand together.
  private static func places(_ links: some Sequence<NoteLink>, _ reader: VaultReader) throws -> [Place] {
    var places: [Place] = []
    var rest = Array(links)[...]
    while let first = rest.first {
      let ofOne = rest.prefix { $0.source == first.source }
      rest = rest.dropFirst(ofOne.count)
      let texts = try reader.text(ofLines: Set(ofOne.map(\.link.location.line)), in: first.source)
      places += ofOne.map { Place(link: $0, text: texts[$0.link.location.line] ?? "") }
    }
    return places
  }

  private static func print(_ places: [Place], _ printer: Printer) throws {
    try printer.places(
      places, in: { ($0.link.source, $0.link.title, $0.link.link.location.line) },
      text: { place, _ in
        let (text, target) = (StyledText(place.text), place.link.link.target)
        guard let range = place.text.firstRange(of: target) else { return text }
        let utf8 = place.text.utf8
        let start = utf8.distance(from: utf8.startIndex, to: range.lowerBound)
        return text.highlighting([start..<(start + target.utf8.count)], printer.theme[.match])
      })
  }

  static let fields = RecordFields<Place>([
    .init("path") { .text($0.link.source.text) },
    .init("title") { .text($0.link.title) },
    .init("line") { .integer($0.link.link.location.line) },
    .init("column") { .integer($0.link.link.location.column) },
    .init("kind") { .text($0.link.link.kind.rawValue) },
    .init("target") { .text($0.link.link.target) },
    .init("text") { .text($0.text) },
  ])
}
