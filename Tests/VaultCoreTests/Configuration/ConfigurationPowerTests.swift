import Foundation
import Testing
import VaultTestSupport

@testable import VaultCore

/// What a vault's own configuration may say, and what only the user's own may.
@Suite struct ConfigurationPowerTests {
  /// A value of each setting that a vault must not decide.
  private static let personal = [
    "editor: touch PWNED", "picker: touch PWNED", "vaults: {a: /a}", "default_vault: /a", "trusted: [/a]",
    "opener: [touch, PWNED]", "ui: {keys: {quit: e}}", "fzf: {line: x}", "fzf: {preview: touch PWNED}",
    "aliases: {wk: tasks}", "hooks: {after_change: [touch, PWNED]}", "sync: {auto: true}",
    "mcp: {write: [.]}", "mcp: {max_answer: 48KiB}",
  ]

  private static func name(_ line: String) -> String {
    let words = line.split(whereSeparator: { " :{}".contains($0) }).map(String.init)
    return ["hooks", "sync", "ui", "fzf", "mcp"].contains(words[0]) ? "\(words[0]).\(words[1])" : words[0]
  }

  @Test(arguments: personal)
  func whatRunsAndLeadsElsewhereIsTheUsersAlone(_ line: String) throws {
    let name = Self.name(line)
    let key = try #require(ConfigurationKey.named(name))
    #expect(key.power == .personal)

    let vaults = ConfigurationParser.parse(line + "\n")
    #expect(vaults.configuration == .default)
    #expect(vaults.diagnostics.map(\.code.rawValue) == ["config-not-here"])
    #expect(vaults.diagnostics.first?.message.contains("your own configuration") == true)
    #expect(ConfigurationParser.settings(in: line) == [name: false])

    let users = ConfigurationParser.parse(line + "\n", of: .user)
    #expect(key.value(users.configuration) != key.value(.default))
    #expect(users.diagnostics == [])

    let strangers = ConfigurationParser.parse(line + "\n", of: .stranger)
    #expect(strangers.configuration == .default)
    #expect(strangers.diagnostics == [])
  }

