import ArgumentParser
import VaultCore
import VaultStore

/// `vault import`
struct ImportCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Take over notes from elsewhere.",
    discussion: """
      From a folder of Markdown notes, Obsidian's or any: notes and all other files, byte for byte and with their times, \
      into a folder of the same name; hidden folders and node_modules are left out. From a folder of .txt files, or one: \
      each becomes a note. From JSON, - being standard input: what `vault export --json` wrote, or a list of objects with \
      title or name, body or details, tags, created or createdAt, and whatever else they have. Of what note apps write, \
      aiSummary, aiActionItems, aiCategory and isPinned become summary, action_items, category and pin, and \
      lastReferencedAt goes into your own state folder; objects with isDone or dueDate are to-dos, which become tasks at the \
      end of the note that --note names. Numbers in the dates of such objects are seconds since 2001, in all others Unix \
      time, unless --dates says which.

      With --todotxt, each line of a todo.txt file becomes a task at the end of one note. Projects become tags, the first \
      context the category, t: the start; A, B and C are high, medium and low, the letters behind them lowest. Words that \
      mean nothing to vault stay in the text.

      Nothing is ever overwritten: a name that is taken gets a number, and a note that is there already, byte for byte, is \
      left out. Links lead where they led. `vault undo` takes all of it back.

      Examples:
        vault import ~/Documents/OldVault --dry-run
        vault import ~/Documents/OldVault --into Archive/2020
        vault import notes.json --tag imported --source import
        curl https://example.org/notes | vault import - --into Inbox
        vault import ~/texts --format text
        vault import app-notes.json --dates unix
        vault import to-dos.json --note Inbox
        vault import --todotxt ~/todo.txt --note Inbox
      """)

  @Argument(help: "A folder or file, or - for JSON or todo.txt on standard input.", completion: .file())
  var from: String

  @Option("The folder of the vault that takes it in; / is the root.", value: "dir", completion: .vaultFolders)
  var into: String?

  @Option(help: ArgumentHelp("What it is: json, folder or text, where that cannot be told.", valueName: "kind"))
  var format: ImportRequest.Format?

  @Option("A tag for every note; may be given several times.", value: "tag", completion: .tags)
  var tag: [String] = []

  @Option("Where the notes come from, for those that do not say it.", value: "name", completion: .sources)
  var source: String?

  @Flag(help: "It is a todo.txt file, whose tasks go to the note that --note names.")
  var todotxt = false

  @Option("The note that takes the tasks of todo.txt or JSON; made if need be.", value: "note", completion: .notes)
  var note: String?

  @Option(
    help: ArgumentHelp(
      "What numbers in the dates of JSON are: apple (seconds since 2001) or unix; else each object tells.",
      valueName: "kind"))
  var dates: ImportedDates?

  @OptionGroup(title: "Changing") var changing: ConfirmationArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if from == "-", let format, format != .json {
      throw ValidationError("Standard input is read as JSON: name a file or folder for --format \(format.rawValue)")
    }
    if note?.isEmpty == true { throw ValidationError("--note names the note for the tasks; it is empty") }
    if todotxt, note == nil {
      throw ValidationError("--todotxt goes with --note: name the note for the tasks")
    }
    if todotxt, into != nil || format != nil || !tag.isEmpty || source != nil || dates != nil {
      throw ValidationError("--todotxt goes with --note only, not with --into, --format, --tag, --source or --dates")
    }
    if from.isEmpty { throw ValidationError("Name a folder or file, or - for standard input") }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let input: ImportSource
    if from == "-" {
      let bytes = try StandardInput.read()
      try StandardInput.check(isEmpty: bytes.allSatisfy(\.isSpaceOrLineBreak), todotxt ? "task" : "note")
      input = .bytes(bytes)
    } else {
      input = .path(from)
    }
    if todotxt, let note { return try importTodoTxt(input, into: note, context) }
    var request = ImportRequest(input)
    request.format = format
    request.into = into
    request.tags = tag.map { $0.hasPrefix("#") ? String($0.dropFirst()) : $0 }
    request.noteSource = source
    request.dates = dates
    request.taskNote = note
    let asking = changing.options(.forSeveralFiles, context) {
      "Import, and make or change \($0.fileCount) files?"
    }
    let (outcome, report) = try context.editor().importNotes(request, asking)
    return try TransferText.print(outcome, report, changing.change, context)
  }

  private func importTodoTxt(_ input: ImportSource, into note: String, _ context: CommandContext) throws -> ExitStatus {
    let (outcome, count, problems) = try context.editor().importTodoTxt(input, into: note, changing.change.options)
    for problem in problems { context.warn(problem.text) }
    let status = try ChangeReport.print(outcome, changing.change, context, unchanged: "There is no task in it.")
    guard count > 0 else { return .nothingFound }
    context.note("\(outcome.end == .dryRun ? "Would import" : "Imported") \(count) \(count == 1 ? "task" : "tasks").")
    return status
  }
}

extension ImportRequest.Format: ExpressibleByArgument {}
extension ImportedDates: ExpressibleByArgument {}
