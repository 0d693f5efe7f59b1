import ArgumentParser
import VaultCore
import VaultInterface
import VaultPlatform
import VaultStore
import VaultTerminal

/// `vault open`
struct OpenCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Open a note or another file in its program, or in Obsidian.",
    discussion: """
      The program is the setting `opener` of your own configuration, else \(SystemOpener.program), which asks the system what \
      opens such files. It is started without a shell and gets the file's path. With --obsidian it gets an address that \
      Obsidian opens. `vault edit` opens a note in the editor of the terminal.

      Examples:
        vault open 'Rye sourdough'
        vault open 'Rye loaf.png'
        vault open Home --obsidian
        vault open Home --obsidian --print
      """)

  @Argument("The note's path, file name, title, alias or id, or another file's path or name.", completion: .files)
  var file: String

  @Flag(help: "Open it in Obsidian.")
  var obsidian = false

  @Flag(help: "Print the path or address, and open nothing.")
  var print = false

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let vault = try context.vault()
    let path = try context.read { try $0.file(named: file) }
    let root = vault.location.root
    let opened =
      obsidian
      ? PathText.obsidianAddress(path, root: root) : PathBase(root: root, workingFolder: nil).absolute(path).text
    if print {
      try context.printer.line(obsidian ? StyledText(opened) : context.printer.givenPath(path))
      return .success
    }
    guard obsidian || path.undecodable == nil else {
      throw ChangeError(
        path, .refused("has a name that is not UTF-8, by which no program would find it; rename it first"))
    }
    let command = vault.configuration.opener.isEmpty ? [SystemOpener.program] : vault.configuration.opener
    let variables = context.environment.variables
    let status: Int32
    do {
      status = try ChildProcess(searching: command + [opened], environment: variables).wait()
    } catch let failure as ChildProcess.Failure {
      let words = ShellWords.split(command[0]) ?? []
      let list = words.count > 1 ? "; a program with arguments is a list: [\(words.joined(separator: ", "))]" : ""
      throw CommandFailure(
        kind: .refused, message: "\(failure.description); name another program with \(setting: "opener")\(list)")
    }
    guard status == 0 else {
      throw CommandFailure(kind: .refused, message: "\(path): \(command[0]) ended with status \(Int(status))")
    }
    return .success
  }
}
