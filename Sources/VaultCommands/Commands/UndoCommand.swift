import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault undo`
struct UndoCommand: UndoingCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take back the last change, or the last few.",
    discussion: """
      Every command that changes files can be undone, in the order of `vault history`, or one by its number there, unless \
      later changes are about the same lines. Where a note has been edited \
      since, only the change itself is taken back; where that is not possible, since both are in the same lines, \
      nothing is, and the exit status is 3: --keep-changed then leaves that note as it is and takes back the rest.

      Several at once are shown first and asked about on a terminal.

      What the history says of changes that were made elsewhere, because it came with the folder, is shown first and \
      asked about; without a terminal the exit status is 3.

      Examples:
        vault undo
        vault undo 3
        vault undo --change 3
        vault undo --dry-run
        vault undo --keep-changed
      """)

  @Argument(help: "How many changes to take back.")
  var count = 1

  @Option(
    name: .customLong("change"),
    help: ArgumentHelp("The change of that number in the history, and no other.", valueName: "number"))
  var number: Int?

  @Flag(help: "Leave files alone whose changes cannot be taken back any more, and go on with the others.")
  var keepChanged = false

  @OptionGroup(title: "Changing") var confirmation: ConfirmationArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  static let isRedo = false
}

/// `vault redo`
struct RedoCommand: UndoingCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo",
    abstract: "Do again what was undone last.",
    discussion: """
      Examples:
        vault redo
        vault redo 2
      """)

  @Argument(help: "How many changes to do again.")
  var count = 1

  @Flag(help: "Leave files alone that others have changed in the same lines since, and go on with the others.")
  var keepChanged = false

  @OptionGroup(title: "Changing") var confirmation: ConfirmationArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  static let isRedo = true
  var number: Int? { nil }
}

/// A command that takes changes back, or does them again.
protocol UndoingCommand: ContextCommand {
  static var isRedo: Bool { get }
  var count: Int { get }
  /// The number, in the history, of the one change that is meant; nil for the last ones.
  var number: Int? { get }
  var keepChanged: Bool { get }
  var confirmation: ConfirmationArguments { get }
}

extension UndoingCommand {
  private var change: ChangeArguments { confirmation.change }

  func validate() throws {
    if count < 1 { throw ValidationError("Give a number from 1 up, not \(count)") }
    if count > 1, number != nil { throw ValidationError("--change takes back one change; leave the count out") }
    if count > 1, change.dryRun {
      throw ValidationError("--dry-run looks at one change; `vault history` shows them all")
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    guard try count == 1 || confirmation.yes || !Confirmation.isPossible || isMeant(in: context) else {
      context.note("Nothing was changed.")
      return .success
    }
    let editor = try context.editor()
    var records: [ChangeRecord] = []
    var seen: Set<ChangeRecord> = []
    var last: ChangeOutcome?
    for index in 0..<count {
      do {
        let (outcome, entry) = try editor.undo(
          redo: Self.isRedo, number: number, keepingChanged: keepChanged, change.options,
          confirmForeign: Confirmation.isPossible ? { try Self.confirm($0, $1, context) } : nil)
        if outcome.end == .declined {
          last = last ?? outcome
          break
        }
        let verb =
          change.dryRun ? (Self.isRedo ? "Would do again" : "Would undo") : Self.isRedo ? "Did again" : "Undid"
        let rest = outcome.planned.records.isEmpty ? "; the files were as they had been already" : ""
        context.note("\(verb): \(Self.isRedo ? entry.titleOfChange : entry.title)\(rest)")
        records += outcome.planned.records.filter { seen.insert($0).inserted }
        last = outcome
      } catch let error as NothingToUndoError where index > 0 {
        context.note("\(error.description.prefix(1).uppercased() + error.description.dropFirst()).")
        break
      }
    }
    guard var outcome = last else { return .nothingFound }
    outcome.planned.records = records
    return try ChangeReport.print(outcome, change, context)
  }

  /// Asks about several, since the number of one in the history may have been meant.
  private func isMeant(in context: CommandContext) throws -> Bool {
    let changes = try context.read { try $0.history() }.next(redo: Self.isRedo)
    let entries = changes.prefix(count)
    guard entries.count > 1 else { return true }
    let question = Self.isRedo ? "Do these \(entries.count) again?" : "Undo these \(entries.count) changes?"
    if !Self.isRedo, changes.contains(where: { $0.sequence == count }) {
      context.say("`vault undo --change \(count)` takes back number \(count) of the history alone.")
    }
    let width = entries.map { String($0.sequence).utf8.count }.max() ?? 0
    let lines = entries.map {
      let indent = String(repeating: " ", count: width - String($0.sequence).utf8.count + 2)
      return "\(indent)\($0.sequence)  \(ShownName.quoted($0.title))"
    }
    return try Confirmation.ask(question, showing: lines, limit: .max, context)
  }

  private static func confirm(
    _ entry: HistoryEntry, _ planned: PlannedChange, _ context: CommandContext
  ) throws -> Bool {
    let verb = isRedo ? "Do it again" : "Undo it"
    return try Confirmation.ask(
      "\"\(ShownName.quoted(entry.title))\" was not done here by you. \(verb), as above?",
      showing: planned.records.map(ChangeReport.intention)
        + ChangeDiff(planned).lines.map { String(decoding: $0.text, as: UTF8.self) }, limit: .max, context)
  }
}

extension HistoryEntry {
  /// What the change was called that it takes back or does again.
  var titleOfChange: String {
    var title = title[...]
    for prefix in ["undo: ", "redo: "] where title.hasPrefix(prefix) { title = title.dropFirst(prefix.count) }
    return String(title)
  }
}
