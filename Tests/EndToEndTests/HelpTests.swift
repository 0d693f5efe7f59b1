import Foundation
import Testing
import VaultTestSupport

/// What the program says about itself is true.
@Suite("Help")
struct HelpTests {
  static let commands = [
    "search", "tasks", "list", "recent", "random", "show", "open", "outline", "tags", "properties", "aliases", "links",
    "backlinks", "orphans", "deadends", "unlinked", "related", "graph", "files", "folders", "attachments", "wordcount",
    "stats", "snapshot",
    "new", "add", "today", "journal", "edit", "append", "prepend", "set", "unset", "get", "tag", "pin", "unpin",
    "favorite", "enrich",
    "mv", "rename", "heading", "archive", "rm",
    "trash", "undo", "redo", "history", "sync", "check", "changed", "conflicts", "git", "merge-driver", "ui", "serve",
    "lsp", "mcp", "import",
    "export", "init",
    "root", "index", "watch", "doctor",
    "config",
    "completion",
  ]

  /// Those that are part of another.
  static let parts = [
    "tag add", "tag remove", "tag rename", "heading rename", "trash list", "trash restore", "trash empty", "git setup",
    "history list", "history show", "config list", "config get", "config set", "config unset", "config path",
    "config trust", "tasks list", "tasks next", "tasks agenda", "tasks run", "tasks done", "tasks undo", "tasks start",
    "tasks cancel", "tasks status", "tasks add",
    "tasks edit", "tasks due", "tasks schedule", "tasks priority", "tasks category", "tasks repeat", "tasks move",
    "tasks rm", "tasks promote", "tasks history", "tasks export",
  ]

  /// Commands whose name is also that of a topic, which `vault help` shows instead.
  static let topics = ["ui", "lsp", "mcp"]

  @Test(arguments: commands + parts)
  func everyCommandHasHelpWithExamples(_ command: String) throws {
    let sandbox = try Sandbox.shared.get()
    let help = try sandbox.run("vault \(command) --help")
    #expect(help.status == 0)
    #expect(help.errors == [])
    #expect(help.text.contains("\nExamples:\n  vault \(command)"))
    if !Self.topics.contains(command) { #expect(try sandbox.run("vault help \(command)") == help) }
    // The parser does not break its list of all options.
    for line in help.text.split(separator: "\n") where !line.hasPrefix("USAGE:") {
      #expect(line.count <= 80, "\(line)")
    }
  }

  @Test(arguments: topics)
  func aTopicOfTheSameNameLeadsToTheOptions(_ topic: String) throws {
    let help = try Sandbox.shared.get().run("vault help \(topic)")
    #expect(help.status == 0)
    #expect(help.text.contains("`vault \(topic) --help`"))
    for line in help.text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test func theListAboveIsComplete() throws {
    let overview = try Sandbox.shared.get().run("vault").text
    let rows = overview.matches(of: #/(?m)^  ([a-z-]+)  /#).map { String($0.1) }
    #expect(rows == Self.commands)
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
    #expect(sections == ["ARGUMENTS", "OPTIONS", "FILTERS", "QUERIES OF OBSIDIAN TASKS", "OUTPUT"])
    #expect(help.contains("\n\nOPTIONS OF EVERY COMMAND: -C, --absolute, "))
  }

  @Test func versionIsOneLine() throws {
    let outcome = try Sandbox.shared.get().run("vault --version")
    #expect(outcome.text.wholeMatch(of: #/\d+\.\d+\.\d+\n/#) != nil)
    #expect(outcome.status == 0)
  }

  /// The manual's pages, below a folder of their own.
  private static func pages(_ sandbox: Sandbox) throws -> [String] {
    #expect(try sandbox.run("vault manual \"$RESULTS/man\"").status == 0)
    return try FileManager.default.subpathsOfDirectory(atPath: sandbox.root + "/results/man")
      .filter { $0.contains("/") }
  }

  @Test func manualPagesAreComplete() throws {
    let topics = [
      "man7/vault-query.7", "man7/vault-tasks-query.7", "man7/vault-output.7", "man7/vault-ui.7", "man7/vault-lsp.7",
      "man7/vault-mcp.7",
      "man5/vault-config.5",
    ]
    let commands = ["man1/vault.1"] + Self.commands.map { "man1/vault-\($0).1" }
    #expect(try Set(Self.pages(try Sandbox())) == Set(commands + topics))
  }

  @Test(.enabled(if: InstalledTool.man.isInstalled, "man is not installed")) func manReadsEveryPage() throws {
    let sandbox = try Sandbox()
    for page in try Self.pages(sandbox) {
      let outcome = try sandbox.run("MANWIDTH=80 man --warnings -E UTF-8 -l \"$RESULTS/man/\(page)\" > /dev/null")
      #expect(outcome.errorText == "", "\(page)")
    }
  }

  @Test(.enabled(if: InstalledTool.groff.isInstalled, "groff is not installed")) func groffReadsEveryPage() throws {
    let sandbox = try Sandbox()
    for page in try Self.pages(sandbox) {
      let outcome = try sandbox.run("groff -ww -k -man -Tutf8 \"$RESULTS/man/\(page)\" > /dev/null")
      #expect(outcome == Outcome(output: [], errors: [], status: 0), "\(page)")
    }
  }

  /// A page names only pages that there are.
  @Test func everyPageThatIsNamedIsThere() throws {
    let sandbox = try Sandbox()
    let pages = Set(try Self.pages(sandbox).map { String($0.drop { $0 != "/" }.dropFirst()) })
    for page in pages {
      let text = try sandbox.run("cat \"$RESULTS\"/man/*/\(page)").text
      for match in text.matches(of: #/\\fB(vault[a-z\\-]*)\\fR\(([157])\)/#) {
        let name = String(match.1).replacingOccurrences(of: "\\", with: "") + ".\(match.2)"
        #expect(pages.contains(name), "\(page) names \(name)")
      }
    }
  }
}
