import ArgumentParser
import VaultCore
import VaultStore

/// `vault new`
struct NewCommand: WordCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Make a note.",
    discussion: """
      Prints its path. With - the text comes from standard input, and the title is its first heading or line. The file's \
      name follows the pattern `new.name` of the configuration; a note that is there is never overwritten. Templates are \
      files in .vault/templates and in the folder that Obsidian uses: {{title}}, {{date:YYYY-MM-DD}}, {{time:HH:mm}} and \
      every --set KEY are filled in.

      Examples:
        vault new 'Runtime notes'
        vault new 'Standup' --template Meeting --tag work --open
        vault new 'The Handbook' --folder Reading --set rating=4 --category idea
        pbpaste | vault new -
      """)

  @Argument(help: "The title, or - to read the note from standard input.", transform: CommandLineArguments.decoded)
  var title: String

  @Option(
    help: ArgumentHelp("The template's name.", valueName: "name"),
    completion: .custom { words, _, prefix in VaultCompletion.templates(words: words, prefix: prefix) },
    transform: CommandLineArguments.decoded)
  var template: String?

  @Option(
    help: ArgumentHelp("A tag; may be given several times.", valueName: "tag"), completion: TagCommand.completion,
    transform: CommandLineArguments.decoded)
  var tag: [String] = []

  @Option(
    help: ArgumentHelp("The category.", valueName: "name"),
    completion: .custom { words, _, prefix in VaultCompletion.categories(words: words, prefix: prefix) },
    transform: CommandLineArguments.decoded)
  var category: String?

  @Option(
    help: ArgumentHelp("Where it comes from.", valueName: "name"),
    completion: .custom { words, _, prefix in VaultCompletion.sources(words: words, prefix: prefix) },
    transform: CommandLineArguments.decoded)
  var source: String?

  @Option(
    help: ArgumentHelp("The folder, made if need be.", valueName: "dir"), completion: .directory,
    transform: CommandLineArguments.decoded)
  var folder: String?

  @Option(
    help: ArgumentHelp("A property; may be given several times.", valueName: "key=value"),
    transform: CommandLineArguments.decoded)
  var set: [String] = []

  @Flag(help: "Open it in the editor.")
  var open = false

  @OptionGroup(title: "Changing") var change: ChangeArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    for text in set where text.firstIndex(of: "=") ?? text.startIndex == text.startIndex {
      throw ValidationError("--set takes key=value, not \(text)")
    }
    if open, change.dryRun || change.json {
      throw ValidationError("--open goes with neither --dry-run nor --json")
    }
  }

  func run() throws {
    try CommandContext.run(options) { context in
      var note = NewNote(title: title == "-" ? nil : title)
      if title == "-" { note.text = try StandardInput.text(context) }
      note.template = template
      note.folder = folder
      note.tags = tag.map { $0.hasPrefix("#") ? String($0.dropFirst()) : $0 }
      if let category { note.properties.append(("category", .text(category))) }
      if let source { note.properties.append(("source", .text(source))) }
      for text in set {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        note.properties.append((String(parts[0]), try PropertyText.value(String(parts[1]))))
      }
      let outcome = try context.editor().make(note, change.options)
      guard open, let path = outcome.planned.records.first?.path else {
        return try ChangeReport.print(outcome, change, context)
      }
      context.note("Created \(path).")
      return try EditSession.run(path.text, context)
    }
  }
}
