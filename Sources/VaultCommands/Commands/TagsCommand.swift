import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault tags`
struct TagsCommand: ContextCommand {
  enum Order: String, ExpressibleByArgument, CaseIterable {
    case name, count
  }

  static let configuration = CommandConfiguration(
    commandName: "tags",
    abstract: "All tags, with how many notes have them.",
    discussion: """
      On a terminal a tree, in which a tag counts the notes of those below it, too; elsewhere a list of the tags \
      that notes have. -0 prints tags, a NUL after each.

      Examples:
        vault tags
        vault tags --flat --sort count --limit 10
        vault tags --format '{count} {tag}'
      """
  ).withoutScripts

  @Flag(help: "Print the tree in a pipe, too.")
  var tree = false

  @Flag(help: "Print the list on a terminal, too.")
  var flat = false

  @Option(help: ArgumentHelp("The order: name, or count with the greatest first.", valueName: "key"))
  var sort = Order.name

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if tree, flat { throw ValidationError("--tree and --flat exclude each other: give one of them") }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let list = try ListOutput(output.mode(options), fields: .tag, arePaths: false) { NotePath($0.tag) }
    let tags = TagTree(try context.read { try $0.tags() })
    let used = tags.list(byCount: sort == .count)
    let limit = output.limit ?? .max
    try list.write(used.prefix(limit), total: used.count, to: context.printer) {
      let isTree = tree || !flat && context.terminal.outputIsTerminal
      let rows = isTree ? tags.rows(byCount: sort == .count) : used.map { TagTree.Row($0) }
      let shown = rows.prefix(limit)
      let width = shown.map { String($0.count).count }.max() ?? 0
      for row in shown { try print(row, width, context.printer) }
    }
    return used.isEmpty ? .nothingFound : .success
  }

  private func print(_ row: TagTree.Row, _ width: Int, _ printer: Printer) throws {
    let indent = String(repeating: "  ", count: min(row.depth, 20))
    let count = StyledText(String(row.count), printer.theme[.muted]).padded(to: width, leading: true)
    try printer.line(
      printer.fitted(count + StyledText("  " + indent) + StyledText(row.name, printer.theme[.tag])))
  }
}
