import Testing

@testable import VaultCore

struct ConfigurationRemovalTests {
  @Test(arguments: [
    ("theme: blue\nindex: x\n", "theme", "index: x\n"),
    ("# a\ntheme: blue # b\n\n# c\nindex: x\n", "theme", "# a\n\n# c\nindex: x\n"),
    ("ignore:\n  - a\n  - b\ntheme: blue\n", "ignore", "theme: blue\n"),
    ("tasks:\n  format: inline\n  filter: x\n", "tasks.filter", "tasks:\n  format: inline\n"),
    ("tasks:\n  format: inline\ntheme: blue\n", "tasks.format", "theme: blue\n"),
    ("a: b\r\nTheme: blue\r\n", "theme", "a: b\r\n"),
    ("theme: blue", "theme", ""),
    ("theme: blue\n", "index", "theme: blue\n"),
    ("", "theme", ""),
  ])
  func linesOfTheSettingGo(_ text: String, _ key: String, _ expected: String) throws {
    #expect(try ConfigurationEditor.removing(key, in: text) == expected)
  }

  @Test func whatIsNotOnLinesOfItsOwnStays() {
    #expect(throws: ConfigurationEditError.self) {
      try ConfigurationEditor.removing("theme", in: "{theme: blue, index: x}\n")
    }
    #expect(throws: ConfigurationEditError.unknownKey("bla")) { try ConfigurationEditor.removing("bla", in: "") }
    #expect(throws: ConfigurationEditError.self) { try ConfigurationEditor.removing("theme", in: "theme: [\n") }
  }

  @Test func settingsAreNamedInTheTablesOrder() {
    #expect(
      ConfigurationEditor.settings(in: "Theme: blue\ntasks:\n  filter: x\nx: 1\nignore: []\n")
        == ["ignore", "theme", "tasks.filter"])
  }

  @Test func templateSetsNothingAndTakesSettings() throws {
    let text = ConfigurationTemplate.text()
    let parsed = ConfigurationParser.parse(text)
    #expect(parsed.configuration == .default)
    #expect(parsed.diagnostics.isEmpty)
    for key in ConfigurationKey.all { #expect(text.contains(key.help) == (key.power != .personal), "\(key.name)") }
    let changed = try ConfigurationEditor.setting("tasks.format", "inline", in: text)
    #expect(changed.hasPrefix(text))
    #expect(try ConfigurationEditor.removing("tasks.format", in: changed) == text)
  }

  /// Without their first `#` the lines before keys are the defaults.
  @Test func templatesValuesAreTheDefaults() {
    let lines = ConfigurationTemplate.text().split(separator: "\n", omittingEmptySubsequences: false)
    let uncommented = lines.map { $0.hasPrefix("#") && !$0.hasPrefix("# ") ? $0.dropFirst() : $0 }
    let parsed = ConfigurationParser.parse(uncommented.joined(separator: "\n"))
    #expect(parsed.diagnostics.isEmpty)
    #expect(parsed.configuration == .default)
  }
}
