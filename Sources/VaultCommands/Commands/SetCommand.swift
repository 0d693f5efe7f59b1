import ArgumentParser
import VaultCore
import VaultStore

/// `vault set`
struct SetCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Set a property in the front matter of notes.",
    discussion: """
      The value is read as YAML reads it: true and false are checkboxes, 42 is a number, [a, b] a list. The note keeps \
      its own style, and everything but this property stays as it is, byte for byte.

      Examples:
        vault set status done Bike
        vault set rating 4 'Reading/The Grammar of Bread.md'
        vault set aliases '[Velo, "The bike"]' Bike
        vault set --text version 1.10 Glossa
        vault list tag:person -0 | vault set status friend - --dry-run
      """)

  @Flag(help: "Take the value as text, whatever it looks like.")
  var text = false

  @Argument("The property's name.", completion: .properties)
  var key: String

  @Argument("Its new value.")
  var value: String

  @OptionGroup var notes: NoteArguments
  @OptionGroup(title: "Changing") var change: EachNoteArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let property = text ? PropertyValue.text(value) : try PropertyText.value(value)
    let names = try notes.names()
    let outcome = try context.inOrder(["set"], first: key, [value] + notes.notes, notes: names) {
      try context.editor().set(key, to: property, in: names, change.options)
    }
    return try ChangeReport.print(outcome, change.change, context, unchanged: "Every note has that value already.")
  }
}

/// `vault unset`
struct UnsetCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "unset",
    abstract: "Take a property out of the front matter of notes.",
    discussion: """
      Examples:
        vault unset km_total Bike
        vault list tag:cycling -0 | vault unset km_total -
      """)

  @Argument("The property's name.", completion: .properties)
  var key: String

  @OptionGroup var notes: NoteArguments
  @OptionGroup(title: "Changing") var change: EachNoteArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let names = try notes.names()
    let outcome = try context.inOrder(["unset"], first: key, notes.notes, notes: names) {
      try context.editor().unset(key, in: names, change.options)
    }
    return try ChangeReport.print(outcome, change.change, context, unchanged: "No note has that property.")
  }
}
