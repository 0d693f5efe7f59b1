import Foundation
import Testing
import VaultTestSupport

/// What the program says about itself is true.
@Suite("Help")
struct HelpTests {
  static let commands = [
    "search", "tasks", "list", "recent", "random", "show", "open", "outline", "tags", "properties", "aliases", "links",
    "backlinks", "orphans", "deadends", "unlinked", "related", "files", "folders", "attachments", "wordcount", "stats",
    "new",
    "add", "today", "journal", "edit", "append", "prepend", "set", "unset", "get", "tag", "pin", "unpin", "favorite",
    "mv", "rename", "heading", "archive", "rm",
    "trash", "undo", "redo", "history", "import", "export", "init", "index", "watch", "doctor", "config",
    "completion",
  ]

  /// Those that are part of another.
  static let parts = [
    "tag add", "tag remove", "tag rename", "heading rename", "trash list", "trash restore", "trash empty",
    "history list", "history show", "config list", "config get", "config set", "config unset", "config path",
    "config trust", "tasks list",
    "tasks next",
    "tasks agenda", "tasks run", "tasks done", "tasks undo", "tasks start", "tasks cancel", "tasks status", "tasks add",
    "tasks edit", "tasks due", "tasks schedule", "tasks priority", "tasks category", "tasks repeat", "tasks move",
    "tasks rm",
    "tasks promote", "tasks export",
  ]

  @Test(arguments: commands + parts)
  func everyCommandHasHelpWithExamples(_ command: String) throws {
    let sandbox = try Sandbox.shared.get()
    let help = try sandbox.run("vault \(command) --help")
    #expect(help.status == 0)
    #expect(help.errors == [])
    #expect(help.text.contains("\nExamples:\n  vault \(command)"))
    #expect(try sandbox.run("vault help \(command)") == help)
    // The parser does not break its list of all options.
    for line in help.text.split(separator: "\n") where !line.hasPrefix("USAGE:") {
      #expect(line.count <= 80, "\(line)")
    }
  }

