import ArgumentParser
import VaultCore
import VaultStore

/// What every command takes that changes files.
struct ChangeArguments: ParsableArguments {
  @Flag(help: "Print what would change, as a unified diff, and change nothing.")
  var dryRun = false

  @Flag(help: "Print what was done as one JSON array.")
  var json = false

  /// Nobody is asked.
  var options: ChangeOptions { ChangeOptions(dryRun: dryRun) }
}

struct SkippingArguments: ParsableArguments {
  @Flag(help: "Change the others where some of several notes cannot be changed, and say which were left out.")
  var skipUnchangeable = false
}

/// What commands take that change each of many notes in the same way.
struct EachNoteArguments: ParsableArguments {
  @OptionGroup var change: ChangeArguments
  @OptionGroup var skipping: SkippingArguments

  var options: ChangeOptions { ChangeOptions(dryRun: change.dryRun, skipsUnchangeable: skipping.skipUnchangeable) }
}

/// The same, of those that ask before they change anything.
struct EachConfirmedArguments: ParsableArguments {
  @OptionGroup var confirmation: ConfirmationArguments
  @OptionGroup var skipping: SkippingArguments

  var change: ChangeArguments { confirmation.change }

  func options(
    _ need: ConfirmationArguments.Need, _ context: CommandContext, question: @escaping (PlannedChange) -> String
  ) -> ChangeOptions {
    var options = confirmation.options(need, context, question: question)
    options.skipsUnchangeable = skipping.skipUnchangeable
    return options
  }
}

/// The arguments of commands that ask before they change anything.
struct ConfirmationArguments: ParsableArguments {
  @OptionGroup var change: ChangeArguments

  @Flag(help: "Do not ask.")
  var yes = false

  /// When a person is asked.
  enum Need {
    /// On a terminal, where more than one file is to change.
    case forSeveralFiles
    /// Always: without a terminal, `--yes` must say so.
    case always
  }

  func options(
    _ need: Need, _ context: CommandContext, question: @escaping (PlannedChange) -> String
  ) -> ChangeOptions {
    ChangeOptions(
      dryRun: change.dryRun,
      confirm: yes || change.dryRun || need == .forSeveralFiles && !Confirmation.isPossible
        ? nil
        : { planned in
          if need == .forSeveralFiles, planned.fileCount <= 1 { return true }
          return try Confirmation.ask(question(planned), showing: planned.records.map(ChangeReport.intention), context)
        })
  }
}

extension PlannedChange {
  /// How many files change, move or go.
  var fileCount: Int { Set(records.map(\.path)).count }

  /// `1 note`, `3 files and folders`, of those that move.
  var movedCount: String {
    let moved = records.filter { $0.from != nil }
    let noun = moved.allSatisfy { $0.path.isNote } ? "note" : "file or folder"
    let nouns = noun == "note" ? "notes" : "files and folders"
    return "\(moved.count) \(moved.count == 1 ? noun : nouns)"
  }

  /// `, with links in 1 other note`, of those that stay and have links to what moves; nothing where there are none.
  var withLinks: String {
    let count = records.count { $0.from == nil }
    return count == 0 ? "" : ", with links in \(count == 1 ? "1 other note" : "\(count) other notes")"
  }
}
