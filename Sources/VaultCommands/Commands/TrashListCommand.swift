import ArgumentParser
import Foundation
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault trash list`
struct TrashListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "What is in the trash, the latest first.",
    discussion: """
      Examples:
        vault trash list
        vault trash list --json
      """)

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run() throws {
    try CommandContext.run(options) { context in
      let vault = try context.vault()
      let list = try ListOutput(output.mode(options), fields: Self.fields(in: vault.environment)) { $0.path }
      let items = try context.read { try $0.trash() }
      let shown = items.prefix(output.limit ?? .max)
      try list.write(shown, total: items.count, to: context.printer) {
        try AlignedRows(
          shown.map { item in
            [
              context.printer.path(item.path),
              StyledText(context.time(item.deleted, in: vault), context.theme[.muted]),
              StyledText(item.id, context.theme[.muted]),
            ]
          }
        ).write(to: context.printer)
      }
      if items.isEmpty, list.mode == .text { context.note("The trash is empty.") }
      return items.isEmpty ? .nothingFound : .success
    }
  }

  static func fields(in environment: VaultEnvironment) -> RecordFields<TrashItem> {
    RecordFields([
      .init("path") { .text($0.path.text) },
      .init("deleted") { item in
        .text(NoteDate.instant(Int64(item.deleted.timeIntervalSince1970 * 1_000)).iso8601(in: environment.offset))
      },
      .init("id") { .text($0.id) },
      .init("size") { .integer(Int($0.size)) },
    ])
  }
}
