import ArgumentParser
import Foundation
import Testing

@testable import VaultCommands

struct CommandLineArgumentsTests {
  @Test(arguments: [
    (["search", "rye", "-brioche"], ["search", "rye", "\0-brioche"]),
    (["search", "-quick"], ["search", "\0-quick"]),
    (["search", "-q", "x"], ["search", "-q", "x"]),
    (["search", "-q0", "x"], ["search", "-q0", "x"]),
    (["search", "-h"], ["search", "-h"]),
    (["search", "-"], ["search", "-"]),
    (["search", "--json", "--limt"], ["search", "--json", "--limt"]),
    (["search", "--", "-a", "--json"], ["search", "--", "-a", "--json"]),
    (["-C", "list", "search", "-xy"], ["-C", "list", "search", "\0-xy"]),
    (["tags", "-x"], ["tags", "-x"]),
    (["add", "- [ ] bread", "-5"], ["add", "\0- [ ] bread", "\0-5"]),
    (["append", "n", "---", "--under", "- x"], ["append", "n", "\0---", "--under", "\0- x"]),
    (["tag", "add", "-xy", "--json", "-"], ["tag", "add", "\0-xy", "--json", "-"]),
    (["set", "rating", "-5", "Bike"], ["set", "rating", "\0-5", "Bike"]),
    (["rename", "--prefix", "-x", "a"], ["rename", "--prefix", "\0-x", "a"]),
    ([], []),
  ])
  func queryWordsAreTold(_ arguments: [String], _ expected: [String]) {
    #expect(CommandLineArguments(arguments).forParser == expected)
  }

  /// A single letter or a small number behind the hyphen asks for something in other programs, and is no word.
  @Test(arguments: ["-n", "-x", "-n5", "-x12", "-5", "-50", "-q0", "-qC"])
  func lettersAreNoWordsOfAQuery(_ argument: String) {
    for arguments in [["search", argument], ["list", "--json", argument], ["tasks", "list", argument]] {
      #expect(CommandLineArguments(arguments).forParser == arguments)
    }
  }

  @Test(arguments: ["-hi", "-cli", "-in", "-qq", "-2026", "-7d", "-n5x", "-é", "-\"x\""])
  func wordsOfAQueryAreLeftOut(_ argument: String) {
    #expect(CommandLineArguments(["search", argument]).forParser == ["search", "\0" + argument])
  }

  @Test(arguments: [
    (["search", "x"], "search"), (["-C", "dir", "tags"], "tags"), (["--vault=dir", "tags"], "tags"),
    (["--no-index", "nonsense"], "nonsense"), (["-q", "--today", "2026-01-01"], nil), (["--", "x"], nil), ([], nil),
    (["-C"], nil), ([""], ""),
  ])
  func commandIsTheFirstThatIsNoOption(_ arguments: [String], _ expected: String?) {
    #expect(CommandLineArguments(arguments).commandName == expected)
  }

  @Test func marksAreTakenAway() {
    #expect(CommandLineArguments.decoded("\0-x") == "-x")
    #expect(CommandLineArguments.decoded("-x") == "-x")
    #expect(CommandLineArguments.withoutMarks("The value '\0-5' is") == "The value '-5' is")
  }

  /// Read by itself or below all others, a command is the same.
  @Test(arguments: [
    ["search", "rye", "-brioche", "--limit", "3"], ["tasks"], ["tasks", "--count", "bread"],
    ["tasks", "bread", "next"],
    ["tasks", "next", "--limit", "2"], ["tasks", "list", "next"], ["tasks", "done", "abc", "--dry-run"],
    ["config"], ["config", "set", "inbox", "Inbox.md"], ["config", "list", "--json"], ["tag", "add", "a", "b.md"],
    ["trash"], ["trash", "restore", "a.md"], ["list", "--tag", "x"], ["index", "--rebuild"],
    ["heading", "rename", "a.md", "Old", "New"], ["-C", "dir", "tasks", "next"], ["capture", "x"],
    ["tasks", "--", "next"], ["tasks", "--tag", "x", "next"],
  ])
  func theShortWayFindsWhatTheWholeParserFinds(_ arguments: [String]) throws {
    let words = CommandLineArguments(arguments)
    let (short, whole) = (try words.parsed(), try VaultCommand.parseAsRoot(words.forParser))
    #expect(type(of: short) == type(of: whole))
    var (a, b) = ("", "")
    dump(short, to: &a)
    dump(whole, to: &b)
    #expect(a == b)
  }

