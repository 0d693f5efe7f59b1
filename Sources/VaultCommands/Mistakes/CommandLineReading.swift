import ArgumentParser

/// The words and options of a command line, as far as they can be told where the parser refuses it.
struct CommandLineReading {
  struct Word {
    var place: Int
    var text: String
  }

  struct Option {
    var place: Int
    /// With its hyphens.
    var name: String
    /// What stands in the same argument.
    var value: String?

    /// The letter of an option that has one behind one hyphen; nil for other options.
    var letter: Character? { name.hasPrefix("--") ? nil : name.dropFirst().first }
  }

  private let arguments: [String]
  /// `tasks`, `done`; empty for the program itself.
  let command: [String]
  /// The names of the commands below the one that was named.
  let subcommands: [String]
  /// True where a query follows.
  let isQuery: Bool
  private let description: CommandDescription
  private(set) var words: [Word] = []
  private(set) var unknownOptions: [Option] = []

  /// Reads arguments that name a command which is there, or none. Throws what describing the command throws.
  init(_ arguments: [String]) throws {
    self.arguments = arguments
    var place = CommandLineArguments.commandPlace(arguments) ?? 0
    var path: [String] = []
    var type: any ParsableCommand.Type = VaultCommand.self
    while place < arguments.count,
      let inner = CommandLineArguments.command(arguments[place], among: type.configuration.subcommands)
    {
      path.append(inner._commandName)
      type = inner
      place += 1
    }
    command = path
    subcommands = path.isEmpty ? [] : type.configuration.subcommands.map { $0._commandName }
    if !path.isEmpty, let usual = type.configuration.defaultSubcommand { type = usual }
    isQuery = type is any QueryCommand.Type
    description = try CommandDescription(of: type)
    read(from: place, of: type as? any WordCommand.Type)
  }

  /// `wordCommand`: the command, where it takes words of a person's own.
  private mutating func read(from start: Int, of wordCommand: (any WordCommand.Type)?) {
    let options = (description.arguments ?? []).filter { $0.kind != "positional" }
    var place = start
    while place < arguments.count, arguments[place] != "--" {
      let argument = arguments[place]
      defer { place += 1 }
      let isOption =
        argument.utf8.first == 0x2D && argument.utf8.count > 1
        && !(wordCommand != nil && CommandLineArguments.isWord(argument, ofQuery: isQuery))
      guard isOption else {
        words.append(Word(place: place, text: argument))
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      var name = parts[0]
      var value = parts.count > 1 ? parts[1] : nil
      if !argument.hasPrefix("--"), argument.dropFirst().first?.isNumber == false {
        name = String(argument.prefix(2))
        value = argument.utf8.count > 2 ? String(argument.dropFirst(2)) : nil
      }
      if let option = options.first(where: { $0.names?.contains { $0.spelling == name } == true }) {
        if option.takesValue, value == nil, wordCommand?.optionalValues[name] == nil { place += 1 }
      } else if !argument.hasPrefix("---") {
        unknownOptions.append(Option(place: place, name: name, value: value))
      }
    }
  }

  /// `vault tasks done`, in backquotes.
  var shownCommand: String { "`\(CommandLineText(command))`" }

  /// Without hyphens.
  var longOptions: [String] {
    (description.arguments ?? []).flatMap { $0.names ?? [] }.filter { $0.kind == "long" }.map(\.name)
  }

  var positionals: [CommandDescription.Argument] {
    (description.arguments ?? []).filter { $0.kind == "positional" }
  }

  var takesWords: Bool { !positionals.isEmpty }
  /// Nil where there may be any number.
  var mostWords: Int? { positionals.contains { $0.isRepeating == true } ? nil : positionals.count }
  var leastWords: Int { positionals.count { $0.isOptional != true } }

  /// True where words are missing, the last of which is a task.
  var lacksTask: Bool { words.count < leastWords && positionals.last?.valueName == "task" }

  var lastPlace: Int { words.last?.place ?? 0 }

  /// A command line in place of this one, for the same vault.
  func line(_ words: [String]) -> [String] {
    CommandLineArguments.namingVault(arguments[...]) + words
  }

  func word(behind place: Int) -> String? {
    words.first { $0.place == place + 1 }?.text
  }

  /// The arguments with others in place of some.
  func replacing(_ place: Int, _ count: Int = 1, with words: [String]) -> [String] {
    CommandLineArguments.replacing(place, count, in: arguments, with: words)
  }
}
