import ArgumentParser
import VaultStore

/// `vault tag`
struct TagCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tag",
    abstract: "Add, remove and rename tags.",
    discussion: """
      Examples:
        vault tag add reading/queue 'Runtime notes'
        vault tag remove draft 'Runtime notes'
        vault tag rename project work/project --dry-run
      """,
    subcommands: [TagAddCommand.self, TagRemoveCommand.self, TagRenameCommand.self])
}

/// `vault tag add`
struct TagAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a tag to the front matter of notes that do not have it.",
    discussion: """
      Examples:
        vault tag add reading/queue 'Runtime notes'
        vault search 'garbage collection' -0 | vault tag add gc -
      """)

  @Argument(help: "The tag, with or without #.", completion: TagCommand.completion)
  var tag: String

  @OptionGroup var notes: NoteArguments
  @OptionGroup(title: "Changing") var change: ChangeArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run() throws {
    try CommandContext.run(options) { context in
      let outcome = try context.vault().addTag(tag, to: notes.names(), change.options)
      return try ChangeReport.print(outcome, change, context, unchanged: "Every note has that tag already.")
    }
  }
}

/// `vault tag remove`
struct TagRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Take a tag out of the front matter of notes.",
    discussion: """
      Tags in the text stay, and are told.

      Examples:
        vault tag remove draft 'Runtime notes'
      """)

  @Argument(help: "The tag, with or without #.", completion: TagCommand.completion)
  var tag: String

  @OptionGroup var notes: NoteArguments
  @OptionGroup(title: "Changing") var change: ChangeArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run() throws {
    try CommandContext.run(options) { context in
      let outcome = try context.vault().removeTag(tag, from: notes.names(), change.options)
      return try ChangeReport.print(outcome, change, context, unchanged: "No note has that tag in its front matter.")
    }
  }
}

/// `vault tag rename`
struct TagRenameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Rename a tag in the whole vault, those below it included.",
    discussion: """
      In front matter and in the text. project/vault becomes work/vault where project is renamed to work. A tag that \
      exists already becomes one with it.

      Examples:
        vault tag rename project work --dry-run
        vault tag rename todo task --yes
      """)

  @Argument(help: "The tag, with or without #.", completion: TagCommand.completion)
  var old: String

  @Argument(help: "Its new name.")
  var new: String

  @OptionGroup(title: "Changing") var change: ChangeArguments
  @OptionGroup(title: "Changing") var confirmation: ConfirmationArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run() throws {
    try CommandContext.run(options) { context in
      let asking = confirmation.options(change, .forSeveralFiles, context) {
        "Rename the tag in \($0.fileCount) notes?"
      }
      let outcome = try context.vault().renameTag(old, to: new, asking)
      return try ChangeReport.print(outcome, change, context)
    }
  }
}

extension TagCommand {
  static let completion = CompletionKind.custom { words, _, prefix in
    VaultCompletion.tags(words: words, prefix: prefix)
  }
}
