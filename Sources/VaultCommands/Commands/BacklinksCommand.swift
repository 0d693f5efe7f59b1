import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault backlinks`
struct BacklinksCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "backlinks",
    abstract: "The links that lead to a note or another file, with the lines they stand in.",
    discussion: """
      Examples:
        vault backlinks 'Rye sourdough'
        vault backlinks 'Rye loaf.png' --count
        vault backlinks 'Projects/The Salt Road.md' --json
        vault search tag:meta -0 | vault backlinks - --format '{path}:{line} {text}'
      """
  ).withoutScripts

  @OptionGroup var notes: NoteArguments
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let list = try ListOutput(output.mode(options), fields: .backlink(in: context.vault())) { $0.link.source }
    let names = try notes.names()
    let (total, places) = try context.read { reader in
      let links = try names.flatMap { try reader.backlinks(to: $0).links }
      let shown = links.prefix(output.limit ?? links.count)
      return (links.count, list.mode == .count ? [] : try reader.places(of: shown))
    }
    return try list.answer(places, total: total, context, nothing: "No note links there.") {
      try Self.print($0, context.printer)
    }
  }

  private static func print(_ places: [LinkPlace], _ printer: Printer) throws {
    try printer.places(
      places, in: { ($0.link.source, $0.link.title, $0.link.link.location.line) },
      text: { place, used in
        let (text, target) = (place.text, place.link.link.target)
        let start = text.firstRange(of: target).map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) }
        let ranges = start.map { [$0..<($0 + target.utf8.count)] } ?? []
        let room = printer.context.width.map { max($0 - used, 8) }
        let excerpt = Excerpt(text, ranges, width: room, ellipsis: printer.glyphs.ellipsis)
        return StyledText(excerpt.text).highlighting(excerpt.ranges, printer.theme[.match])
      })
  }
}
