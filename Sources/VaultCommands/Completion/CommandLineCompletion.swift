import ArgumentParser
import VaultCore
import VaultInterface

/// What can stand in one place of a command line, by what the parser knows of the commands.
struct CommandLineCompletion {
  /// The complete words behind the program's name.
  let words: [String]
  /// The word under the cursor, up to it.
  let prefix: String

  func offer() throws -> Offer {
    guard let place = CommandLineArguments.commandPlace(words) else {
      guard !prefix.hasPrefix("-"), !isValueAwaited else { return try offer(for: ProgramOptions.self, words[...]) }
      return .candidates(names(of: VaultCommand.configuration.subcommands, andHelp: true) + aliases())
    }
    var rest = words[(place + 1)...]
    if words[place] == "help" { return .candidates(try help(rest)) }
    guard var command = CommandLineArguments.command(words[place]) else { return .nothing }
    while let name = rest.first, let inner = Self.command(name, below: command) {
      command = inner
      rest = rest.dropFirst()
    }
    let parts = command.configuration.subcommands
    guard !parts.isEmpty else { return try offer(for: command, rest) }
    if rest == ["help"] { return .candidates(names(of: parts)) }
    let named = rest.isEmpty ? names(of: parts) : []
    guard rest.isEmpty || command.configuration.defaultSubcommand != nil else { return .nothing }
    let offer = try offer(for: command.configuration.defaultSubcommand ?? command, rest)
    guard case .candidates(let others) = offer else { return named.isEmpty ? offer : .candidates(named) }
    return .candidates(named + others)
  }

  // MARK: Names of commands

  private func help(_ rest: ArraySlice<String>) throws -> [Candidate] {
    let names = rest.filter { !$0.hasPrefix("-") }
    guard let first = names.first else {
      // Where both have a name, the topic is shown.
      return self.names(of: VaultCommand.configuration.subcommands).filter { HelpTopic(rawValue: $0.text) == nil }
        + matching(HelpTopic.allCases.map { Candidate(text: $0.rawValue, about: $0.abstract) })
    }
    guard names.count == 1, let command = CommandLineArguments.command(first) else { return [] }
    return self.names(of: command.configuration.subcommands)
  }

  private func names(of commands: [any ParsableCommand.Type], andHelp: Bool = false) -> [Candidate] {
    let shown = commands.filter { $0.configuration.shouldDisplay }
    return matching(
      shown.map { Candidate(text: $0._commandName, about: $0.configuration.abstract) }
        + (andHelp ? [Candidate(text: "help", about: "Options and examples of a command; other topics.")] : []))
  }

  private func aliases() -> [Candidate] {
    do {
      return matching(try UserAliases.all().map { Candidate(text: $0.name, about: $0.text) })
    } catch {
      return []
    }
  }

  private static func command(
    _ name: String, below command: any ParsableCommand.Type
  ) -> (any ParsableCommand.Type)? {
    CommandLineArguments.command(name, among: command.configuration.subcommands)
  }

  private func matching(_ candidates: [Candidate]) -> [Candidate] { candidates.filter { $0.text.hasPrefix(prefix) } }

  /// True when the last word before a command's name is an option whose value is to come.
  private var isValueAwaited: Bool {
    var isAwaited = false
    for word in words { isAwaited = !isAwaited && CommandLineArguments.globalOptionsWithValue.contains(word) }
    return isAwaited
  }

  // MARK: Options and arguments

  /// `rest`: the words behind the command's name.
  private func offer(for command: any ParsableCommand.Type, _ rest: ArraySlice<String>) throws -> Offer {
    let arguments = (try CommandDescription(of: command).arguments ?? []).filter(\.isShown)
    let values = VaultCompletion(words: words, command: command)
    func offer(_ argument: CommandDescription.Argument, _ prefix: String, head: String = "") -> Offer {
      Self.offer(argument, values, prefix, head)
    }

    var awaiting: CommandDescription.Argument?
    var given: Set<String> = []
    var isEnded = false
    var count = 0
    for word in rest {
      if awaiting != nil {
        awaiting = nil
      } else if !isEnded, word == "--" {
        isEnded = true
      } else if !isEnded, let (argument, value) = Self.option(word, arguments) {
        given.formUnion((argument.names ?? []).map(\.spelling))
        let isOptional = (command as? any WordCommand.Type)?.optionalValues[word] != nil
        if value == nil, argument.takesValue, !isOptional { awaiting = argument }
      } else if isEnded || !word.hasPrefix("-") || word == "-" || command is any WordCommand.Type {
        count += 1
      }
    }

    if let awaiting { return offer(awaiting, prefix) }
    if !isEnded, let (argument, value) = Self.option(prefix, arguments), let value {
      return offer(argument, value, head: String(prefix.dropLast(value.count)))
    }
    let positional = arguments.filter { $0.kind == "positional" }
    let last = positional.last.flatMap { $0.isRepeating == true ? $0 : nil }
    let argument = count < positional.count ? positional[count] : last
    var options: [Candidate] = []
    if !isEnded, prefix.hasPrefix("-") || (argument == nil && prefix.isEmpty) {
      options = arguments.filter { $0.kind != "positional" }.flatMap { argument -> [Candidate] in
        let names = (argument.names ?? []).map(\.spelling)
        guard argument.isRepeating == true || given.isDisjoint(with: names) else { return [] }
        return matching(names.map { Candidate(text: $0, about: argument.abstract ?? "") })
      }
    }
    guard let argument else { return .candidates(options) }
    let offer = offer(argument, prefix)
    guard case .candidates(let others) = offer else { return options.isEmpty ? offer : .candidates(options) }
    return .candidates(options + others)
  }

  /// The option that a word is, with the value that stands in the same word.
  private static func option(
    _ word: String, _ arguments: [CommandDescription.Argument]
  ) -> (argument: CommandDescription.Argument, value: String?)? {
    guard word.hasPrefix("-") else { return nil }
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let argument = arguments.first { argument in
      (argument.names ?? []).contains { $0.spelling == parts[0] } && (parts.count == 1 || argument.takesValue)
    }
    return argument.map { ($0, parts.count == 1 ? nil : String(parts[1])) }
  }

  private static func offer(
    _ argument: CommandDescription.Argument, _ values: VaultCompletion, _ prefix: String, _ head: String
  ) -> Offer {
    guard let kind = argument.completionKind else { return .nothing }
    if kind.file != nil { return .files(head: head) }
    if kind.directory != nil { return .folders(head: head) }
    let listed = kind.list?.values ?? []
    let offered = listed.first.flatMap(OfferedValues.init(written:))
    let found =
      offered.map { values.candidates($0, prefix) }
      ?? listed.filter { $0.hasPrefix(prefix) }.map { Candidate(text: $0) }
    if offered == .vaults, found.isEmpty { return .folders(head: head) }
    return .candidates(
      found.map { candidate in
        var candidate = candidate
        candidate.text = head + candidate.text
        return candidate
      })
  }
}

/// The program without its commands, whose description takes long.
private struct ProgramOptions: ParsableCommand {
  static let configuration = CommandConfiguration(version: VaultCommand.version)

  @OptionGroup var options: GlobalOptions
}
