import ArgumentParser
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault trash empty`
struct TrashEmptyCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "empty", abstract: "Delete for good what is in the trash. Asks first; nothing undoes it.",
    discussion: """
      Examples:
        vault trash empty
        vault trash empty --older-than 30d --yes
      """)

  @Option(
    help: ArgumentHelp("Only what was deleted before: 30d, 2w, 3m, 1y, or a day.", valueName: "age"))
  var olderThan: Age?

  @Flag(help: "Print what would go, and delete nothing.")
  var dryRun = false

  @Flag(help: "Print what is deleted as one JSON array.")
  var json = false

  @Flag(help: "Do not ask.")
  var yes = false

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let vault = try context.vault()
    let time = olderThan.map { vault.environment.start(of: $0.day(before: vault.environment.today)) }
    let doomed = try context.read { try $0.trash() }.filter { item in time.map { item.deleted < $0 } ?? true }
    if doomed.isEmpty {
      if json { try write([], context) }
      context.note("There is nothing to delete.")
      return .success
    }
    if dryRun {
      try write(doomed, context)
      return .success
    }
    if !yes {
      let question = "Delete \(doomed.count == 1 ? "this file" : "these \(doomed.count) files") for good?"
      guard try Confirmation.ask(question, showing: doomed.map { "\($0.path)" }, context) else {
        if json { try write([], context) }
        context.note("Nothing was changed.")
        return .success
      }
    }
    let gone = try context.editor().emptyTrash(doomed)
    if json { try write(gone, context) }
    context.note("Deleted \(gone.count == 1 ? "1 file" : "\(gone.count) files") for good.")
    return .success
  }

  private func write(_ items: [TrashItem], _ context: CommandContext) throws {
    let records = items.map { ChangeRecord(.deleted, $0.path) }
    if json { return try RecordFields.change(in: context.vault()).writeArray(records, to: context.printer.sink) }
    for record in records { try context.printer.line(context.printer.path(record.path)) }
  }
}
