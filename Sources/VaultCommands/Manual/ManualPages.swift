import ArgumentParser
import VaultStore

/// Manual pages in the roff language, made from what the parser knows of the commands.
enum ManualPages {
  struct Page {
    /// `vault-search`
    var name: String
    /// The section of the manual that it belongs to.
    var number: Int
    var text: String

    /// Below the folder of manual pages: `man1/vault-search.1`
    var file: String { "man\(number)/\(name).\(number)" }
  }

  static func all(in environment: VaultEnvironment) throws -> [Page] {
    let program = try CommandDescription(of: VaultCommand.self)
    let commands = (program.subcommands ?? []).filter { $0.isShown && $0.commandName != "help" }
    return [root(program, commands)] + commands.map { page(of: $0) } + topics(in: environment)
  }

  private static func root(_ program: CommandDescription, _ commands: [CommandDescription]) -> Page {
    var page = RoffPage(name: "vault", number: 1, abstract: program.abstract ?? "")
    page.section("SYNOPSIS")
    page.paragraph("\\fBvault\\fR \\fIcommand\\fR [\\fIoptions\\fR] [\\fIarguments\\fR]", isMarkup: true)
    page.discussion(program.discussion)
    page.section("COMMANDS")
    for command in commands {
      page.entry("\\fBvault\\-\(RoffPage.escaped(command.commandName))\\fR(1)", command.abstract ?? "")
    }
    page.arguments(program.arguments ?? [], title: "OPTIONS")
    page.section("ENVIRONMENT")
    page.rows(OutputHelp.environment)
    page.section("FILES")
    page.rows(FilesHelp.inVault + FilesHelp.ofUser + FilesHelp.installed)
    page.section("EXIT STATUS")
    page.rows(OutputHelp.exitStatuses)
    page.seeAlso(commands.map { ("vault-\($0.commandName)", 1) } + topicPages.map { ($0.name, $0.number) })
    return Page(name: "vault", number: 1, text: page.text)
  }

  // MARK: Topics

  private static let topicPages: [(name: String, number: Int, abstract: String, topics: [HelpTopic])] = [
    ("vault-query", 7, "how to ask vault for notes and tasks", [.query]),
    ("vault-tasks-query", 7, "queries of the Obsidian plugin Tasks, as vault runs them", [.pluginQuery]),
    ("vault-output", 7, "what vault prints for programs, field by field", [.output, .json]),
    ("vault-ui", 7, "the keys of the full-screen interface, and its settings", [.fullScreen]),
    ("vault-lsp", 7, "editors, and how each is set up for vault", [.editors]),
    ("vault-mcp", 7, "assistants, how each is set up for vault, and what they see", [.assistants]),
    ("vault-config", 5, "the settings of a vault, and yours for all vaults", [.settings]),
  ]

  private static func topics(in environment: VaultEnvironment) -> [Page] {
    topicPages.map { name, number, abstract, topics in
      var page = RoffPage(name: name, number: number, abstract: abstract)
      for (place, topic) in topics.enumerated() {
        page.section(place == 0 ? "DESCRIPTION" : topic.rawValue.uppercased())
        page.help(topic.page(in: environment, schemas: InstalledSchemas.usualFolder))
      }
      if number == 5 {
        page.section("FILES")
        page.rows(FilesHelp.configurations)
        page.section("EXAMPLE")
        page.discussion(FilesHelp.example, title: nil)
      }
      let others = topicPages.filter { $0.name != name }.map { ($0.name, $0.number) }
      // Some bear the name of a command.
      let isCommand = CommandLineArguments.command(String(name.dropFirst("vault-".count))) != nil
      page.seeAlso([("vault", 1)] + (isCommand ? [(name, 1)] : []) + others)
      return Page(name: name, number: number, text: page.text)
    }
  }

  // MARK: Commands

  private static func page(of command: CommandDescription) -> Page {
    var page = RoffPage(name: "vault-\(command.commandName)", number: 1, abstract: command.abstract ?? "")
    page.section("SYNOPSIS")
    let subcommands = (command.subcommands ?? []).filter(\.isShown)
    if subcommands.isEmpty {
      page.paragraph(synopsis(of: command, "vault \(command.commandName)"), isMarkup: true)
    }
    if let usual = subcommands.first(where: { $0.commandName == command.defaultSubcommand }) {
      page.paragraph(synopsis(of: usual, "vault \(command.commandName)"), isMarkup: true)
    }
    for subcommand in subcommands {
      page.paragraph(
        synopsis(of: subcommand, "vault \(command.commandName) \(subcommand.commandName)"), isMarkup: true)
    }
    page.discussion(command.discussion)
    page.arguments(command.arguments ?? [], title: "OPTIONS")
    for subcommand in subcommands {
      page.section("vault \(command.commandName) \(subcommand.commandName)".uppercased())
      page.paragraph(subcommand.abstract ?? "")
      page.discussion(subcommand.discussion, title: nil)
      page.arguments(subcommand.arguments ?? [], title: nil)
    }
    page.seeAlso([("vault", 1)] + topicPages.map { ($0.name, $0.number) })
    return Page(name: "vault-\(command.commandName)", number: 1, text: page.text)
  }

  private static func synopsis(of command: CommandDescription, _ name: String) -> String {
    let positional = (command.arguments ?? []).filter { $0.isShown && $0.kind == "positional" }
    let words = positional.map { argument -> String in
      let word = "\\fI\(RoffPage.escaped(argument.valueName ?? "argument"))\\fR"
      let repeated = argument.isRepeating == true ? word + " ..." : word
      return argument.isOptional == true ? "[\(repeated)]" : repeated
    }
    return (["\\fB\(RoffPage.escaped(name))\\fR [\\fIoptions\\fR]"] + words).joined(separator: " ")
  }
}

extension RoffPage {
  fileprivate mutating func seeAlso(_ pages: [(name: String, number: Int)]) {
    section("SEE ALSO")
    let names = pages.map { "\\fB\(RoffPage.escaped($0.name))\\fR(\($0.number))" }
    paragraph(names.joined(separator: ",\n"), isMarkup: true)
  }
}
