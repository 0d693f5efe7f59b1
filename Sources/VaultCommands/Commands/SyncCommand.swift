import ArgumentParser
import Foundation
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault sync`
struct SyncCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Bring the vault in step with its other machines, over git or with a server of notes.",
    discussion: """
      Commits the notes that have changed and the files that they name, fetches what others have sent, merges both, and \
      sends the result; nothing is ever forced, rebased, reset, stashed or cleaned. Where both changed a note, what \
      stands there decides, as `vault merge-driver` does. Where something is left open, no file changes and nothing is \
      sent: the notes are named, and the status is 3. --on-conflict copies keeps your note and puts theirs beside it, as \
      `Note (theirs 3f9a2c).md`; --on-conflict markers begins git's merge, which you finish.

      What comes over is one change of the history, so `vault undo` takes it back, and an editor's text that is saved \
      just then stays. What the branch was before is kept as refs/vault/sync/1 and so on. Without a repository, make \
      one: `git init`, then `git remote add`, then `git push --set-upstream origin main`.

      With --remote, the vault is kept in step with a server of notes over HTTP, as clients of the app NoteApp speak to it \
      and `vault serve` does: title, text, tags and favorites of the notes that the server's `query` finds. Its address and \
      token stand in remotes.yaml beside your own configuration. Where both sides changed a note, it is merged; where they \
      changed the same words, theirs comes beside yours. Notes that the server deletes go to the trash; many at once need \
      --deletions.

      Examples:
        vault sync
        vault sync --dry-run
        vault sync --on-conflict copies
        vault sync --no-push
        vault sync --watch
        vault sync --status
        vault sync --remote phone --dry-run
        vault sync --remote phone
        vault sync --remote phone --status
      """)

  @Option(
    help: ArgumentHelp(
      "Where something is left open: stop and name the notes, keep copies of theirs beside yours, or leave markers in them.",
      valueName: "what"))
  var onConflict = SyncOptions.Conflicts.stop

  @Flag(help: "Say what would be done. What others have sent is fetched; no file and no branch changes.")
  var dryRun = false

  @Flag(help: "Commit and merge, and send nothing.")
  var noPush = false

  @Flag(help: "Go on: sync again after a minute in which no note has changed, and every ten minutes.")
  var watch = false

  @Option("Sync with this server of notes, by its name in remotes.yaml.", value: "name")
  var remote: String?

  @Flag(help: "Ask no other machine and change nothing: say what waits here.")
  var status = false

  @Flag(help: "With --remote: delete however many notes have been deleted on the other side.")
  var deletions = false

  @Flag(help: "Print what was done as a JSON object.")
  var json = false

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if remote != nil {
      if noPush { throw ValidationError("--no-push is for git; with --remote, --dry-run sends nothing") }
      if onConflict != .stop {
        throw ValidationError("--on-conflict is for git; with --remote, both versions of a note are always kept")
      }
      if [status, dryRun, watch].count(where: \.self) > 1 {
        throw ValidationError("--status, --dry-run and --watch exclude each other: give one of them")
      }
    } else if deletions {
      throw ValidationError("--deletions needs --remote NAME; over git, deletions are commits like any other")
    } else if status, watch || dryRun || noPush || onConflict != .stop {
      throw ValidationError("--status changes nothing: give it without other options of a sync")
    }
    if watch, dryRun { throw ValidationError("--watch and --dry-run exclude each other: give one of them") }
    if watch, onConflict == .markers {
      throw ValidationError("--on-conflict markers is for a person who finishes the merge; with --watch take copies")
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    if let remote { try sync(with: remote, context) }
    if status {
      let outcome = try context.read { try $0.syncStatus() }
      var told: [SyncOutcome.LeftOut] = []
      try report(outcome, context, &told, hasFailed: false)
      return .success
    }
    var told: [SyncOutcome.LeftOut] = []
    if watch { return try SyncWatch(context) { try sync(context, &told) }.run() }
    let (status, failure) = try sync(context, &told)
    if let failure { throw failure }
    return status
  }

  private func sync(with remote: String, _ context: CommandContext) throws -> Never {
    let vault = try context.vault()
    if !dryRun, !status { try vault.checkChangeable() }
    var request = RemoteSyncOptions(vault.location, with: remote)
    request.task = status ? .status : dryRun ? .dryRun : watch ? .watch : .sync
    (request.deletesMany, request.isJSON, request.isQuiet, request.today) =
      (deletions, json, options.quiet, options.today)
    (request.color, request.theme, request.appearance) =
      (options.color.rawValue, context.colorScheme, vault.configuration.appearance)
    try NetworkProgram.start(handingOver: request.json)
  }

  private var request: SyncOptions {
    var request = SyncOptions()
    request.conflicts = onConflict
    request.dryRun = dryRun
    request.sends = !noPush
    return request
  }

  /// `told`: the files that are known to be left out.
  private func sync(
    _ context: CommandContext, _ told: inout [SyncOutcome.LeftOut]
  ) throws -> (ExitStatus, (any Error)?) {
    var request = request
    request.usesTerminal = !watch && isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
    var outcome = SyncOutcome()
    do { try context.editor().sync(request, &outcome) } catch {
      // What was done before stays done.
      try report(outcome, context, &told, hasFailed: true)
      return (.failed, error)
    }
    try report(outcome, context, &told, hasFailed: false)
    return (outcome.conflicts.isEmpty ? .success : .refused, nil)
  }

  private func report(
    _ outcome: SyncOutcome, _ context: CommandContext, _ told: inout [SyncOutcome.LeftOut], hasFailed: Bool
  ) throws {
    if !outcome.received.isEmpty, !status, !dryRun { context.hasChanged = true }
    if json {
      try context.printer.sink.write(RecordFields.sync.document(outcome))
    } else if !options.quiet {
      try SyncReport(outcome, hasFailed ? .failed : status ? .status : dryRun ? .dryRun : .done, told: told).write(
        context)
    }
    // What failed early has not looked at the files.
    if !hasFailed || !outcome.leftOut.isEmpty { told = outcome.leftOut }
  }
}

extension SyncOptions.Conflicts: ExpressibleByArgument {}
