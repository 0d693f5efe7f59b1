import ArgumentParser
import VaultStore

/// `vault pin`
struct PinCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "pin", abstract: "Pin notes: lists begin with them.",
    discussion: """
      Examples:
        vault pin 'Rye sourdough'
        vault list tag:meeting -0 | vault pin -
      """)

  @OptionGroup var notes: NoteArguments
  @OptionGroup(title: "Changing") var change: EachNoteArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let outcome = try context.editor().setPinned(true, notes.names(), change.options)
    return try ChangeReport.print(outcome, change.change, context, unchanged: "Every note is pinned already.")
  }
}

/// `vault unpin`
struct UnpinCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "unpin", abstract: "Take the pins off notes.",
    discussion: """
      Examples:
        vault unpin Home
        vault list --pinned -0 | vault unpin -
      """)

  @OptionGroup var notes: NoteArguments
  @OptionGroup(title: "Changing") var change: EachNoteArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let outcome = try context.editor().setPinned(false, notes.names(), change.options)
    return try ChangeReport.print(outcome, change.change, context, unchanged: "No note is pinned.")
  }
}

/// `vault favorite`
struct FavoriteCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "favorite", abstract: "Make notes favorites, or with --remove no longer.",
    discussion: """
      Examples:
        vault favorite 'Rye sourdough'
        vault favorite --remove Home
      """)

  @Flag(help: "Take the mark away.")
  var remove = false

  @OptionGroup var notes: NoteArguments
  @OptionGroup(title: "Changing") var change: EachNoteArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let outcome = try context.editor().setFavorite(!remove, notes.names(), change.options)
    return try ChangeReport.print(
      outcome, change.change, context,
      unchanged: remove ? "No note is a favorite." : "Every note is a favorite already.")
  }
}
