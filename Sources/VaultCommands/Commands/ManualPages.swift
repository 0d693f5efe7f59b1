import ArgumentParser

/// Manual pages in the roff language, made from what the parser knows of the commands.
enum ManualPages {
  struct Page {
    /// `vault-search.1`
    var name: String
    var text: String
  }

  static func all() throws -> [Page] {
    let program = try CommandDescription(of: VaultCommand.self)
    let commands = (program.subcommands ?? []).filter { $0.isShown && $0.commandName != "help" }
    var root = RoffPage(name: "vault", abstract: program.abstract ?? "")
    root.section("SYNOPSIS")
    root.paragraph("\\fBvault\\fR \\fIcommand\\fR [\\fIoptions\\fR] [\\fIarguments\\fR]", isMarkup: true)
    root.discussion(program.discussion)
    root.section("COMMANDS")
    for command in commands {
      root.entry("\\fBvault\\-\(RoffPage.escaped(command.commandName))\\fR(1)", command.abstract ?? "")
    }
    root.arguments(program.arguments ?? [], title: "OPTIONS")
    return [Page(name: "vault.1", text: root.text)]
      + commands.map { Page(name: "vault-\($0.commandName).1", text: page(of: $0)) }
  }

  private static func page(of command: CommandDescription) -> String {
    var page = RoffPage(name: "vault-\(command.commandName)", abstract: command.abstract ?? "")
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
    page.section("SEE ALSO")
    page.paragraph("\\fBvault\\fR(1), `vault help query`", isMarkup: true)
    return page.text
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