  @Test(arguments: [
    ["search", "--help"], ["tasks", "list", "-h"], ["tasks", "--help"], ["config", "set", "--help"], ["tasks", "help"],
    ["tasks", "help", "done"], ["tag", "help"], ["tag", "help", "add"],
  ])
  func helpSaysWhereTheCommandStands(_ arguments: [String]) throws {
    do {
      var command = try CommandLineArguments(arguments).parsed()
      try command.run()
      Issue.record("no help")
    } catch {
      let name = arguments.filter { !$0.hasPrefix("-") && $0 != "help" }.joined(separator: " ")
      #expect(VaultCommand.fullMessage(for: error).contains("USAGE: vault \(name) "))
    }
  }

  @Test func wordsReachTheCommand() throws {
    let command = try #require(
      try VaultCommand.parseAsRoot(CommandLineArguments(["search", "rye", "-brioche", "--count", "-dry"]).forParser)
        as? SearchCommand)
    #expect(command.words.text == "rye -brioche -dry")
    #expect(command.output.count)
  }

  /// No argument or option of a command that takes such words is left with its mark.
  @Test func wordsAreDecodedEverywhere() throws {
    let program = try CommandDescription(of: VaultCommand.self)
    var parsed = 0
    func check(_ arguments: [String]) {
      do {
        let command = try VaultCommand.parseAsRoot(arguments)
        parsed += 1
        var text = ""
        dump(command, to: &text)
        #expect(!text.contains("\\0-zz"), "\(arguments)")
      } catch {
        // A number, a choice, or options that exclude each other.
      }
    }
    func checkAll(_ command: CommandDescription, _ path: [String]) {
      for subcommand in command.subcommands ?? [] { checkAll(subcommand, path + [subcommand.commandName]) }
      let arguments = command.arguments ?? []
      let words = arguments.filter { $0.kind == "positional" }.flatMap {
        $0.isRepeating == true ? ["\0-zz", "\0-zz"] : ["\0-zz"]
      }
      check(path + words)
      for option in arguments where option.kind == "option" {
        for name in option.names ?? [] { check(path + words + [name.spelling, "\0-zz"]) }
      }
    }
    for command in program.subcommands ?? []
    where CommandLineArguments.command(command.commandName) is any WordCommand.Type {
      checkAll(command, [command.commandName])
    }
    #expect(parsed > 60)
  }

  @Test func globalOptionsMayComeFirst() throws {
    let before = try #require(try VaultCommand.parseAsRoot(["-C", "x", "--ascii", "tags"]) as? TagsCommand)
    let after = try #require(try VaultCommand.parseAsRoot(["tags", "-C", "x", "--ascii"]) as? TagsCommand)
    #expect(before.options.vault == "x" && before.options.ascii)
    #expect(after.options.vault == "x" && after.options.ascii)
  }

  /// The lists kept by hand are those of the commands.
  @Test func optionListsAreComplete() throws {
    let program = try CommandDescription(of: VaultCommand.self)
    func all(_ command: CommandDescription) -> [CommandDescription.Argument] {
      (command.arguments ?? []) + (command.subcommands ?? []).flatMap(all)
    }
    let short = all(program).flatMap { $0.names ?? [] }.filter { $0.kind == "short" }.map { Character($0.name) }
    #expect(Set(short).isSuperset(of: CommandLineArguments.joinedOptions))

    let global = (program.arguments ?? []).filter { $0.kind == "option" }
    #expect(Set(global.flatMap { ($0.names ?? []).map(\.spelling) }) == CommandLineArguments.globalOptionsWithValue)
  }

  @Test func everyCommandHasExamples() {
    func check(_ type: any ParsableCommand.Type, _ name: String) {
      let configuration = type.configuration
      #expect(!configuration.abstract.isEmpty, "\(name)")
      for subcommand in configuration.subcommands { check(subcommand, name + " " + subcommand._commandName) }
    }
    for type in VaultCommand.configuration.subcommands {
      check(type, type._commandName)
      #expect(type.configuration.discussion.contains("  vault \(type._commandName)"), "\(type._commandName)")
    }
  }
}
