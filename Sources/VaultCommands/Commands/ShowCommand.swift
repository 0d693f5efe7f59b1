import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault show`
struct ShowCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show notes: drawn on a terminal, as they are in a pipe.",
    discussion: """
      A name is looked for as a path, a file name, a title, an alias and an id.

      Examples:
        vault show Inbox
        vault show 'Projects/The Salt Road.md' --json
        vault show 'Rye sourdough' --html --page > bread.html
        vault search tag:cooking -0 | vault show -
      """
  ).withoutScripts

  @OptionGroup var notes: NoteArguments

  @Flag(help: "Print the file's bytes as they are.")
  var raw = false

  @Flag(help: "Print the body as HTML that is safe to show.")
  var html = false

  @Flag(help: "Draw it with what each link leads to behind the link's text.")
  var links = false

  @Flag(help: "With --html: a whole page.")
  var page = false

  @Flag(help: "Print one JSON object; an array for several notes or -.")
  var json = false

  @OptionGroup var reference: ReferenceOption
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    let forms = [("--raw", raw), ("--html", html), ("--json", json), ("--links", links)].filter(\.1).map(\.0)
    if forms.count > 1 {
      throw ValidationError("\(forms.joined(separator: " and ")) exclude each other: give one of them")
    }
    if page, !html { throw ValidationError("--page goes with --html") }
    if page, notes.notes.count > 1 { throw ValidationError("--page shows one note") }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let vault = try context.vault()
    let names = try notes.names()
    let (shown, error) = try show(names, context)
    let status = try write(shown, error, vault, context)
    try reference.keep(shown.map(\.record.path), context)
    if let error { throw error }
    return status
  }

  private func write(
    _ shown: [ShownNote], _ error: NoteNameError?, _ vault: Vault, _ context: CommandContext
  ) throws -> ExitStatus {
    if json {
      if let error { throw error }
      return try writeJSON(shown, vault, context)
    }
    let isDrawn = links || context.terminal.outputIsTerminal || context.terminal.outputColors != .none
    for (index, note) in shown.enumerated() {
      let text = ShownNoteText(note)
      if html {
        try text.writeHTML(asPage: page, to: context.printer)
      } else if raw || !isDrawn {
        try text.writeRaw(to: context.printer)
      } else {
        if index > 0 { try context.printer.line() }
        try text.writeRendered(
          to: context.printer, vault: ListedVault(vault), statuses: vault.parsingOptions.statuses,
          showsAddresses: links)
      }
    }
    return .success
  }

  /// The notes, or those before a name that is none of a note: they are printed before that is told.
  private func show(_ names: [String], _ context: CommandContext) throws -> ([ShownNote], NoteNameError?) {
    try context.read { reader in
      var shown: [ShownNote] = []
      do {
        for name in names { shown.append(try reader.show(name)) }
      } catch let error as NoteNameError where !shown.isEmpty {
        return (shown, error)
      }
      return (shown, nil)
    }
  }

  private func writeJSON(_ shown: [ShownNote], _ vault: Vault, _ context: CommandContext) throws -> ExitStatus {
    let fields = RecordFields<ShownNote>.shownNote(in: vault)
    if let only = shown.first, notes.notes.count == 1, notes.notes != ["-"] {
      try context.printer.sink.write(fields.document(only))
    } else {
      try fields.writeArray(shown, to: context.printer.sink)
    }
    return .success
  }
}