  @Test func theListAboveIsComplete() throws {
    let overview = try Sandbox.shared.get().run("vault").text
    let rows = overview.matches(of: #/(?m)^  ([a-z]+)  /#).map { String($0.1) }
    #expect(rows == Self.commands)
  }

  /// The examples of a command's help can be typed. Those that need other notes than these find nothing.
  @Test(
    arguments: commands.filter {
      !["open", "init", "completion", "import", "watch"].contains($0) && !changing.contains($0)
    }
      + finding)
  func examplesCanBeTyped(_ command: String) throws {
    let sandbox = try Sandbox()
    let help = try sandbox.run("vault \(command) --help").text
    let text = help.prefix(upTo: try #require(help.range(of: "USAGE:")).lowerBound)
    let examples = text.matches(of: #/(?m)^ +(vault .*)$/#).map { String($0.1) }
    #expect(!examples.isEmpty)
    for example in examples {
      let outcome = try sandbox.run("cd ../results && VAULT_DIR=\"$OLDPWD\" && export VAULT_DIR && " + example)
      let isEmptyPipe = outcome.errorText.contains("standard input names no note")
      #expect([0, 1, 123].contains(outcome.status) || isEmptyPipe, "\(example): \(outcome.errorText)")
    }
  }

  static let changing =
    Array(commands.drop { $0 != "new" }.prefix { $0 != "import" })
    + parts.filter { !$0.hasPrefix("config") && !finding.contains($0) }

  /// Parts that change nothing.
  static let finding = ["tasks list", "tasks next", "tasks agenda", "tasks run", "tasks export"]

  /// Those of commands that change notes do something, each in a copy of its own; without a terminal nobody is asked.
  @Test(arguments: changing)
  func examplesOfChangesWork(_ command: String) throws {
    let help = try Sandbox.shared.get().run("vault \(command) --help").text
    let text = help.prefix(upTo: try #require(help.range(of: "USAGE:")).lowerBound)
    let examples = text.matches(of: #/(?m)^ +(vault .*)$/#).map { String($0.1) }
    #expect(!examples.isEmpty)
    for example in examples {
      let sandbox = try Sandbox()
      if ["undo", "redo", "history", "history list", "history show", "unpin", "unset"].contains(command) {
        _ = try sandbox.run("vault pin Bike; vault set a b Bike; vault undo 2; vault set a b Bike")
      }
      if example.contains("trash") { _ = try sandbox.run("vault rm Recipes --yes") }
      if example.contains("redo") { _ = try sandbox.run("vault undo 2") }
      let outcome = try sandbox.run("export EDITOR=true; " + example)
      let asks = outcome.status == 64 && outcome.errorText.contains("Nobody can be asked here")
      #expect(outcome.status == 0 || asks, "\(example): \(outcome.errorText)")
      let isSilent = ["--open", "trash empty", "edit ", "archive "].contains { example.contains($0) }
      #expect(!outcome.output.isEmpty || asks || isSilent, "\(example)")
    }
  }

  /// Each example of `vault help query` is a query of its command.
  @Test func examplesOfQueriesCanBeTyped() throws {
    let sandbox = try Sandbox.shared.get()
    let help = try sandbox.run("vault help query").text
    let rows = help.prefix(through: try #require(help.range(of: "\npriority:")).lowerBound).split(separator: "\n")
    var command = "search"
    var examples = 0
    for row in rows {
      if row == "Tasks" { command = "tasks" }
      let columns = row.split(separator: #/ {2,}/#)
      guard columns.count == 3 else { continue }
      examples += 1
      let outcome = try sandbox.run("vault \(command) \(columns[2])")
      #expect([0, 1].contains(outcome.status), "\(columns[2]): \(outcome.errorText)")
    }
    #expect(examples > 20)
  }

  @Test(arguments: [InstalledTool.bash, .zsh, .fish])
  func everyShellHasACompletion(_ shell: InstalledTool) throws {
    let script = try Sandbox.shared.get().run("vault completion \(shell.rawValue)")
    #expect(script.status == 0 && script.text.contains("vault"))
  }

  @Test(arguments: [InstalledTool.bash, .zsh, .fish].filter(\.isInstalled))
  func shellsAcceptTheirCompletion(_ shell: InstalledTool) throws {
    let sandbox = try Sandbox()
    _ = try sandbox.run("vault completion \(shell.rawValue) > \"$RESULTS/script\"")
    let path = try #require(shell.path)
    let check = try sandbox.run("\(path) -n \"$RESULTS/script\"")
    #expect(check == Outcome(output: [], errors: [], status: 0))
  }

  @Test func aCommandShowsTheOptionsOfTheOneItMeans() throws {
    let sandbox = try Sandbox.shared.get()
    let help = try sandbox.run("vault tasks --help").text
    let list = try sandbox.run("vault tasks list --help").text
    let options = list.matches(of: #/(?m)^  (--[a-z-]+)/#).map { String($0.1) }
    #expect(options.contains("--overdue") && options.contains("--group"))
    for option in options { #expect(help.contains("\n  \(option)"), "\(option)") }
    #expect(help.contains("\nSUBCOMMANDS:\n") && help.contains("\nUSAGE: vault tasks [<options>] [<arguments>]\n"))
    #expect(try sandbox.run("vault help tasks").text == help)
  }

  @Test func ownOptionsComeFirst() throws {
    let help = try Sandbox.shared.get().run("vault tasks list --help").text
    let sections = help.matches(of: #/(?m)^([A-Z ]+):$/#).map { String($0.1) }
    #expect(
      sections == [
        "ARGUMENTS", "OPTIONS", "FILTERS", "QUERIES OF OBSIDIAN TASKS", "OUTPUT", "OPTIONS OF EVERY COMMAND",
      ])
  }

  @Test func versionIsOneLine() throws {
    let outcome = try Sandbox.shared.get().run("vault --version")
    #expect(outcome.text.wholeMatch(of: #/\d+\.\d+\.\d+\n/#) != nil)
    #expect(outcome.status == 0)
  }

  @Test func manualPagesAreComplete() throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.run("vault manual \"$RESULTS/man\"").status == 0)
    let pages = try FileManager.default.contentsOfDirectory(atPath: sandbox.root + "/results/man")
    #expect(Set(pages) == Set(["vault.1"] + Self.commands.map { "vault-\($0).1" }))
  }

  @Test(.enabled(if: InstalledTool.man.isInstalled, "man is not installed")) func manReadsEveryPage() throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.run("vault manual \"$RESULTS/man\"").status == 0)
    let pages = try FileManager.default.contentsOfDirectory(atPath: sandbox.root + "/results/man")
    #expect(pages.contains("vault.1"))
    for page in pages {
      let outcome = try sandbox.run("MANWIDTH=80 man --warnings -E UTF-8 -l \"$RESULTS/man/\(page)\" > /dev/null")
      #expect(outcome.errorText == "", "\(page)")
    }
  }
}
