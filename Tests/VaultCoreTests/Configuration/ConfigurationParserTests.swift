import Testing

@testable import VaultCore

@Suite struct ConfigurationParserTests {
  @Test(arguments: ["", "\n", "# nothing\n", "---\n", "\u{FEFF}", "ignore:\ntasks:\ntheme:\n"])
  func nothingIsTheDefault(text: String) {
    let (configuration, diagnostics) = ConfigurationParser.parse(text)
    #expect(configuration == .default)
    #expect(diagnostics.isEmpty)
  }

  @Test func everySettingIsRead() {
    let text = """
      ignore: [Templates/, "*.tmp"]
      respect_gitignore: no
      max_file_size: 2 MiB
      index: .vault/index.sqlite
      theme: Indigo
      appearance: dark
      first_weekday: sunday
      tasks:
        format: inline
        filter: "#task"
        statuses:
          - {symbol: "!", name: Important, type: todo, next: x}
          - symbol: /
            name: Doing
            type: in-progress
      categories:
        - {name: travel, icon: 🧳}
        - {name: Idea, icon: 🔆, title: Spark}
      sources: [scanner]
      inbox: Capture/In.md
      """
    let (configuration, diagnostics) = ConfigurationParser.parse(text)
    #expect(diagnostics.isEmpty)
    #expect(configuration.ignore == ["Templates/", "*.tmp"])
    #expect(!configuration.respectGitignore)
    #expect(configuration.maximumFileSize == 2 << 20)
    #expect(configuration.indexPath == ".vault/index.sqlite")
    #expect(configuration.theme == .indigo)
    #expect(configuration.appearance == .dark)
    #expect(configuration.firstWeekday == 7)
    #expect(configuration.taskFormat == .inline)
    #expect(configuration.taskFilter == "#task")
    #expect(configuration.taskStatuses.count == 6)
    #expect(configuration.taskStatuses[3] == StatusDefinition(symbol: "/", name: "Doing", type: .inProgress, next: "x"))
    #expect(configuration.taskStatuses[5].symbol == "!")
    #expect(configuration.category("TRAVEL")?.icon == "🧳")
    #expect(configuration.category("idea")?.title == "Spark")
    #expect(configuration.category("unheard")?.title == "Note")
    #expect(configuration.source("scanner")?.title == "Scanner")
    #expect(configuration.inbox == "Capture/In.md")
  }

  @Test func dottedNamesAreReadToo() {
    #expect(ConfigurationParser.parse("tasks.format: inline\n").configuration.taskFormat == .inline)
  }

  @Test(arguments: [
    ("thme: blue\n", "config-unknown-key", 1, 1, "did you mean \"theme\"?"),
    ("a: 1\n", "config-unknown-key", 1, 1, "the list of settings"),
    ("theme: blue\ntasks:\n  formt: inline\n", "config-unknown-key", 3, 3, "did you mean \"tasks.format\"?"),
    ("theme: bleu\n", "config-bad-value", 1, 1, "did you mean \"blue\"?"),
    ("theme: [blue]\n", "config-bad-value", 1, 1, "must be one of grey, blue"),
    ("max_file_size: big\n", "config-bad-value", 1, 1, "KiB, MiB or GiB"),
    ("max_file_size: 99999999999 GiB\n", "config-bad-value", 1, 1, "is no size"),
    ("max_file_size: 0\n", "config-bad-value", 1, 1, "is no size"),
    ("respect_gitignore: maybe\n", "config-bad-value", 1, 1, "valid are true, false"),
    ("first_weekday: 1\n", "config-bad-value", 1, 1, "valid are monday"),
    ("ignore: {a: b}\n", "config-bad-value", 1, 1, "takes a list"),
    ("tasks:\n  filter: #task\n", "config-bad-value", 2, 11, "put the tag in quotes"),
    ("tasks: 5\n", "config-unknown-key", 1, 1, "is no setting"),
    ("tasks:\n  statuses: [{symbol: xx}]\n", "config-bad-value", 2, 3, "without symbol"),
    ("tasks:\n  statuses: [{symbol: x, type: finished}]\n", "config-bad-value", 2, 3, "valid are todo"),
    ("tasks:\n  statuses: [{symbol: x, kind: done}]\n", "config-bad-value", 2, 3, "has no field \"kind\""),
    ("categories: [{icon: x}]\n", "config-bad-value", 1, 1, "without name"),
    ("theme: blue\n\tx\n", "config-invalid", 2, 1, "tab"),
    ("just text\n", "config-not-a-mapping", 1, 1, "key: value"),
  ])
  func problemsAreReported(text: String, code: String, line: Int, column: Int, words: String) throws {
    let (_, diagnostics) = ConfigurationParser.parse(text)
    let problem = try #require(diagnostics.first)
    #expect(diagnostics.count == 1)
    #expect(problem.code.rawValue == code)
    #expect(problem.location == SourceLocation(line: line, column: column))
    #expect(problem.message.contains(words), "\(problem.message)")
  }

