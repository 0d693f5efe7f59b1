import ArgumentParser
import VaultCore
import VaultStore

/// `vault new`
struct NewCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Make a note.",
    discussion: """
      Prints its path. With - the text comes from standard input, and the title is its first heading or line. The file's \
      name follows the pattern `new.name` of the configuration; a note that is there is never overwritten. Templates are \
      files in .vault/templates and in the folder that Obsidian uses: {{title}}, {{date:YYYY-MM-DD}}, {{time:HH:mm}}, {{id}} and \
      every --set KEY are filled in.

      Examples:
        vault new 'Runtime notes'
        vault new 'Standup' --template Meeting --tag work --open
        vault new 'The Handbook' --folder Reading --set rating=4 --category idea
        vault new --untitled
        pbpaste | vault new -
      """)

  @Argument("The title, or - to read the note from standard input.")
  var title: String?

  @Flag(help: "Call it Untitled, or Untitled 1 and so on where that is taken.")
  var untitled = false

  @Option("The template's name.", value: "name", completion: .templates)
  var template: String?

  @Option("A tag; may be given several times.", value: "tag", completion: .tags)
  var tag: [String] = []

  @Option("The category.", value: "name", completion: .categories)
  var category: String?

  @Option("Where it comes from.", value: "name", completion: .sources)
  var source: String?

  @Option("The folder, made if need be.", value: "dir", completion: .vaultFolders)
  var folder: String?

  @Option("A property; may be given several times.", value: "key=value")
  var set: [String] = []

  @Flag(help: "Open it in the editor.")
  var open = false

  @OptionGroup(title: "Changing") var change: ChangeArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if untitled, title != nil { throw ValidationError("--untitled goes with no title") }
    if !untitled, title == nil { throw ValidationError("Missing expected argument '<title>'") }
    for text in set where text.firstIndex(of: "=") ?? text.startIndex == text.startIndex {
      throw ValidationError("--set takes key=value, not \(text)")
    }
    if open, change.dryRun || change.json {
      throw ValidationError("--open goes with neither --dry-run nor --json")
    }
  }

  /// Reads a title that is a path, and says so.
  private func read(_ title: String, into note: inout NewNote, _ context: CommandContext) throws {
    let place = try context.read { try $0.place(ofNewNote: title, inFolder: folder) }
    if place.title.isEmpty, !title.isEmpty {
      throw CommandFailure(
        kind: .badArgument,
        message:
          "\"\(ShownName.quoted(title))\" is a folder; the title of the note stands behind it\nTry: \(CommandLineText(["new", title + "TITLE"]))"
      )
    }
    guard place.title != title else { return }
    (note.title, note.folder) = (place.title, place.folder)
    let whereabouts = place.folder == folder ? "" : " in \(ShownName.path(place.folder ?? ""))/"
    context.note(
      "\"\(ShownName.quoted(title))\" is read as a path: the note \"\(ShownName.quoted(place.title))\"\(whereabouts).")
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    var note = NewNote(title: title == "-" ? nil : title)
    if title == "-" { note.text = try StandardInput.text(context) }
    note.isUntitled = untitled
    note.template = template
    note.folder = folder
    if let title = note.title { try read(title, into: &note, context) }
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
