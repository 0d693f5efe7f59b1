import ArgumentParser
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

/// Of commands that ask before they change anything.
struct ConfirmationArguments: ParsableArguments {
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
    _ change: ChangeArguments, _ need: Need, _ context: CommandContext, question: @escaping (PlannedChange) -> String
  ) -> ChangeOptions {
    ChangeOptions(
      dryRun: change.dryRun,
      confirm: yes || change.dryRun || need == .forSeveralFiles && !Confirmation.isPossible
        ? nil
        : { planned in
          if need == .forSeveralFiles, planned.fileCount <= 1 { return true }
          return try Confirmation.ask(question(planned), showing: planned.records.map(ChangeReport.line), context)
        })
  }
}

extension PlannedChange {
  /// How many files change, move or go.
  var fileCount: Int { Set(records.map(\.path)).count }
}
