import ArgumentParser
import VaultInterface
import VaultTerminal

/// What `vault help` explains besides the commands, and what `vault` alone prints.
enum HelpTopic: String, CaseIterable {
  case query
  case pluginQuery = "tasks-query"
  case settings, output, environment

  var abstract: String {
    switch self {
    case .query: "How to ask: words, phrases, operators and dates."
    case .pluginQuery: "Queries of the Obsidian plugin Tasks."
    case .settings: "All settings, and where each counts."
    case .output: "JSON, templates, exit statuses."
    case .environment: "Variables that are honoured."
    }
  }

  /// Answers `vault help …` where it asks for a topic; nil where it asks for a command or nothing, which the parser
  /// answers. `arguments` begin with global options or `help`.
  static func run(_ arguments: [String]) throws -> Int32? {
    guard let place = arguments.firstIndex(of: "help"),
      let name = arguments[(place + 1)...].first(where: { !$0.hasPrefix("-") })
    else { return nil }
    guard let topic = HelpTopic(rawValue: name) else {
      if name == "help" || CommandLineArguments.command(name) != nil { return nil }
      throw UnknownName(
        noun: "command or help topic", name: name,
        known: CommandLineArguments.commandNames + allCases.map(\.rawValue))
    }
    let command = try VaultCommand.parseAsRoot(arguments.filter { $0 != "help" && $0 != name }) as? VaultCommand
    guard let command else { return nil }
    let context = CommandContext(command.options)
    return context.status { context in
      try topic.print(to: context.printer)
      return .success
    }.rawValue
  }

  private func print(to printer: Printer) throws {
    switch self {
    case .query: try QueryHelp.print(to: printer)
    case .pluginQuery: try printer.block(PluginQueryHelp.text)
    case .settings: try SettingsHelp.print(to: printer)
    case .output: try printer.block(Self.outputText)
    case .environment: try printer.block(Self.environmentText)
    }
  }

  /// The commands in groups, one line each.
  static func overview(groups: [CommandGroup]) -> String {
    var text = "vault: search, tasks and structure for a folder of Markdown notes\n"
    let width = CommandLineArguments.commandNames.map(\.count).max() ?? 0
    func row(_ name: String, _ abstract: String) {
      text += "  \(name)\(String(repeating: " ", count: max(width - name.count, 0)))  \(abstract)\n"
    }
    for group in groups where !group.subcommands.isEmpty {
      text += "\n\(group.name)\n"
      for command in group.subcommands { row(command._commandName, command.configuration.abstract) }
    }
    text += "\nHelp\n"
    let topics = [("COMMAND", "Options and examples.")] + allCases.map { ($0.rawValue, $0.abstract) }
    let topicWidth = topics.map(\.0.count).max() ?? 0
    for (topic, abstract) in topics {
      text += "  vault help \(topic)\(String(repeating: " ", count: topicWidth - topic.count))  \(abstract)\n"
    }
    return text
  }

  private static let outputText = """
    Commands that list print lines for people. For programs:

      --json             one array; `vault show --json` prints one object
      --jsonl            one object a line
      --format TEMPLATE  '{path}:{line} {title}': the fields of --json in braces;
                         {{ and }} are braces, \\t and \\n what they are in printf
      -0, --null         paths, a NUL after each, for `xargs -0`
      --count            how many there are, whatever the limit
      -q, --quiet        nothing; the exit status answers

    Results go to standard output, all else to standard error. Dates are ISO 8601
    where no person reads. Lines and columns count from 1.

    Exit statuses

      0    done, or found
      1    nothing found
      2    failed
      3    refused: what it would change had changed
      64   wrong usage, or a query that cannot be understood
      130  interrupted

    """

  private static let environmentText = """
      VAULT_DIR        the vault, a folder or a name, where --vault names none
      XDG_CACHE_HOME   where the index is kept; else ~/.cache, ~/Library/Caches
      XDG_CONFIG_HOME  where your own configuration is; else ~/.config, and
                       ~/Library/Application Support on macOS
      VAULT_EDITOR     the editor, else the setting `editor` of your own
                       configuration, else VISUAL, else EDITOR, else vi
      NO_COLOR         no colours; CLICOLOR_FORCE has them in a pipe, too
      VAULT_PAGER      the pager, else PAGER, else less; empty or cat for none
      COLUMNS          the width of the output, where the terminal says none
      LANG, LC_ALL     signs beyond ASCII where they name UTF-8
      COLORFGBG        tells a light background from a dark one
      TZ               the time zone of dates without one

    """
}