  @Test func everyPersonalSettingIsTriedAbove() {
    #expect(
      Set(Self.personal.map(Self.name))
        == Set(ConfigurationKey.all.filter { $0.power == .personal }.map(\.name)))
  }

  @Test func usersConfigurationIsNoVaults() {
    let (configuration, diagnostics) = ConfigurationParser.parse(
      "theme: blue\ninbox: In.md\ntasks:\n  filter: x\n", of: .user)
    #expect(configuration.theme == .blue)
    #expect(configuration.inbox == "Inbox.md")
    #expect(configuration.taskFilter == nil)
    #expect(diagnostics.map(\.code.rawValue) == ["config-not-here", "config-not-here"])
    #expect(diagnostics.map(\.location.line) == [2, 4])
  }

  /// A stranger's configuration counts only where it says how notes are read.
  @Test func strangersDecideHowTheirNotesAreRead() {
    let (configuration, diagnostics) = ConfigurationParser.parse(
      """
      ignore: [Old/]
      index: .vault/index.sqlite
      theme: blue
      inbox: x.md
      editor: vim
      tasks: {filter: "#task", format: inline}
      thme: x
      """, of: .stranger)
    var expected = Configuration.default
    expected.ignore = ["Old/"]
    expected.taskFilter = "#task"
    #expect(configuration == expected)
    #expect(diagnostics.map(\.code.rawValue) == ["config-unknown-key"])
  }

  /// Whatever of a vault is not read is not theirs to say: the parsing that indexes rest on is all that counts.
  @Test func whatChangesParsingIsReading() {
    for key in ConfigurationKey.all where key.changesParsing { #expect(key.power == .reading, "\(key.name)") }
  }

  @Test func theTableSaysWhichWins() {
    let user = ConfigurationParser.parse("theme: blue\nappearance: light\n", of: .user).configuration
    let text = "theme: green\nappearance: dark\n"
    let kept = ConfigurationParser.parse(text, defaults: user, keeping: ["appearance"]).configuration
    #expect(kept.theme == .green)
    #expect(kept.appearance == .light)
    #expect(
      ConfigurationKey.all.filter(\.power.isUsersFirst).map(\.name)
        == ["index", "appearance", "ui.spacing", "ui.mouse", "ui.escape_delay"])
  }

  @Test(arguments: [
    ("index: .vault/index.sqlite", "needs a path that begins with / or ~/"),
    ("vaults: {a/b: /x}", "names no vault (\"a/b\")"), ("vaults: {a: x}", "names no vault (\"a\")"),
    ("vaults: {\"..\": /x}", "names no vault"), ("vaults: {a: /x/../y}", "names no vault"),
    ("default_vault: a/b", "needs a name of `vaults`"), ("default_vault: [a]", "needs a name"),
    ("trusted: [x]", "each entry needs a path"), ("trusted: {a: b}", "takes a list"),
  ])
  func usersMistakesAreTold(_ line: String, _ words: String) {
    let (configuration, diagnostics) = ConfigurationParser.parse(line + "\n", of: .user)
    #expect(configuration == .default)
    #expect(diagnostics.count == 1)
    #expect(diagnostics.first?.message.contains(words) == true, "\(diagnostics)")
  }

  @Test func whatIsRightOfVaultsCounts() {
    let text = "vaults: {work: ~/Work, a/b: /x, home: /h}\n"
    let (configuration, diagnostics) = ConfigurationParser.parse(text, of: .user)
    #expect(configuration.vaults == [NamedVault(name: "work", path: "~/Work"), NamedVault(name: "home", path: "/h")])
    #expect(diagnostics.count == 1)
    #expect(ConfigurationParser.settings(in: text, of: .user) == ["vaults": true])
  }

  // MARK: Changing and showing it

  @Test func eachSettingIsSetWhereItCounts() throws {
    let error = #expect(throws: ConfigurationEditError.self) {
      try ConfigurationEditor.setting("editor", "vim", in: "")
    }
    #expect(error?.kind == .badArgument)
    #expect(error?.message.remedies == [.setting("editor")])
    #expect(try ConfigurationEditor.setting("editor", "vim -n", in: "# x\n", of: .user) == "# x\neditor: vim -n\n")
    #expect(throws: ConfigurationEditError.self) {
      try ConfigurationEditor.setting("inbox", "In.md", in: "", of: .user)
    }
    #expect(throws: ConfigurationEditError.self) { try ConfigurationEditor.setting("index", "/x", in: "") }
    #expect(try ConfigurationEditor.setting("index", "/x", in: "", of: .user) == "index: /x\n")
    // What stands in the wrong one can be taken out, and hinders nothing.
    #expect(try ConfigurationEditor.removing("editor", in: "editor: x\ntheme: blue\n") == "theme: blue\n")
    #expect(try ConfigurationEditor.setting("theme", "blue", in: "editor: x\n") == "editor: x\ntheme: blue\n")
  }

  @Test func usersTemplateHoldsTheUsersSettings() throws {
    let text = ConfigurationTemplate.text(for: .user)
    #expect(ConfigurationParser.parse(text, of: .user).configuration == .default)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let uncommented = lines.map { $0.hasPrefix("#") && !$0.hasPrefix("# ") ? $0.dropFirst() : $0 }
    let parsed = ConfigurationParser.parse(uncommented.joined(separator: "\n"), of: .user)
    #expect(parsed.diagnostics == [])
    #expect(parsed.configuration == .default)
    for key in ConfigurationKey.all {
      let parts = key.name.split(separator: ".")
      let line = parts.count == 2 ? "#  \(parts[1]):" : "#\(key.name):"
      #expect(lines.contains { $0.hasPrefix(line) } == key.power.counts(in: .user), "\(key.name)")
    }
  }

  /// `VAULT_RECORD=1 swift test --filter ConfigurationPowerTests` writes the page anew.
  @Test func documentationIsTheTable() throws {
    let page = URL(fileURLWithPath: RepositoryPlaces.root + "/Documentation/settings.md")
    let text = Self.page
    if ProcessInfo.processInfo.environment["VAULT_RECORD"] != nil {
      try Data(text.utf8).write(to: page)
      return
    }
    #expect(text == String(decoding: try Data(contentsOf: page), as: UTF8.self))
  }

  private static var page: String {
    var text = """
      # Settings

      A vault's own are in its `.vault/config.yaml`, the user's own for all vaults in `$XDG_CONFIG_HOME/vault/config.yaml`
      (`~/.config/vault/config.yaml`; on macOS `~/Library/Application Support/vault/config.yaml`). A vault is often somebody
      else's, so what a vault's own may say depends on what a setting can do. A setting in the wrong one counts for nothing,
      and a warning says where it belongs. This page is made of the table that the program reads them by.

      """
    for power in ConfigurationPower.allCases {
      text += "\n\(power.description)\n\n| setting | values | |\n|---|---|---|\n"
      for key in ConfigurationKey.all where key.power == power {
        let values = key.validValues.map { "`\($0)`" }.joined(separator: ", ")
        text += "| `\(key.name)` | \(values.isEmpty ? key.kind.words : values) | \(key.help) |\n"
      }
    }
    return text
  }
}

extension ConfigurationKey.Kind {
  fileprivate var words: String {
    switch self {
    case .text: "text"
    case .size: "a size"
    case .number: "a whole number"
    case .list: "a list of texts"
    case .definitions: "a list of maps"
    case .map: "texts by name"
    case .checkbox, .choice: ""
    }
  }
}
