import ArgumentParser
import Foundation
import VaultCore
import VaultInterface
import VaultStore

/// A command line that cannot be read, but whose meaning can be guessed: what is wrong, and what to type instead.
struct UsageSlip: Failure {
  private var problem: String
  private var remedy: String?
  private var lines: [CommandLineText] = []

  var kind: FailureKind { .badArgument }

  var message: Message {
    var text = problem
    if let remedy { text += ". \(remedy)" }
    for line in lines { text += "\nTry: \(line)" }
    return Message(text)
  }

  // MARK: Commands

  /// A command that there is none of that name.
  init(unknownCommand name: String, at place: Int, in arguments: [String]) {
    let unknown = UnknownName(noun: "command", name: ShownName.quoted(name), known: CommandLineArguments.commandNames)
    problem = unknown.message.commandLine
    guard let meant = KnownMistakes.commandsBelow[name.lowercased()] ?? unknown.nearest.first.map({ [$0] }) else {
      lines = [CommandLineText(["--help"])]
      return
    }
    if meant.count > 1 { problem = "there is no command \"\(ShownName.quoted(name))\"" }
    var line = CommandLineArguments.replacing(place, in: arguments, with: meant)
    // To grep they mean that case is of no matter and that lines have numbers, to `search` that it asks, and a limit.
    if meant == ["search"], !Synonym.names(for: name, among: meant).isEmpty {
      line.removeAll { ["-i", "-n", "-in", "-ni", "-rn", "-nr"].contains($0) }
    }
    lines = [CommandLineText(Self.withoutUnknownOptions(line))]
  }

  /// The line with what stands here for the options of another program, or without them.
  private static func withoutUnknownOptions(_ line: [String]) -> [String] {
    var line = line
    for _ in 0..<8 {
      // What describing a command throws is no matter of the line's.
      guard let reading = try? CommandLineReading(line), let option = reading.unknownOptions.first else { break }
      let isSure = option.letter.map(KnownMistakes.lettersOfOthers.contains) ?? true
      if isSure, let better = ofOption(reading)?.lines.first?.words, better != line, better.last != "--help" {
        line = better
      } else {
        line.remove(at: option.place)
      }
    }
    return line
  }

  /// The command that surely is meant by a name that no command has, and may be run in its place, since it only reads;
  /// else nil. `rest`: what follows the name.
  static func meantCommand(_ name: String, _ rest: some Sequence<String>) -> String? {
    // The options of another program mean something else there.
    guard !rest.contains(where: { $0.hasPrefix("-") }) else { return nil }
    let names = CommandLineArguments.commandNames
    let meant = names.filter { $0 == name.lowercased() } + Synonym.names(for: name, among: names)
    return meant.first.flatMap { commandsThatRead.contains($0) ? $0 : nil }
  }

  private static let commandsThatRead: Set = [
    "search", "list", "show", "tags", "links", "backlinks", "orphans", "unlinked", "related", "graph", "stats",
    "history", "help",
  ]

  /// `search -C 2`, which asks grep for lines around each match. Nil where the vault may be meant.
  init?(linesAround arguments: [String]) {
    guard let command = CommandLineArguments.commandPlace(arguments), arguments[command] == "search",
      let place = arguments[command...].firstIndex(of: "-C"), place + 1 < arguments.count
    else { return nil }
    let number = arguments[place + 1]
    guard number.utf8.count < 4, Int(number) != nil, !FileManager.default.fileExists(atPath: number) else { return nil }
    let line = CommandLineArguments.replacing(place, 2, in: arguments, with: ["--context", number])
    self.init("-C names the vault's folder, and there is none called \(number): --context may be meant", [line])
  }

  // MARK: Arguments

  /// What is wrong with the arguments of a command that the parser did not understand; nil where nothing is known of it
  /// that the parser does not say.
  init?(_ arguments: [String]) throws {
    let reading = try CommandLineReading(arguments)
    guard let slip = Self.ofOption(reading) ?? Self.ofCommand(reading) ?? Self.ofWords(reading) else { return nil }
    self = slip
  }

  private init(_ problem: String, remedy: String? = nil, _ lines: [[String]] = []) {
    self.problem = problem
    self.remedy = remedy
    self.lines = lines.map(CommandLineText.init)
  }

  private static func ofOption(_ reading: CommandLineReading) -> UsageSlip? {
    guard let option = reading.unknownOptions.first else { return nil }
    let problem = "\(reading.shownCommand) has no option \(ShownName.quoted(option.name))"
    return option.letter.map { ofLetter($0, option, reading, problem) } ?? ofLongOption(option, reading, problem)
  }

