import ArgumentParser
import VaultCore

/// A command that takes words of a person's own, which may begin with `-`: a query, text for a note, a name. Every
/// argument and option of it that is a text is one of `WordOptions`, or read with `CommandLineArguments.decoded`.
protocol WordCommand: ParsableCommand {
  /// Long options whose value may be left out, with what that means; it can only be given behind `=`, since the next
  /// argument is a word.
  static var optionalValues: [String: String] { get }
}

extension WordCommand {
  static var optionalValues: [String: String] { [:] }
}

/// The arguments as the parser gets them.
///
/// To the parser, `-brioche` is seven short options, some of which may exist; to a person who searches it is a word
/// that must not occur, and `- bread` is an item of a list. Such words are marked with a NUL in front, which no argument
/// can hold of itself, and `decoded` takes it away again. A single letter behind the hyphen is never such a word: `-n 5`
/// asks for five of something in most programs, and would leave out all that has an n and find what has a 5.
struct CommandLineArguments {
  /// The short options that may stand together behind one hyphen. With more letters, words would look like them.
  static let joinedOptions: Set<Character> = ["q", "0", "C"]
  /// Options that every command has and that take a value.
  static let globalOptionsWithValue: Set<String> = ["-C", "--vault", "--today", "--color", "--theme"]

  private static let mark: Character = "\0"

  /// Nil when there is none.
  let commandName: String?
  let forParser: [String]

  init(_ arguments: [String]) {
    guard let place = Self.commandPlace(arguments) else {
      commandName = nil
      forParser = arguments
      return
    }
    let name = arguments[place]
    commandName = name
    guard let command = Self.command(name) as? any WordCommand.Type else {
      forParser = arguments
      return
    }
    var result = Array(arguments[...place])
    for (index, argument) in zip((place + 1)..., arguments[(place + 1)...]) {
      if argument == "--" {
        result += arguments[index...]
        break
      }
      let isWord =
        Self.isWord(argument, ofQuery: command is any QueryCommand.Type)
        || Self.isLetter(argument) && Self.takesValue(arguments[index - 1], command)
      let value = isWord ? nil : command.optionalValues[argument]
      result.append(isWord ? String(Self.mark) + argument : value.map { "\(argument)=\($0)" } ?? argument)
    }
    forParser = result
  }

  /// The command, ready to run. Throws the parser's errors.
  func parsed() throws -> any ParsableCommand {
    // Reading all commands' definitions takes as long as answering. What is wrong is told by the whole parser.
    if let commandName, forParser.first == commandName, let command = Self.command(commandName) {
      let (innermost, arguments) = Self.innermost(of: command, forParser.dropFirst())
      if arguments.first == "help", !innermost.configuration.subcommands.isEmpty {
        // The parser knows `help` below the program alone.
        return try VaultCommand.parseAsRoot(forParser.dropLast(arguments.count) + arguments.dropFirst() + ["--help"])
      }
      // Help is a command of its own, and is to say where the command stands.
      if let parsed = try? innermost.parseAsRoot(Array(arguments)), type(of: parsed) == innermost { return parsed }
    }
    return try VaultCommand.parseAsRoot(forParser)
  }

  /// The command that the arguments of one that has others lead to, as the parser would find it, and its own arguments.
  private static func innermost(
    of command: any ParsableCommand.Type, _ arguments: ArraySlice<String>
  ) -> (any ParsableCommand.Type, ArraySlice<String>) {
    let inner = command.configuration.subcommands
    guard !inner.isEmpty, arguments.first != "help" else { return (command, arguments) }
    if let name = arguments.first, let named = Self.command(name, among: inner) {
      return innermost(of: named, arguments.dropFirst())
    }
    // Options of its own would have to be read before what follows them.
    guard let usual = command.configuration.defaultSubcommand, Mirror(reflecting: command.init()).children.isEmpty
    else {
      return (command, arguments)
    }
    return innermost(of: usual, arguments)
  }

  /// An argument without its mark.
  static func decoded(_ argument: String) -> String {
    argument.first == mark ? String(argument.dropFirst()) : argument
  }

  static func withoutMarks(_ message: String) -> String {
    message.contains(mark) ? message.filter { $0 != mark } : message
  }

