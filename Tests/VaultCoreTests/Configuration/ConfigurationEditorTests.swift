import Testing
import VaultCore

@Suite struct ConfigurationEditorTests {
  static let edits: [(String, String, String, String)] = [
    ("", "theme", "blue", "theme: blue\n"),
    ("# mine", "theme", "blue", "# mine\ntheme: blue\n"),
    ("theme: grey   # nice\nx: 1\n", "theme", "Blue", "theme: Blue   # nice\nx: 1\n"),
    ("theme: grey", "theme", "blue", "theme: blue"),
    ("\u{FEFF}theme: grey\r\n# c\r\n", "theme", "blue", "\u{FEFF}theme: blue\r\n# c\r\n"),
    ("a: 1\r\n", "theme", "blue", "a: 1\r\ntheme: blue\r\n"),
    ("'theme':   'grey'\n", "theme", "blue", "'theme': blue\n"),
    ("theme:\nindex: x\n", "theme", "blue", "theme: blue\nindex: x\n"),
    ("theme: # choose\n", "theme", "blue", "theme: blue # choose\n"),
    (
      "ignore:\n- a\n- b # c\n\n# next\ntheme: grey\n", "ignore", "x/, *.tmp",
      "ignore: [x/, '*.tmp']\n\n# next\ntheme: grey\n"
    ),
    ("ignore: [a,\n  b,\n]\ntheme: grey\n", "ignore", "[c, 'd e']", "ignore: [c, d e]\ntheme: grey\n"),
    ("ignore: [a]\n", "ignore", "", "ignore: []\n"),
    ("", "tasks.format", "inline", "tasks:\n  format: inline\n"),
    ("tasks:\ntheme: grey\n", "tasks.format", "inline", "tasks:\n  format: inline\ntheme: grey\n"),
    (
      "tasks:\n    # how\n    format: emoji # x\n\n# theme\ntheme: grey\n", "tasks.filter", "#task",
      "tasks:\n    # how\n    format: emoji # x\n    filter: '#task'\n\n# theme\ntheme: grey\n"
    ),
    (
      "tasks:\n  statuses:\n    - symbol: '!'\n      name: A\n  format: emoji\n", "tasks.statuses",
      "[{symbol: '?', name: B}]",
      "tasks:\n  statuses:\n    - symbol: '!'\n      name: A\n    - {symbol: '?', name: B}\n  format: emoji\n"
    ),
    ("tasks:\n  filter: '# # it''s' # keep\n", "tasks.filter", "a: b's", "tasks:\n  filter: 'a: b''s' # keep\n"),
    ("tasks:\ntasksx: 1\n", "tasks.format", "inline", "tasks:\n  format: inline\ntasksx: 1\n"),
    ("tasks.format: emoji\n", "tasks.format", "inline", "tasks.format: inline\n"),
    ("max_file_size: 5\n", "max_file_size", "2 MiB", "max_file_size: 2 MiB\n"),
    ("respect_gitignore: true\n", "respect_gitignore", "off", "respect_gitignore: false\n"),
    ("inbox: In.md\n", "inbox", "2026", "inbox: '2026'\n"),
    ("thme: x\ninbox: a\n", "inbox", "true: [x", "thme: x\ninbox: 'true: [x'\n"),
  ]

  @Test(arguments: edits.indices)
  func onlyItsLinesChange(index: Int) throws {
    let (text, key, value, expected) = Self.edits[index]
    let result = try ConfigurationEditor.setting(key, value, in: text)
    #expect(Array(result.utf8) == Array(expected.utf8), "\(result)")
    #expect(try ConfigurationEditor.setting(key, value, in: result) == result)
  }

  @Test(arguments: [
    ("", "thme", "blue", "did you mean \"theme\"?"), ("", "theme", "purple", "valid are grey"),
    ("", "tasks.statuses", "nonsense", "takes a list"), ("", "categories", "[{", "as YAML writes it"),
    ("a: [\n", "theme", "blue", "mend the file first"), ("{theme: grey, index: x}\n", "theme", "blue", "by hand"),
    ("tasks: {format: emoji, filter: x}\n", "tasks.format", "inline", "by hand"), ("text\n", "theme", "blue", "mend"),
    ("", "max_file_size", "-1", "is no size"), ("", "inbox", "", "needs a path"),
  ])
  func whatCannotBeDoneIsRefused(text: String, key: String, value: String, words: String) {
    let error = #expect(throws: ConfigurationEditError.self) {
      try ConfigurationEditor.setting(key, value, in: text)
    }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  @Test func anyTextComesBackAsItWas() throws {
    let pieces = [
      "a", "'", "\"", "#", " ", ": ", "- ", "[", "]", "{", "\\", "\t", "\n", "\u{85}", "\u{2028}", "é", "🎯", "~", "1",
      ",",
    ]
    var random = SplitMix(seed: 11)
    var text = "# start\ntasks:\n  format: inline # here\n\ntheme: blue\n"
    for _ in 0..<2000 {
      let value =
        "x"
        + (0..<Int.random(in: 0..<8, using: &random)).map { _ in
          pieces[Int.random(in: 0..<pieces.count, using: &random)]
        }
        .joined()
      text = try ConfigurationEditor.setting("tasks.filter", value, in: text)
      #expect(ConfigurationParser.parse(text).configuration.taskFilter == value)
      #expect(
        text.hasPrefix("# start\ntasks:\n  format: inline # here\n  filter: ") && text.hasSuffix("\n\ntheme: blue\n"))
    }
  }

  @Test func randomFilesNeverTrap() {
    let pieces = [
      "theme", "tasks", "ignore", ":", ": ", " ", "  ", "\n", "\r\n", "- ", "[", "]", "{", "}", "'", "\"", "#", " #",
      "grey", "x",
    ]
    var random = SplitMix(seed: 13)
    for _ in 0..<3000 {
      let text = (0..<Int.random(in: 0..<20, using: &random)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }
      .joined()
      for key in ["theme", "tasks.format", "ignore"] {
        let value = key == "theme" ? "blue" : key == "ignore" ? "a" : "inline"
        guard let result = try? ConfigurationEditor.setting(key, value, in: text) else { continue }
        #expect(ConfigurationKey.named(key)?.text(in: ConfigurationParser.parse(result).configuration) == value)
      }
    }
  }
}

@Suite struct NearMissesTests {
  @Test(arguments: [
    ("thme", "theme"), ("tehme", "theme"), ("THEME", "theme"), ("index_path", nil), ("app", "appearance"), ("", nil),
    ("zzzzz", nil),
  ])
  func nearest(word: String, expected: String?) {
    #expect(Suggestion.nearest(to: word, among: ["theme", "index", "appearance"], isGenerous: true).first == expected)
  }
}