  private static func ofLetter(
    _ letter: Character, _ option: CommandLineReading.Option, _ reading: CommandLineReading, _ problem: String
  ) -> UsageSlip {
    let known = letter.isNumber ? KnownMistakes.Letter(options: ["limit"]) : KnownMistakes.letters[letter]
    let negated =
      reading.isQuery ? "to leave out what has it, write NOT \(option.name.dropFirst())\(option.value ?? "")" : nil
    if let name = known?.options.first(where: reading.longOptions.contains) {
      let value = letter.isNumber ? String(option.name.dropFirst()) : option.value
      let line = reading.replacing(option.place, with: ["--" + name] + (value.map { [$0] } ?? []))
      return UsageSlip("\(problem): --\(name) may be meant" + (negated.map { "; " + $0 } ?? ""), [line])
    }
    if let known, var remedy = known.remedy, reading.isQuery || known.isForAll {
      if known.orders, reading.longOptions.contains("sort") { remedy += "; --sort -KEY turns an order round" }
      let follows = reading.word(behind: option.place) != nil || known.instead?.isEmpty == true
      let line = follows ? known.instead.map { reading.replacing(option.place, with: $0) } : nil
      return UsageSlip(problem, remedy: remedy, line.map { [$0] } ?? [])
    }
    guard let negated else {
      return UsageSlip("\(problem): a text of a hyphen and a letter stands behind --", [reading.command + ["--help"]])
    }
    let word = option.name.dropFirst() + (option.value ?? "")
    return UsageSlip("\(problem): \(negated)", [reading.replacing(option.place, with: ["NOT", String(word)])])
  }