  static func command(_ name: String) -> (any ParsableCommand.Type)? {
    command(name, among: VaultCommand.configuration.subcommands)
  }

  static func command(
    _ name: String, among commands: [any ParsableCommand.Type]
  ) -> (any ParsableCommand.Type)? {
    commands.first { $0._commandName == name || $0.configuration.aliases.contains(name) }
  }

  /// The names of the commands that a person may know of.
  static var commandNames: [String] {
    VaultCommand.configuration.subcommands.filter { $0.configuration.shouldDisplay }.map { $0._commandName } + ["help"]
  }

  /// Nil when there is none; else the place of the first argument that is neither an option nor an option's value.
  static func commandPlace(_ arguments: [String]) -> Int? {
    var place = 0
    while place < arguments.count {
      let argument = arguments[place]
      if argument.isEmpty || argument.first != "-" || argument == "-" { return place }
      if argument == "--" { return nil }
      place += globalOptionsWithValue.contains(argument) ? 2 : 1
    }
    return nil
  }

  /// The arguments with others in place of some: of what stands before the command, only what names the vault.
  static func replacing(_ place: Int, _ count: Int = 1, in arguments: [String], with words: [String]) -> [String] {
    let command = min(commandPlace(arguments) ?? place, place)
    return namingVault(arguments[..<command]) + arguments[command..<place] + words
      + arguments[min(place + count, arguments.count)...]
  }

  /// Those of the arguments before `--` that name the vault.
  static func namingVault(_ arguments: ArraySlice<String>) -> [String] {
    var result: [String] = []
    var isValue = false
    for argument in arguments.prefix(while: { $0 != "--" }) {
      let takesValue = !isValue && ["-C", "--vault"].contains(argument)
      if takesValue || isValue || argument.hasPrefix("--vault=") { result.append(argument) }
      isValue = takesValue
    }
    return result
  }

  /// Returns true when it begins with `-` and is neither made of short options only nor a long option. `ofQuery`: whether
  /// a number of few digits behind the hyphen, alone or after a letter, says how many are wanted.
  static func isWord(_ argument: String, ofQuery: Bool) -> Bool {
    guard argument.utf8.first == 0x2D, argument.utf8.count > 1, !isLetter(argument) else { return false }
    if argument.hasPrefix("--") { return argument.utf8.count > 2 && argument.dropFirst(2).first?.isLetter != true }
    let rest = argument.dropFirst()
    if ofQuery {
      let digits = rest.utf8.drop(while: \.isASCIILetter)
      let letters = rest.utf8.count - digits.count
      let isNumber = !digits.isEmpty && digits.allSatisfy(\.isDigit)
      if isNumber, letters == 1 || letters == 0 && digits.count < 4 { return false }
    }
    return !(rest.allSatisfy(joinedOptions.contains) && Set(rest).count == rest.count)
  }

  /// Returns true for a letter behind a hyphen, and `-0`.
  private static func isLetter(_ argument: String) -> Bool {
    let bytes = Array(argument.utf8)
    return bytes.count == 2 && bytes[0] == 0x2D && (bytes[1].isASCIILetter || bytes[1] == 0x30)
  }

  /// Returns true when `argument` is a long option whose value follows. What the parser knows of a command takes a while
  /// to read, but few options stand before a single letter.
  private static func takesValue(_ argument: String, _ command: any WordCommand.Type) -> Bool {
    guard command.optionalValues[argument] == nil, argument.hasPrefix("--"), argument.utf8.count > 2,
      !argument.contains("=")
    else { return false }
    do {
      func has(_ command: CommandDescription) -> Bool {
        (command.arguments ?? []).contains { option in
          option.takesValue && option.names?.contains { $0.spelling == argument } == true
        } || (command.subcommands ?? []).contains(where: has)
      }
      return has(try CommandDescription(of: command))
    } catch {
      return false
    }
  }
}

extension CommandConfiguration {
  /// For commands that are asked all the time and read by themselves: the parser then does not look first whether
  /// completion scripts of its own are asked for, which it does only for commands that are no others' subcommands. What
  /// it takes for the command above would stand in help, which `parsed` has the whole parser write.
  var withoutScripts: CommandConfiguration {
    var configuration = self
    configuration._superCommandName = VaultCommand.configuration.commandName
    return configuration
  }
}
