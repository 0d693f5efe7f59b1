import ArgumentParser
import VaultCore
import VaultStore

/// `vault set`
struct SetCommand: WordCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Set a property in the front matter of notes.",
    discussion: """
      The value is read as YAML reads it: true and false are checkboxes, 42 is a number, [a, b] a list. The note keeps \
      its own style, and everything but this property stays as it is, byte for byte.

      Examples:
        vault set status done 'Runtime notes'
        vault set rating 4 Reading/Handbook.md
        vault set aliases '[GC, Garbage]' 'Runtime notes'
        vault set --text version 1.10 Changelog
        vault search tag:book -0 | vault set status read - --dry-run
      """)

  @Flag(help: "Take the value as text, whatever it looks like.")
  var text = false

  @Argument(help: "The property's name.", completion: GetCommand.completion, transform: CommandLineArguments.decoded)
  var key: String

  @Argument(help: "Its new value.", transform: CommandLineArguments.decoded)
  var value: String

  @OptionGroup var notes: NoteArguments
  @OptionGroup(title: "Changing") var change: ChangeArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run() throws {
    try CommandContext.run(options) { context in
      let value = text ? PropertyValue.text(value) : try PropertyText.value(value)
      let outcome = try context.vault().set(key, to: value, in: notes.names(), change.options)
      return try ChangeReport.print(outcome, change, context, unchanged: "Every note has that value already.")
    }
  }
}

/// `vault unset`
struct UnsetCommand: WordCommand {
  static let configuration = CommandConfiguration(
    commandName: "unset",
    abstract: "Take a property out of the front matter of notes.",
    discussion: """
      Examples:
        vault unset status 'Runtime notes'
        vault search '[draft]' -0 | vault unset draft -
      """)

  @Argument(help: "The property's name.", completion: GetCommand.completion, transform: CommandLineArguments.decoded)
  var key: String

  @OptionGroup var notes: NoteArguments
  @OptionGroup(title: "Changing") var change: ChangeArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run() throws {
    try CommandContext.run(options) { context in
      let outcome = try context.vault().unset(key, in: notes.names(), change.options)
      return try ChangeReport.print(outcome, change, context, unchanged: "No note has that property.")
    }
  }
}

/// A property's value as the command line gives it.
enum PropertyText {
  struct Failure: Error, CustomStringConvertible {
    var text: String
    var reason: String
    var description: String { "the value “\(text)” cannot be read: \(reason) Put it in quotes, or say --text." }
  }

  /// A list or map in brackets is YAML's flow style; all else is one value.
  static func value(_ text: String) throws -> PropertyValue {
    guard text.hasPrefix("[") && text.hasSuffix("]") || text.hasPrefix("{") && text.hasSuffix("}") else {
      return PropertyValue(plain: text)
    }
    // A wikilink is no list of lists.
    if text.hasPrefix("[[") && text.hasSuffix("]]") { return .text(text) }
    let read = Array("value: \(text)".utf8).withUnsafeBufferPointer { YAMLReader.read($0, subject: .frontMatter) }
    if let problem = read.diagnostics.first { throw Failure(text: text, reason: problem.message + ".") }
    return read.properties.first?.value ?? .null
  }
}