  private static func ofLongOption(
    _ option: CommandLineReading.Option, _ reading: CommandLineReading, _ problem: String
  ) -> UsageSlip? {
    let name = String(option.name.dropFirst(2))
    if let meant = Synonym.names(for: name, among: reading.longOptions).first
      ?? reading.longOptions.first(where: { $0 == name.lowercased() })
    {
      let words = option.value.map { ["--\(meant)=\($0)"] } ?? ["--" + meant]
      return UsageSlip("\(problem): --\(meant) is meant", [reading.replacing(option.place, with: words)])
    }
    if reading.isQuery,
      let remedy = KnownMistakes.longNames[name.lowercased()].flatMap({ KnownMistakes.letters[$0]?.remedy })
    {
      return UsageSlip(problem, remedy: remedy)
    }
    if reading.isQuery, let remedy = KnownMistakes.insteadOfOptions[name.lowercased()] {
      return UsageSlip(problem, remedy: remedy)
    }
    // What other commands filter by is an operator in every query.
    let names = reading.isQuery ? QueryOperator.all.map(\.name.rawValue) : []
    if !names.contains(name), let near = Suggestion.nearest(to: name, among: reading.longOptions, limit: 1).first {
      let words = option.value.map { ["--\(near)=\($0)"] } ?? ["--" + near]
      return UsageSlip("\(problem): --\(near) may be meant", [reading.replacing(option.place, with: words)])
    }
    guard let meant = ([name].filter(names.contains) + Synonym.names(for: name, among: names)).first else {
      // A text that begins with hyphens is a value, and the command says where such ones stand.
      return name.contains(" ") ? nil : UsageSlip(problem, [reading.command + ["--help"]])
    }
    let value = option.value ?? reading.word(behind: option.place)
    guard let value else { return UsageSlip(problem, remedy: "In a query there is the operator \(meant):") }
    let length = option.value == nil ? 2 : 1
    let line = reading.replacing(
      option.place, length, with: ["\(meant):\(value.contains(" ") ? "\"\(value)\"" : value)"])
    return UsageSlip(problem, remedy: "In a query there is the operator \(meant):", [line])
  }

  /// The slip of naming none of the commands that a command has; nil where that is no slip of the line.
  private static func ofCommand(_ reading: CommandLineReading) -> UsageSlip? {
    guard !reading.subcommands.isEmpty, let word = reading.words.first, !reading.takesWords else { return nil }
    if reading.command == ["config"], let slip = ofSetting(word, reading) { return slip }
    let near = Suggestion.meant(by: word.text, among: reading.subcommands, limit: 1)
    let unknown = UnknownName(
      noun: "command of `vault \(reading.command.joined(separator: " "))`", name: ShownName.quoted(word.text),
      known: reading.subcommands)
    if let near = near.first {
      return UsageSlip(unknown.message.commandLine, [reading.replacing(word.place, with: [near])])
    }
    let whole = Synonym.names(for: word.text, among: CommandLineArguments.commandNames).first.map {
      reading.line([$0] + reading.words.dropFirst().map(\.text))
    }
    let others = [sibling(word, reading), whole, instead(reading)].compactMap { $0 }.prefix(1)
    return UsageSlip(unknown.message.commandLine, Array(others))
  }

  /// `config theme`, `config theme blue`, `config theme=blue`
  private static func ofSetting(_ word: CommandLineReading.Word, _ reading: CommandLineReading) -> UsageSlip? {
    let parts = word.text.split(separator: "=", maxSplits: 1).map(String.init)
    guard let name = parts.first, ConfigurationKey.named(name) != nil else { return nil }
    let sets = parts.count > 1 || reading.words.count > 1
    return UsageSlip(
      "`vault config` takes a command before the setting's name",
      [reading.replacing(word.place, with: [sets ? "set" : "get"] + parts)])
  }

  private static func ofWords(_ reading: CommandLineReading) -> UsageSlip? {
    guard !reading.command.isEmpty else { return nil }
    if let word = reading.words.first, reading.words.count == 1 || reading.words.count < reading.leastWords {
      let parts = word.text.split(separator: "=", maxSplits: 1).map(String.init)
      if parts.count == 2, ["set", "config set"].contains(reading.command.joined(separator: " ")) {
        return UsageSlip(
          "\(reading.shownCommand) takes the name and the value as two words",
          [reading.replacing(word.place, with: parts)])
      }
    }
    if reading.lacksTask {
      let others = reading.positionals.dropFirst(reading.words.count).dropLast().compactMap {
        $0.valueName?.uppercased()
      }
      let words = reading.words.map(\.text)
      // A handle alone lacks what stands before it.
      let value = reading.positionals.first?.valueName?.uppercased() ?? ""
      if words.count == 1, reading.positionals.count == 2, isHandle(words[0]) {
        return UsageSlip(
          "\(reading.shownCommand) needs a \(value.lowercased()) and a task",
          [reading.line(reading.command + [value] + words)])
      }
      let given = reading.line(reading.command + words + others)
      return UsageSlip(
        "\(reading.shownCommand) needs \(others.isEmpty ? "" : "a \(others.joined(separator: ", a ").lowercased()) and ")a task",
        remedy: "`vault tasks` shows the handle of each in front of it",
        [given + ["TASK"]]
          + (reading.command == ["tasks", "due"] && !others.isEmpty
            ? [reading.line(["tasks", "--due", "this-week"])] : []))
    }
    guard let most = reading.mostWords, reading.words.count > most else { return nil }
    let surplus = reading.words[most]
    let problem =
      most == 0
      ? "\(reading.shownCommand) takes no words, and \"\(ShownName.quoted(surplus.text))\" is one"
      : "\(reading.shownCommand) takes \(most == 1 ? "one word" : "\(most) words"), and \"\(ShownName.quoted(surplus.text))\" is one more"
    if reading.command != ["config", "list"],
      let option =
        ([surplus.text.lowercased()].filter(reading.longOptions.contains)
        + Synonym.names(for: surplus.text, among: reading.longOptions)).first
    {
      return UsageSlip(problem, [reading.replacing(surplus.place, with: ["--" + option])])
    }
    if let line = sibling(reading.words[0], reading) ?? instead(reading) { return UsageSlip(problem, [line]) }
    guard most > 0, reading.words.count == reading.lastPlace - reading.words[0].place + 1 else {
      return UsageSlip(problem, [reading.line(reading.command + ["--help"])])
    }
    // Words that were meant as one.
    let whole = reading.words[(most - 1)...].map(\.text).joined(separator: " ")
    return UsageSlip(
      problem, remedy: "Several words that are one text stand in quotes",
      [reading.replacing(reading.words[most - 1].place, reading.words.count - most + 1, with: [whole])])
  }

  /// A handle has letters and digits; a day has more than that, a number or a word has less.
  private static func isHandle(_ word: String) -> Bool {
    (3...TaskHandle.length).contains(word.utf8.count) && word.utf8.allSatisfy(\.isASCIILetterOrDigit)
      && word.contains(where: \.isNumber) && word.contains(where: \.isLetter)
  }

  private static func isDay(_ text: String) -> Bool {
    // Any day will do, and why a text is none does not matter.
    do { return try DateExpression(today: VaultEnvironment.live.today).range(of: text).lower != nil } catch {
      return false
    }
  }

  /// `tags rename a b` for `tag rename a b`, `tag list` for `tags`
  private static func sibling(_ word: CommandLineReading.Word, _ reading: CommandLineReading) -> [String]? {
    guard let name = reading.command.first.flatMap({ KnownMistakes.siblings[$0] }),
      let type = CommandLineArguments.command(name)
    else {
      return nil
    }
    let inner = type.configuration.subcommands.map { $0._commandName }
    let words = reading.words.map(\.text)
    if let near = Suggestion.meant(by: word.text, among: inner, limit: 1).first {
      return reading.line([name, near] + words.dropFirst())
    }
    return inner.isEmpty && ["list", "ls", "all", "show"].contains(word.text.lowercased()) ? reading.line([name]) : nil
  }

  private static func instead(_ reading: CommandLineReading) -> [String]? {
    if reading.command == ["today"], !isDay(reading.words.map(\.text).joined(separator: " ")) {
      return reading.line(["add", "--daily"] + reading.words.map(\.text))
    }
    let line = KnownMistakes.instead[reading.command.joined(separator: " ")]?.flatMap {
      $0 == "*" ? reading.words.map(\.text) : [$0]
    }
    return line.map(reading.line)
  }
}
