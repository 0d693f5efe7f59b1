import Testing
import VaultCore

/// Changes of one entry of a setting that is a list or a map.
@Suite struct ConfigurationPartsTests {
  @Test(arguments: [
    ("", "searches.work", "tag:work", "searches: {work: tag:work}\n"),
    ("searches: {a: x}\n", "searches", "{b: v}", "searches: {a: x, b: v}\n"),
    ("searches: {a: x, b: y} # mine\n", "searches", "{b: z}", "searches: {a: x, b: z} # mine\n"),
    (
      "searches:\n  # one\n  a: x   # keep\n\n  b: >\n    y\n    z\n# end\ntheme: blue\n", "searches.b", "q",
      "searches:\n  # one\n  a: x   # keep\n\n  b: q\n# end\ntheme: blue\n"
    ),
    (
      "searches:\n  # one\n  a: x   # keep\n\n# end\ntheme: blue\n", "searches.c-d", "#t",
      "searches:\n  # one\n  a: x   # keep\n  c-d: '#t'\n\n# end\ntheme: blue\n"
    ),
    ("searches:\r\n  'a': x # c\r\n", "searches.a", "v", "searches:\r\n  'a': v # c\r\n"),
    ("searches:\n    a: x", "searches.b", "v", "searches:\n    a: x\n    b: v\n"),
    (
      "tasks:\n  format: inline\n  presets:\n    a: due today # c\n  filter: x\n", "tasks.presets.b", "not done",
      "tasks:\n  format: inline\n  presets:\n    a: due today # c\n    b: not done\n  filter: x\n"
    ),
    (
      "categories:\n  - name: recipe # r\n    icon: x\n  - {name: b, icon: y} # c\n", "categories",
      "[{name: Recipe, icon: z}, {name: new}]",
      "categories:\n  - {name: Recipe, icon: z} # r\n  - {name: b, icon: y} # c\n  - {name: new}\n"
    ),
    (
      "tasks:\n  statuses:\n    - symbol: '!'\n      name: A\n", "tasks.statuses.?", "{name: B, type: on-hold}",
      "tasks:\n  statuses:\n    - symbol: '!'\n      name: A\n    - {symbol: '?', name: B, type: on-hold}\n"
    ),
    ("categories: [{name: a}]\n", "categories.b", "{icon: x}", "categories: [{name: a}, {name: b, icon: x}]\n"),
  ])
  func otherEntriesStay(_ text: String, _ name: String, _ value: String, _ expected: String) throws {
    let result = try ConfigurationEditor.setting(name, value, in: text)
    #expect(result == expected)
    #expect(try ConfigurationEditor.setting(name, value, in: result) == result)
  }

  @Test(
    arguments: [
      (
        "ignore:\n  - a # one\n  # two\n  - b\ntheme: blue\n", ["c d", "#x"], ["a"],
        "ignore:\n  # two\n  - b\n  - c d\n  - '#x'\ntheme: blue\n"
      ),
      ("ignore:\n- a\n- b", ["c"], [], "ignore:\n- a\n- b\n- c\n"),
      ("ignore: [a, b] # c\n", ["b", "d"], ["a"], "ignore: [b, d] # c\n"),
      ("ignore: [a]\ntheme: blue\n", [], ["a"], "theme: blue\n"),
      ("", ["a", "b, c"], [], "ignore: [a, b, c]\n"),
    ] as [(String, [String], [String], String)])
  func listsGrowAndShrink(_ text: String, _ added: [String], _ removed: [String], _ expected: String) throws {
    let key = try #require(ConfigurationKey.named("ignore"))
    let less = try ConfigurationEditor.changing(key, removing: removed, in: text, of: .vault)
    let result = try ConfigurationEditor.adding(added, to: key, in: less, of: .vault)
    #expect(result == expected)
  }

  @Test(arguments: [
    ("searches:\n  a: x # one\n  b: y\n", "searches.a", "searches:\n  b: y\n"),
    ("searches:\n  a: x\ntheme: blue\n", "searches.a", "theme: blue\n"),
    ("searches: {a: x, b: y}\n", "searches.b", "searches: {a: x}\n"),
    ("tasks:\n  presets: {a: x}\n", "tasks.presets.a", ""),
    ("categories:\n- name: a\n  icon: x\n- name: b\n", "categories.A", "categories:\n- name: b\n"),
  ])
  func oneEntryIsTakenAway(_ text: String, _ name: String, _ expected: String) throws {
    #expect(try ConfigurationEditor.removing(name, in: text) == expected)
  }

  @Test(arguments: [
    ("searches: {work: x}\n", "searches.wrok", "did you mean \"work\"?", FailureKind.notFound),
    ("", "searches.work", "it has none", .notFound), ("searches: text\n", "searches.work", "by hand", .refused),
    ("searches: {a: [\n", "searches.a", "mend the file", .damaged), ("", "theme.work", "is no setting", .badArgument),
    ("", "searches.", "did you mean", .badArgument),
  ])
  func whatIsNotThereIsTold(_ text: String, _ name: String, _ words: String, _ kind: FailureKind) {
    let error = #expect(throws: ConfigurationEditError.self) { try ConfigurationEditor.removing(name, in: text) }
    #expect(error?.kind == kind)
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  @Test(arguments: [
    ("searches.a b\"c", "x", "cannot be written behind @"), ("categories.x", "icon", "takes a map"),
    ("tasks.statuses.ab", "{name: x}", "without symbol"), ("searches", "[a]", "takes a map"),
    ("vaults.work", "/x", "counts only in your own"), ("searches", "{a: [", "as YAML writes it"),
  ])
  func badEntriesAreRefused(_ name: String, _ value: String, _ words: String) {
    let error = #expect(throws: ConfigurationEditError.self) {
      try ConfigurationEditor.setting(name, value, in: "theme: blue\n")
    }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  @Test func entriesOfTheUsersOwn() throws {
    let text = try ConfigurationEditor.setting("vaults.work", "~/Work", in: "vaults: {home: /h}\n", of: .user)
    #expect(text == "vaults: {home: /h, work: ~/Work}\n")
  }

  /// A wrong entry that is there already is in nobody's way.
  @Test func anotherEntryMayBeWrong() throws {
    let text = "searches:\n  'a \"b': x\n"
    #expect(try ConfigurationEditor.setting("searches.c", "v", in: text) == text + "  c: v\n")
  }
}
