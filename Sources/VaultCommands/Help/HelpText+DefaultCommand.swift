import ArgumentParser

extension HelpText {
  /// The help of a command that means one of those below it where none is named: with that one's arguments and options
  /// before the list of commands. Other help stays as it is.
  static func withDefaultCommand(_ help: String) -> String {
    for family in VaultCommand.configuration.subcommands {
      guard let usual = family.configuration.defaultSubcommand else { continue }
      let usage = "USAGE: vault \(family._commandName) <subcommand>"
      guard help.contains("\n\(usage)\n") else { continue }
      return inserting(VaultCommand.helpMessage(for: usual), into: help, name: family._commandName, usage: usage)
    }
    return help
  }

  private static func inserting(_ other: String, into help: String, name: String, usage: String) -> String {
    let own = help.split(separator: "\n\n", omittingEmptySubsequences: false)
    let others = ownOptionsFirst(other).split(separator: "\n\n", omittingEmptySubsequences: false)
    guard let place = own.firstIndex(where: { $0 == usage }),
      let commands = own.firstIndex(where: { $0.hasPrefix("SUBCOMMANDS:") }), commands > place,
      let from = others.firstIndex(where: { $0.hasPrefix("USAGE:") })
    else { return help }
    let both = "USAGE: vault \(name) [<options>] [<arguments>]\n       vault \(name) <subcommand>"
    let sections = others[(from + 1)...].map { section in
      section.last == "\n" ? section.dropLast() : section
    }
    return (own[..<place] + [Substring(both)] + sections.filter { !$0.isEmpty } + own[commands...])
      .joined(separator: "\n\n")
  }
}
