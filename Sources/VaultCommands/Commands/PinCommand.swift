import ArgumentParser
import VaultStore

/// `vault pin`
struct PinCommand: WordCommand {
  static let configuration = CommandConfiguration(
    commandName: "pin", abstract: "Pin notes: lists begin with them.",
    discussion: """
      Examples:
        vault pin 'Rye sourdough'
        vault list tag:meeting -0 | vault pin -
      """)

  @OptionGroup var notes: NoteArguments
  @OptionGroup(title: "Changing") var change: ChangeArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run() throws {
    try CheckboxChange(keys: ["pin", "pinned"], isOn: true, title: "pin", unchanged: "Every note is pinned already.")
      .run(notes, change, options)
  }
}

/// `vault unpin`
struct UnpinCommand: WordCommand {
  static let configuration = CommandConfiguration(
    commandName: "unpin", abstract: "Take the pins off notes.",
    discussion: """
      Examples:
        vault unpin Home
        vault list --pinned -0 | vault unpin -
      """)

  @OptionGroup var notes: NoteArguments
  @OptionGroup(title: "Changing") var change: ChangeArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run() throws {
    try CheckboxChange(keys: ["pin", "pinned"], isOn: false, title: "unpin", unchanged: "No note is pinned.")
      .run(notes, change, options)
  }
}

/// `vault favorite`
struct FavoriteCommand: WordCommand {
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
  @OptionGroup(title: "Changing") var change: ChangeArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run() throws {
    try CheckboxChange(
      keys: ["favorite"], isOn: !remove, title: remove ? "favorite --remove" : "favorite",
      unchanged: remove ? "No note is a favorite." : "Every note is a favorite already."
    ).run(notes, change, options)
  }
}

/// A checkbox in front matter that a command of its own sets.
private struct CheckboxChange {
  var keys: [String]
  var isOn: Bool
  var title: String
  var unchanged: String

  func run(_ notes: NoteArguments, _ change: ChangeArguments, _ options: GlobalOptions) throws {
    try CommandContext.run(options) { context in
      let outcome = try context.editor().setCheckbox(
        keys, to: isOn, in: notes.names(), title: title, change.options)
      return try ChangeReport.print(outcome, change, context, unchanged: unchanged)
    }
  }
}
