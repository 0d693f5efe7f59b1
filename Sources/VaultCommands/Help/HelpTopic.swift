import ArgumentParser
import Foundation
import VaultInterface
import VaultStore
import VaultTerminal

/// What `vault help` explains besides the commands, and what `vault` alone prints.
enum HelpTopic: String, CaseIterable {
  case query
  case pluginQuery = "tasks-query"
  case settings, output, json, environment
  case fullScreen = "ui"
  case editors = "lsp"
  case assistants = "mcp"

  var abstract: String {
    switch self {
    case .query: "How to ask: words, phrases, operators and dates."
    case .pluginQuery: "Queries of the Obsidian plugin Tasks."
    case .settings: "All settings, and where each counts."
    case .output: "Output for programs, templates, exit statuses."
    case .json: "Every field of JSON: its type and meaning."
    case .environment: "Variables that are honoured."
    case .fullScreen: "The keys of the full-screen interface, and its settings."
    case .assistants: "How to set up assistants, and what they see."
    case .editors: "How to set up editors, and what they can ask."
    }
  }

  /// Answers `vault help …` where it asks for a topic, or for nothing: then with the overview. Nil where it asks for a
  /// command, which the parser answers. `arguments` begin with global options or `help`.
  static func run(_ arguments: [String]) throws -> Int32? {
    guard let place = arguments.firstIndex(of: "help") else { return nil }
    guard let name = arguments[(place + 1)...].first(where: { !$0.hasPrefix("-") }) else {
      guard arguments.count == place + 1 else { return nil }
      return try show(with: Array(arguments[..<place])) {
        try overview(groups: VaultCommand.groups).print(to: $0.printer)
      }
    }
    guard let topic = HelpTopic(rawValue: name) else {
      if name == "help" || CommandLineArguments.command(name) != nil { return nil }
      throw UnknownName(
        noun: "command or help topic", name: name,
        known: CommandLineArguments.commandNames
          + allCases.map(\.rawValue).filter { !CommandLineArguments.commandNames.contains($0) })
    }
    return try show(with: arguments.filter { $0 != "help" && $0 != name }) { context in
      try topic.page(in: context.environment, schemas: InstalledSchemas.folder).print(to: context.printer)
    }
  }

  /// Prints as a command does that has these options; returns the exit status.
  static func show(with options: [String], _ body: (CommandContext) throws -> Void) throws -> Int32? {
    guard let command = try VaultCommand.parseAsRoot(options) as? VaultCommand else { return nil }
    return CommandContext(command.options).status { context in
      try body(context)
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
    case .fullScreen: FullScreenHelp.page
    case .editors: EditorHelp.page
    case .assistants: AssistantHelp.page
    }
  }

  /// The commands in groups, one line each.
  static func overview(groups: [CommandGroup]) -> HelpPage {
    let width = CommandLineArguments.commandNames.map(\.count).max() ?? 0
    var page = HelpPage(parts: [.text("vault: search, tasks and structure for a folder of Markdown notes")])
    for group in groups where !group.subcommands.isEmpty {
      let rows = group.subcommands.map { command in
        HelpPage.Row(
          term: command._commandName.padding(toLength: width, withPad: " ", startingAt: 0),
          help: command.configuration.abstract)
      }
      page.parts += [.section(group.name), .rows(rows)]
    }
    let topics = [("COMMAND", "Options and examples.")] + allCases.map { ($0.rawValue, $0.abstract) }
    page.parts += [.section("Help"), .rows(topics.map { HelpPage.Row(term: "vault help \($0)", help: $1) })]
    return page
  }
}
