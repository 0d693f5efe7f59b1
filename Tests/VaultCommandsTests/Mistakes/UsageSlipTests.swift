import Testing
import VaultCore

@testable import VaultCommands

struct UsageSlipTests {
  /// What is to be typed instead.
  @Test(arguments: [
    (["search", "--tag", "work", "x"], "vault search tag:work x"),
    (["search", "--tag=a b", "x"], "vault search 'tag:\"a b\"' x"),
    (["list", "--order", "title"], "vault list --sort title"),
    (["list", "--max-count=3"], "vault list '--limit=3'"),
    (["tasks", "--strat", "x"], "vault tasks --start x"),
    (["search", "-m", "3", "salt"], "vault search --limit 3 salt"),
    (["search", "-m3", "salt"], "vault search --limit 3 salt"),
    (["list", "-20"], "vault list --limit 20"),
    (["index", "rebuild"], "vault index --rebuild"),
    (["today", "tomorrow"], "vault journal tomorrow"),
    (["tag", "delete", "work", "Bike"], "vault tag remove work Bike"),
    (["tags", "rename", "a", "b"], "vault tag rename a b"),
    (["tag", "list"], "vault tags"),
    (["config", "theme"], "vault config get theme"),
    (["config", "theme", "blue"], "vault config set theme blue"),
    (["config", "theme=blue"], "vault config set theme blue"),
    (["config", "set", "theme=blue"], "vault config set theme blue"),
    (["set", "status=done", "Bike"], "vault set status done Bike"),
    (["tasks", "repeat", "weekly"], "vault tasks repeat weekly TASK"),
    (["new", "Two", "words"], "vault new 'Two words'"),
    (["-C", "notes", "trash", "Bike"], "vault -C notes rm Bike"),
    (["trash", "Bike", "--vault=notes"], "vault '--vault=notes' rm Bike"),
  ])
  func sayWhatToType(_ arguments: [String], _ line: String) throws {
    let text = try UsageSlip(arguments)?.message.commandLine
    let lines = text?.split(separator: "\n").filter { $0.hasPrefix("Try: ") }.map { String($0.dropFirst(5)) }
    #expect(lines == [line])
  }

  /// What the parser understands, or says better itself.
  @Test(arguments: [["list", "--json", "--jsonl"], ["search", "x"], ["show"], ["pin"]])
  func areOnlySeenWhereThereAreSome(_ arguments: [String]) throws {
    #expect(try UsageSlip(arguments) == nil)
  }

  @Test func onlyCommandsThatReadAreRunUnderAnotherName() {
    #expect(UsageSlip.meantCommand("ls", ["work"]) == "list")
    #expect(UsageSlip.meantCommand("Search", []) == "search")
    #expect(UsageSlip.meantCommand("grep", ["-i", "x"]) == nil)
    #expect(UsageSlip.meantCommand("RM", ["x"]) == nil)
    #expect(UsageSlip.meantCommand("delete", ["x"]) == nil)
  }

  /// Each letter's options exist in some command, and each letter says something.
  @Test func lettersAreOfUse() throws {
    func options(_ command: CommandDescription) -> Set<String> {
      (command.subcommands ?? []).reduce(into: Set((command.arguments ?? []).flatMap { $0.names ?? [] }.map(\.name))) {
        $0.formUnion(options($1))
      }
    }
    let known = options(try CommandDescription(of: VaultCommand.self))
    for (letter, meaning) in KnownMistakes.letters {
      #expect(known.isSuperset(of: meaning.options), "\(letter)")
      #expect(!meaning.options.isEmpty || meaning.remedy != nil, "\(letter)")
    }
  }
}
