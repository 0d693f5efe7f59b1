import ArgumentParser
import VaultCore
import VaultStore
import VaultTerminal

/// `vault root`
struct RootCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "root",
    abstract: "Print the vault's folder.",
    discussion: """
      The paths that lists show, and those of --json, are relative to it. What other programs are to open (-0, --lines, \
      --print, and the paths that changes print in a pipe) is relative to the working folder where that lies in the \
      vault, else absolute; --absolute makes it absolute everywhere.

      A path that names a note may be absolute, or relative to the working folder or to the root. Where both hold a note \
      of that path, the one from the working folder is meant.

      Examples:
        vault root
        cd "$(vault root)"
        cd "$(vault root)/Projects"; vault search tag:work -0 | xargs -0 ls -l
        vault list tag:baking --format '{uri}'
      """)

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    if options.quiet { return .success }
    let root = NotePath(try context.location().root)
    try context.printer.line(context.printer.painter.path(root))
    return .success
  }
}
