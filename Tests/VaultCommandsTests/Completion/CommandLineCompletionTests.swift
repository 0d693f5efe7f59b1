import ArgumentParser
import Testing
import VaultInterface

@testable import VaultCommands

@Suite("Completion of command lines")
struct CommandLineCompletionTests {
  private func texts(_ words: [String], _ prefix: String) throws -> [String] {
    guard case .candidates(let candidates) = try CommandLineCompletion(words: words, prefix: prefix).offer() else {
      return ["files"]
    }
    return candidates.map(\.text)
  }

  @Test(arguments: [
    ([], "sho", ["show"]), (["-q"], "sho", ["show"]), (["-C", "/nowhere"], "sho", ["show"]),
    (["--vault=/nowhere"], "sho", ["show"]), ([], "hel", ["help"]), ([], "man", []), ([], "--vers", ["--version"]),
    (["tasks"], "ex", ["export"]), (["-q", "tasks"], "ex", ["export"]), (["tasks"], "--overd", ["--overdue"]),
    (["tasks", "--overdue"], "is:ov", ["is:overdue"]), (["tasks", "list"], "--overd", ["--overdue"]),
    (["tasks", "--priority"], "highe", ["highest"]), (["tasks"], "--priority=highe", ["--priority=highest"]),
    (["tag"], "re", ["remove", "rename"]), (["tag", "nope"], "", []), (["tags"], "--tr", ["--tree"]),
    (["bogus"], "", []), (["bogus"], "-", []), (["help"], "tasks", ["tasks", "tasks-query"]),
    (["help"], "que", ["query"]), (["help"], "ls", ["lsp"]), ([], "ls", ["lsp"]), (["lsp"], "--lo", ["--log"]),
    (["help", "tasks"], "ag", ["agenda"]), (["tasks", "help"], "ag", ["agenda"]), (["help", "query"], "", []),
    (["list", "--pinned"], "--pinn", []), (["list", "--tag", "x"], "--ta", ["--tag"]), (["list", "--"], "--pinn", []),
    (["list", "--color"], "al", ["always"]), (["--color"], "al", ["always"]),
    (["search", "-brioche"], "is:pinn", ["is:pinned"]),
    (["config", "set"], "theme", ["theme"]), (["config", "set", "theme"], "bl", ["blue"]),
    (["tasks", "priority"], "highe", ["highest"]), (["search"], "-ti", ["-title:"]),
  ])
  func whatFits(_ words: [String], _ prefix: String, _ expected: [String]) throws {
    #expect(try texts(words, prefix) == expected)
  }

  @Test func commandsAndOptionsSayWhatTheyAre() throws {
    guard case .candidates(let commands) = try CommandLineCompletion(words: [], prefix: "").offer() else {
      Issue.record("no candidates")
      return
    }
    #expect(Set(commands.map(\.text)) == Set(CommandLineArguments.commandNames))
    #expect(commands.allSatisfy { !$0.about.isEmpty })
  }

  @Test(arguments: [
    (["import"], "x", Offer.files(head: "")), (["--vault"], "x", .folders(head: "")),
    ([], "--vault=x", .folders(head: "--vault=")),
    (["list", "-C"], "x", .folders(head: "")), (["tasks"], "--tasks-query=x", .files(head: "--tasks-query=")),
    (["export", "--md"], "", .folders(head: "")),
  ])
  func filesAreForTheShell(_ words: [String], _ prefix: String, _ expected: Offer) throws {
    #expect(try CommandLineCompletion(words: words, prefix: prefix).offer() == expected)
  }

  /// Every kind of value that an argument names is known.
  @Test func everyKindOfValueIsKnown() throws {
    var count = 0
    func check(_ command: CommandDescription) {
      for argument in command.arguments ?? [] {
        for value in argument.completionKind?.list?.values ?? [] where value.first == "\0" {
          #expect(OfferedValues(written: value) != nil, "\(command.commandName)")
          count += 1
        }
      }
      for part in command.subcommands ?? [] { check(part) }
    }
    check(try CommandDescription(of: VaultCommand.self))
    #expect(count > 50)
  }
}
