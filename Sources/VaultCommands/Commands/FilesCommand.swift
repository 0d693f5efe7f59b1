import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault files`
struct FilesCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "files",
    abstract: "The files of the vault: notes and attachments.",
    discussion: """
      Hidden files and what the configuration ignores are left out.

      Examples:
        vault files
        vault files Projects
        vault files --ext png
      """)

  @OptionGroup var choice: FileChoice
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    try choice.write(context, output.mode(options), output.limit) { try $0.files() }
  }
}

/// `vault attachments`
struct AttachmentsCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "attachments",
    abstract: "The files of the vault that are no notes.",
    discussion: """
      With --unused those to which no link or embed of a note leads. What only HTML, a canvas or a property without \
      brackets names is among them: look before you delete.

      Examples:
        vault attachments
        vault attachments --unused
        vault attachments Attachments --ext png
      """)

  @Flag(help: "Only those to which no link of a note leads.")
  var unused = false

  @OptionGroup var choice: FileChoice
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    try choice.write(context, output.mode(options), output.limit) {
      try unused ? $0.unusedAttachments() : $0.attachments()
    }
  }
}

/// The options that choose the files that are listed: a folder, and extensions.
struct FileChoice: ParsableArguments {
  @Argument("Files in that folder and those below it.", value: "folder", completion: .vaultFolders)
  var folder: String?

  @Option("Files with one of these extensions.", value: "list", completion: nil)
  var ext: [String] = []

  func write(
    _ context: CommandContext, _ mode: OutputMode, _ limit: Int?, _ files: (VaultReader) throws -> [NotePath]
  ) throws -> ExitStatus {
    let list = try ListOutput(mode, fields: .file(in: context.vault())) { $0 }
    let (found, isThere) = try context.read { reader in
      let place = try folder.flatMap { try reader.folder(named: $0) }
      let found = try files(reader).filter { path in (place.map { path.isBelow($0) } ?? true) && isWanted(path) }
      return (
        found, try found.isEmpty ? place.map { place in try reader.folders().contains { $0.path == place } } : true
      )
    }
    let nothing =
      isThere == false
      ? "There is no folder \"\(ShownName.quoted(folder ?? ""))\" with files." : "There is no such file."
    return try list.answer(found, limit: limit, context, nothing: nothing) { shown in
      for path in shown { try context.printer.line(context.printer.path(path)) }
    }
  }

  private func isWanted(_ path: NotePath) -> Bool {
    let wanted = ext.flatMap { $0.split(separator: ",") }.map { $0.hasPrefix(".") ? $0.dropFirst() : $0 }
    return wanted.isEmpty || wanted.contains { path.fileExtension.lowercased() == $0.lowercased() }
  }
}

/// `vault folders`
struct FoldersCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "folders",
    abstract: "The folders of the vault, with how many files are in them.",
    discussion: """
      The figure, {total}, counts notes and attachments, with those of the folders below; {notes} and {attachments} are \
      those in the folder itself. Folders without any are left out.

      Examples:
        vault folders
        vault folders --format '{total} {path}'
      """)

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let list = try ListOutput(output.mode(options), fields: .folder(in: context.vault())) { $0.path }
    let folders = try context.read { try $0.folders() }
    return try list.answer(folders, limit: output.limit, context, nothing: "There is no folder.") { shown in
      let width = shown.map { String($0.total).utf8.count }.max() ?? 0
      for folder in shown {
        let count = StyledText(String(folder.total), context.theme[.muted]).padded(to: width, leading: true)
        try context.printer.line(context.printer.fitted(count + "  " + context.printer.path(folder.path)))
      }
    }
  }
}
