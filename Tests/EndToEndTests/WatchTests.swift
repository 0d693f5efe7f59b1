import Testing

/// Lists that are shown anew while notes change.
@Suite("Watching")
struct WatchTests {
  /// What a watched list does when the text so far ends as `expected` says, one step after the other.
  private struct Step {
    var expected: String
    var act: (Sandbox, ShellProcess) throws -> Void

    init(_ expected: String, _ act: @escaping (Sandbox, ShellProcess) throws -> Void) {
      self.expected = expected
      self.act = act
    }
  }

  private static func write(_ text: String, to path: String) -> (Sandbox, ShellProcess) throws -> Void {
    { sandbox, _ in _ = try sandbox.run("printf '%s\\n' '\(text)' > '\(path)'") }
  }

  private static func interrupt(_: Sandbox, _ process: ShellProcess) { process.interrupt() }

  /// Everything that was shown, and the exit status.
  private func watch(_ line: String, onTerminal: Bool, _ steps: [Step]) throws -> (text: String, status: Int32) {
    let sandbox = try Sandbox(notes: false)
    _ = try sandbox.run("printf '%s\\n' '- [ ] first' > a.md")
    var left = steps[...]
    var seen = 0
    func react(_ all: [UInt8], _ process: ShellProcess) throws {
      let new = String(decoding: all[seen...], as: UTF8.self)
      guard let step = left.first, new.contains(step.expected) else { return }
      left.removeFirst()
      seen = all.count
      try step.act(sandbox, process)
    }
    let bytes: [UInt8]
    let status: Int32
    if onTerminal {
      (bytes, status) = try PseudoTerminal().run(reacting: react) {
        try sandbox.start(line, variables: ["TERM": "xterm-256color", "NO_COLOR": "1"], streams: $0)
      }
    } else {
      let (process, output) = try Self.start(line, in: sandbox)
      (bytes, status) = try output.readAll(of: process, reacting: react)
    }
    #expect(left.isEmpty, "\(String(decoding: bytes, as: UTF8.self))")
    return (String(decoding: bytes, as: UTF8.self), status)
  }

  /// The process' own end of the pipe is the last one.
  private static func start(_ line: String, in sandbox: Sandbox) throws -> (ShellProcess, Descriptor) {
    let (output, written) = try Descriptor.pipe()
    let input = try Descriptor(opening: "/dev/null", 0)
    return (try sandbox.start(line, streams: [input, written, written]), output)
  }

  @Test func aQueryFromStandardInputStays() throws {
    let shown = try watch(
      "printf 'description includes fir' > ../results/q; "
        + "exec vault tasks --watch --tasks-query - --format '{description}' < ../results/q",
      onTerminal: false,
      [
        Step("first", Self.write("- [ ] second\n- [ ] fir", to: "b.md")), Step("fir\n", Self.interrupt),
      ])
    #expect(!shown.text.contains("second"))
  }

  @Test(arguments: ["tasks --watch", "tasks next --watch", "tasks agenda --watch"])
  func aTerminalIsDrawnAnewAndComesBack(_ command: String) throws {
    let shown = try watch(
      "exec vault \(command)", onTerminal: true,
      [
        Step("Ctrl-C", Self.write("- [ ] second 📅 2026-03-14", to: "a.md")),
        Step("second", Self.write("- [ ] third 📅 2026-03-14", to: "New folder.md")), Step("third", Self.interrupt),
      ])
    #expect(shown.status == 130)
    #expect(shown.text.hasPrefix("\u{1B}[?1049h\u{1B}[?25l\u{1B}[H"))
    #expect(shown.text.hasSuffix("\u{1B}[?25h\u{1B}[?1049l"))
    #expect(!shown.text.contains("\u{1B}[2J"))
  }

  @Test func aPipeGetsTheListAgainWhenItIsAnother() throws {
    let shown = try watch(
      "exec vault tasks --watch --format '{description}'", onTerminal: false,
      [
        Step("first\n") { sandbox, _ in
          _ = try sandbox.run("echo 'no task' >> a.md; sleep 0.5; echo '- [ ] second' > a.md")
        },
        Step("second\n", Self.write("- [x] second", to: "a.md")), Step("\n", Self.interrupt),
      ])
    #expect(shown.text == "first\n\nsecond\n\n")
    #expect(shown.status == 130)
  }

  @Test func countsFollowEachOther() throws {
    let shown = try watch(
      "exec vault tasks --watch --count", onTerminal: false,
      [Step("1\n", Self.write("- [ ] a\n- [ ] b", to: "b.md")), Step("3\n", Self.interrupt)])
    #expect(shown.text == "1\n3\n")
  }

  @Test func itEndsWithTheVault() throws {
    let shown = try watch(
      "exec vault tasks --watch", onTerminal: false,
      [Step("first") { sandbox, _ in _ = try sandbox.run("rm -r \"$VAULT_FOLDER\"") }])
    #expect(shown.status == 2)
    #expect(shown.text.contains("vault: error:"))
  }

  @Test func itEndsWhenNobodyReads() throws {
    let outcome = try Sandbox().run("vault tasks --watch | head -1")
    #expect(outcome.status == 0)
    #expect(outcome.errors == [])
    #expect(!outcome.output.isEmpty)
  }

  @Test func mistakesEndItAtOnce() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run("vault tasks --watch due:blurb")
    #expect(outcome.status == 64)
    #expect(outcome.errorText.contains("is no date"))
    #expect(try sandbox.run("vault tasks --watch --quiet").status == 64)
    #expect(try sandbox.run("vault tasks --watch --format '{nope}'").status == 64)
  }
}