  @Test func whatIsWrongLeavesTheRest() {
    let (configuration, diagnostics) = ConfigurationParser.parse("theme: mauve\nappearance: light\nx: y\n")
    #expect(configuration.theme == .grey)
    #expect(configuration.appearance == .light)
    #expect(diagnostics.map(\.location.line) == [1, 3])
  }

  @Test func ofSavedSearchesOnlyTheWrongOnesAreLeftOut() {
    let text = "searches: {a b: x, c: y, 'd\"': z}\n"
    let (configuration, diagnostics) = ConfigurationParser.parse(text)
    #expect(configuration.searches == [SavedSearch(name: "c", query: "y")])
    #expect(diagnostics.map(\.message).contains { $0.contains("(\"a b\", \"d\"\")") })
    #expect(ConfigurationParser.settings(in: text) == ["searches": true])
    #expect(ConfigurationParser.settings(in: "searches: {a b: x}\n") == ["searches": false])
    #expect(
      ConfigurationParser.settings(in: "searches: 5\ntheme: mauve\nignore:\ninbox: In.md\n")
        == ["searches": false, "theme": false, "inbox": true])
  }

  @Test func theFingerprintFollowsWhatChangesReading() {
    let fingerprint = { (text: String) in ConfigurationParser.parse(text).configuration.parsingFingerprint }
    let before = fingerprint("")
    #expect(fingerprint("theme: blue\ncategories: [x]\nignore: [y]\n") == before)
    #expect(fingerprint("max_file_size: 16777216\n") == before)
    for text in ["max_file_size: 1 MiB", "tasks.filter: '#t'", "tasks.statuses: [{symbol: '!'}]"] {
      #expect(fingerprint(text) != before)
    }
  }

  @Test func keysAreComplete() throws {
    for key in ConfigurationKey.all {
      #expect(key.help.hasSuffix("."))
      #expect(ConfigurationKey.named(key.name.uppercased())?.name == key.name)
      if !key.validValues.isEmpty { #expect(key.validValues.contains(key.defaultText)) }
    }
    let texts = Dictionary(uniqueKeysWithValues: ConfigurationKey.all.map { ($0.name, $0.defaultText) })
    #expect(texts["max_file_size"] == "16 MiB")
    #expect(texts["first_weekday"] == "monday")
    #expect(texts["index"]?.isEmpty == true)
    #expect(texts["categories"]?.hasPrefix("name=idea icon=💡 title=Idea\n") == true)
    #expect(texts["tasks.statuses"]?.contains("symbol=/ name=In Progress type=in-progress next=x") == true)
  }

  @Test func presetsAreAMapOfTexts() {
    let (configuration, diagnostics) = ConfigurationParser.parse(
      "tasks:\n  presets:\n    week: |\n      due this week\n      not done\n    none:\n    three: limit 3\n")
    #expect(diagnostics == [])
    #expect(
      configuration.taskPresets == [
        TaskPreset(name: "week", text: "due this week\nnot done\n"), TaskPreset(name: "none", text: ""),
        TaskPreset(name: "three", text: "limit 3"),
      ])
    for wrong in ["tasks.presets: [a]", "tasks.presets: {a: [b]}", "tasks.presets: x"] {
      #expect(ConfigurationParser.parse(wrong).diagnostics.count == 1)
    }
  }
}
