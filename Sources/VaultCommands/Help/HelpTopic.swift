import ArgumentParser
import VaultInterface
import VaultStore
import VaultTerminal

/// What `vault help` explains besides the commands, and what `vault` alone prints.
enum HelpTopic: String, CaseIterable {
  case query
  case pluginQuery = "tasks-query"
  case settings, output, json, environment

  var abstract: String {
    switch self {
    case .query: "How to ask: words, phrases, operators and dates."
    case .pluginQuery: "Queries of the Obsidian plugin Tasks."
    case .settings: "All settings, and where each counts."
    case .output: "Output for programs, templates, exit statuses."
    case .json: "Every field of JSON: its type and meaning."
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
      try topic.page(in: context.environment, schemas: InstalledSchemas.folder).print(to: context.printer)
      return .success
    }.rawValue
  }

  /// `schemas`: where the JSON Schemas are.
  func page(in environment: VaultEnvironment, schemas: String) -> HelpPage {
    switch self {
    case .query: QueryHelp.page
    case .pluginQuery: PluginQueryHelp.page
    case .settings: SettingsHelp.page
    case .output: OutputHelp.page
    case .json: JSONHelp.page(in: environment, schemas: schemas)
    case .environment: HelpPage(parts: [.rows(OutputHelp.environment)])
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
}
