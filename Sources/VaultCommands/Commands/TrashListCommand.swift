import ArgumentParser
import Foundation
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault trash list`
struct TrashListCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "What is in the trash, the latest first.",
    discussion: """
      What was not deleted here by you, but came with the folder, is marked as foreign; it can be emptied, not restored.

      Examples:
        vault trash list
        vault trash list --json
      """)

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let vault = try context.vault()
    let list = try ListOutput(output.mode(options), fields: .trashItem(in: vault.environment), arePaths: false) {
      $0.path
    }
    let items = try context.read { try $0.trash() }
    return try list.answer(items, limit: output.limit, context, nothing: "The trash is empty.") {
      try context.printer.table(
        $0.map { item in
          [
            context.printer.path(item.path),
            StyledText(context.time(item.deleted, in: vault), context.theme[.muted]),
            StyledText(item.id + (item.isForeign ? "  foreign" : ""), context.theme[.muted]),
          ]
        })
    }
  }
}
