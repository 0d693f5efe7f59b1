import Testing

/// What a terminal of 80 columns, and one of 140, shows of places: file and line are what a person goes to.
@Suite("Narrow terminals")
struct NarrowTerminalTests {
  private static let sandbox = Result { () throws -> Sandbox in
    let sandbox = try Sandbox()
    let name = "A folder with a long name/Another one/2026-03-12 A meeting about the long tables of the club.md"
    let made = try sandbox.run(
      """
      mkdir -p "$(dirname '\(name)')"
      { printf -- '---\\ntag: x\\n---\\n\\n'
        printf 'Rye sourdough, see [[Rye sourdough]] and [[A note with a name that is long and that nobody wrote yet]]\\n\\n'
        printf -- '- [ ] A task with a long text that the lines of narrow terminals do not hold ⏳ 2026-02-01 ⏫\\n'
      } > '\(name)'
      """)
    #expect(made.status == 0, "\(made.errorText)")
    return sandbox
  }

  @Test(
    arguments: [
      "vault doctor --all", "vault links --dangling", "vault backlinks 'Rye sourdough'",
      "vault unlinked 'Rye sourdough'",
      "vault tasks agenda", "vault tasks", "vault tasks --group priority",
    ], [UInt16(80), 140])
  func namesAndLinesAreSeen(_ line: String, _ columns: UInt16) throws {
    let isTasks = line.contains("tasks")
    let bytes = try Self.sandbox.get().runOnTerminal(line + (isTasks ? " --path 'A folder'" : ""), columns: columns)
    let text = Self.unstyled(String(decoding: bytes, as: UTF8.self))
    #expect(text.contains("2026-03-12 A meeting about the long tables of the club.md"), "\(text)")
    let number = isTasks ? ":7" : line.contains("doctor") ? ":2:1" : "5  "
    #expect(text.contains(number), "\(text)")
  }

  /// What the parser says of a command line is broken between words, as every other message is.
  @Test(arguments: ["vault history show", "vault backlinks", "vault tasks status dun c3k"])
  func errorsAreNotCut(_ line: String) throws {
    let bytes = try Self.sandbox.get().runOnTerminal(line)
    let lines = Self.unstyled(String(decoding: bytes, as: UTF8.self)).split(whereSeparator: \.isNewline)
    #expect(lines.count > 1 && lines.allSatisfy { $0.count <= 80 }, "\(lines)")
  }

  /// A click on a path opens the file; in a pipe, and where it is turned off, there is nothing to click on.
  @Test(arguments: [
    "vault list path:Bike", "vault search gravel", "vault tasks --path Bike", "vault backlinks Home",
    "vault links Home",
    "vault related Bike", "vault doctor --all", "vault search gravel --lines", "vault show Home",
  ])
  func pathsAreLinks(_ line: String) throws {
    let sandbox = try Self.sandbox.get()
    let text = String(decoding: try sandbox.runOnTerminal(line), as: UTF8.self)
    #expect(text.contains("\u{1B}]8;;file://"), "\(text)")
    #expect(!text.contains("\u{1B}]8;;file:///"), "the machine's name is missing: \(text)")
    let off = String(decoding: try sandbox.runOnTerminal("NO_HYPERLINKS=1 \(line)"), as: UTF8.self)
    #expect(!off.contains("\u{1B}]8"), "\(off)")
    let piped = try sandbox.run("FORCE_HYPERLINK=1 \(line) --color always").text
    #expect(!piped.contains("\u{1B}]8"), "\(piped)")
  }

  private static func unstyled(_ text: String) -> String {
    text.replacing(/\u{1B}\[[0-9;]*m/, with: "").replacing(/\u{1B}\]8;;[^\u{1B}]*\u{1B}\\/, with: "")
  }
}
