import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault git`
struct GitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "git",
    abstract: "What git is told about the vault.",
    discussion: """
      Examples:
        vault git setup
        vault git setup --dry-run
        vault git setup --remove
      """,
    subcommands: [GitSetupCommand.self])
}

/// `vault git setup`
struct GitSetupCommand: ContextCommand, WordCommand {
  static let configuration = CommandConfiguration(
    commandName: "setup",
    abstract: "Have git merge notes by what stands in them.",
    discussion: """
      Writes `*.md merge=vault` to the vault's .gitattributes, which all clones get, and to the repository's .git/config \
      that `vault merge-driver` merges these files: merge, rebase, cherry-pick, pull and stash then run it. Each clone needs \
      the second once; without it git merges as ever, and `vault doctor` says so. Where the program is missing, is killed \
      or fails, git's own merge takes its place. No other line of these files changes.

      Examples:
        vault git setup
        vault git setup --dry-run
        vault git setup --append 'Journal/*.md' --append Inbox.md
        vault git setup --local
        vault git setup --remove
      """)

  @Flag(help: "Write the attributes to .git/info/attributes, for this clone alone.")
  var local = false

  @Option(
    "Notes in which paragraphs that both sides put in at one place are both meant; a pattern of git's attributes; may be given several times.",
    value: "glob")
  var append: [String] = []

  @Flag(help: "Take all of it back; with --local only what --local writes, and the configuration.")
  var remove = false

  @Flag(help: "Print what would change, as a unified diff, and change nothing.")
  var dryRun = false

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if remove, !append.isEmpty { throw ValidationError("--remove takes all patterns back; leave out --append") }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let request = GitSetup.Request(
      isLocal: local, appending: append.map(CommandLineArguments.decoded), removes: remove)
    let program = GitSetup.Program(
      command: "vault \(MergeDriverCommand.name)", appendingCommand: "vault \(MergeDriverCommand.name) --append")
    let changes = try context.editor().setUpGit(request, program: program, isDryRun: dryRun)
    if changes.isEmpty {
      context.note(remove ? "Git knows nothing of the vault; nothing to change." : "Git is set up already.")
    }
    for change in changes {
      let path = NotePath(change.path)
      if dryRun {
        let diff = UnifiedDiff(old: change.before ?? [], new: change.after ?? [])
        let lines = diff.printed(
          old: change.before == nil ? "/dev/null" : UnifiedDiff.quoted("", path),
          new: change.after == nil ? "/dev/null" : UnifiedDiff.quoted("", path))
        try ChangeDiff.print(lines, to: context.printer)
      } else if !options.quiet {
        try context.printer.line(line(change, path, context))
      }
    }
    return .success
  }

  private func line(_ change: GitSetup.Change, _ path: NotePath, _ context: CommandContext) -> StyledText {
    let shown = StyledText(context.printer.painter.path(path), context.theme[.path])
    guard context.terminal.outputIsTerminal else { return StyledText(context.printer.painter.path(path)) }
    let verb = change.before == nil ? "Created " : change.after == nil ? "Deleted " : "Updated "
    return StyledText(verb, context.theme[change.after == nil ? .warning : .success]) + shown
  }
}
