import ArgumentParser
import Testing
import VaultCore

@testable import VaultCommands

@Suite struct RemedyTests {
  @Test(arguments: Remedy.Command.allCases) func everyCommandIsThere(_ command: Remedy.Command) throws {
    let text = Remedy.command(command).commandLine
    #expect(text.hasPrefix("`vault ") && text.hasSuffix("`"))
    let words = text.dropFirst("`vault ".count).dropLast().split(separator: " ").map(String.init)
    var innermost: any ParsableCommand.Type = VaultCommand.self
    for word in words.prefix(while: { $0.allSatisfy(\.isLowercase) }) where words.first != "help" {
      innermost = try #require(
        innermost.configuration.subcommands.first { $0._commandName == word }
          ?? innermost.configuration.groupedSubcommands.flatMap(\.subcommands).first { $0._commandName == word })
    }
    let help = VaultCommand.helpMessage(for: innermost)
    for option in words where option.hasPrefix("--") { #expect(help.contains(option)) }
  }

  @Test func statusesOfFailures() {
    #expect(ExitStatus(.notFound) == .nothingFound)
    #expect(ExitStatus(.changedMeanwhile) == .refused)
    #expect(ExitStatus(.badArgument) == .usage)
    #expect(ExitStatus(.interrupted) == .interrupted)
    #expect(ExitStatus(.refused) == .failed)
  }
}
