import Foundation
import Testing
import VaultPlatform
import VaultTestSupport

/// Several processes at once, and processes that are stopped.
@Suite("Processes")
struct ProcessesTests {
  @Test func allAnswerTheSameOnAVaultWithoutAnIndex() throws {
    let sandbox = try Sandbox()
    let line = "vault search the --json > \"$RESULTS/%\" 2> \"$RESULTS/%.errors\" & "
    let all = (1...5).map { line.replacing("%", with: "\($0)") }.joined()
    #expect(try sandbox.run(all + "wait").status == 0)
    let expected = try sandbox.run("vault search the --json --no-index")
    #expect(expected.output.count > 1_000)
    for number in 1...5 {
      #expect(try sandbox.run("cat \"$RESULTS/\(number)\"").output == expected.output)
      // On a busy machine the one that makes the index may take longer than the others wait for it.
      let told = try sandbox.run("cat \"$RESULTS/\(number).errors\"").text.split(separator: "\n")
      #expect(told.allSatisfy { $0.contains("busy with another process") }, "\(told)")
    }
  }

  @Test func anIndexThatIsLockedIsDoneWithout() throws {
    let sandbox = try Sandbox()
    let line = "vault tasks --all --jsonl"
    let expected = try sandbox.run(line)
    let path = try sandbox.indexPath()
    let lock = open(path + ".lock", O_RDWR)
    #expect(lock >= 0)
    defer { close(lock) }
    #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
    let locked = try sandbox.run(line)
    #expect(locked.output == expected.output)
    #expect(locked.status == 0)
    #expect(locked.errorText.contains("busy with another process"))
    #expect(flock(lock, LOCK_UN) == 0)
    #expect(try sandbox.run(line) == expected)
  }

  /// Another program keeps the database itself, as a copy or a check of it may.
  @Test(.enabled(if: InstalledTool.sqlite3.isInstalled, "sqlite3 is not installed"))
  func aDatabaseThatIsLockedIsDoneWithout() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.run("vault list --count")
    let path = try sandbox.indexPath()
    let (input, output) = (try Descriptor.pipe(), try Descriptor.pipe())
    let holder = try sandbox.start(
      "exec sqlite3 '\(path)'", streams: [input.read, output.write, output.write])
    input.write.write("BEGIN IMMEDIATE; SELECT 'held';\n")
    #expect(String(decoding: output.read.read(), as: UTF8.self) == "held\n")
    try sandbox.addNote("New.md", "zirconium\n")
    let answer = try sandbox.run("vault search zirconium --format '{path}'")
    #expect(answer.text == "New.md\n")
    #expect(answer.errorText.contains("busy with another process"))
    input.write.write(".quit\n")
    #expect(holder.wait() == 0)
    let afterwards = try sandbox.run("vault search zirconium --format '{path}'")
    #expect(afterwards == Outcome(output: Array("New.md\n".utf8), errors: [], status: 0))
  }

  @Test func anEditorIgnoresInterruptionsThatTheShellIgnores() throws {
    let sandbox = try Sandbox()
    let edit = "EDITOR='f() { kill -INT $$; echo more >> \"$1\"; }; f' vault edit Home"
    let ignoring = try sandbox.run("trap '' INT; \(edit)")
    #expect(ignoring.status == 0, "\(ignoring.errorText)")
    #expect(try sandbox.run("tail -n 1 Home.md").text == "more\n")
    #expect(try sandbox.run(edit).status == 2)
  }

  @Test func searchingAsOneTypesStartsThisProgram() throws {
    let sandbox = try Sandbox()
    let fzf = "#!/bin/sh\\nsh -c \"$FZF_DEFAULT_COMMAND\" | head -n 1\\n"
    let answer = try sandbox.run(
      """
      mkdir bin && printf '\(fzf)' > bin/fzf && chmod +x bin/fzf
      PATH="$PWD/bin:$PATH" VAULT_PICKER=fzf bash -c 'exec -a elsewhere "$VAULT_PROGRAM" search -i brioche'
      """)
    #expect(answer.text.hasSuffix(".md\n"), "\(answer.errorText)")
  }

  /// To Swift, a mark behind a quote makes another character of it; to a shell it does not.
  @Test(arguments: [
    "a'\u{301};touch PWNED;'\u{301}", "$(touch PWNED)", "`touch PWNED`", "a\n;touch PWNED;", "-a 'b' \"c\"",
  ])
  func searchingAsOneTypesRunsNothingOfTheVaultsName(_ name: String) throws {
    let sandbox = try Sandbox()
    try FileManager.default.createDirectory(
      atPath: "\(sandbox.vault)/Odd/\(name)/.vault", withIntermediateDirectories: true)
    try sandbox.addNote("Odd/\(name)/Note.md", "brioche\n")
    try sandbox.addNote("Odd/\(name)/.vault/config.yaml", "")
    // As fzf does it: with the first command, and with the one for what is typed.
    let answer = try sandbox.run(
      """
      cat > "$RESULTS/picker" <<'END'
      #!/bin/sh
      sh -c "$FZF_DEFAULT_COMMAND"
      for word; do case $word in change:reload:*) printf '%s\\n' "${word#change:reload:}" | sed 's/{q}/brioche/g' | sh ;; esac; done
      END
      chmod +x "$RESULTS/picker" && vault config set --user picker "$RESULTS/picker" && cd Odd/*/ && vault search -i brioche
      """)
    #expect(answer.text == "Note.md\nNote.md\n", "\(answer.errorText)")
    #expect(try sandbox.run("find . \"$RESULTS\" \"$HOME\" -name PWNED").text == "")
  }

  @Test func interruptingIsStatus130() throws {
    let sandbox = try Sandbox()
    let (input, output) = (try Descriptor.pipe(), try Descriptor.pipe())
    let process = try sandbox.start(
      "exec \"$VAULT_PROGRAM\" show - 2> \"$RESULTS/errors\"", streams: [input.read, output.write, output.write])
    // It waits for names now, or is on its way there.
    usleep(300_000)
    process.interrupt()
    #expect(withExtendedLifetime(input) { process.wait() } == 130)
    #expect(try sandbox.run("cat \"$RESULTS/errors\"").text == "")
  }

  /// Whenever the first index is interrupted, the next command finds nothing in its way.
  @Test(arguments: [5, 20, 60, 150])
  func aFirstIndexThatIsInterruptedLosesNothing(_ milliseconds: Int) throws {
    let sandbox = try Sandbox()
    for number in 0..<300 {
      try sandbox.addNote(
        "\(number).md", "# Note \(number)\n\n" + String(repeating: "zirconium and other words\n", count: 20))
    }
    let output = try Descriptor(opening: "/dev/null", O_RDWR)
    let process = try sandbox.start("exec \"$VAULT_PROGRAM\" index", streams: [output, output, output])
    usleep(useconds_t(milliseconds) * 1_000)
    process.interrupt()
    #expect([0, 130].contains(process.wait()))
    let answer = try sandbox.run("vault search zirconium --count")
    #expect(answer == Outcome(output: Array("300\n".utf8), errors: [], status: 0))
    let left = try sandbox.run("find \"$XDG_CACHE_HOME\" \"$HOME\" -name '*.new*'")
    #expect(left.text == "")
  }
}

extension Sandbox {
  struct NoIndex: Error {}

  /// Where the one index is.
  func indexPath() throws -> String {
    let found = try run("find \"$XDG_CACHE_HOME\" \"$HOME\" -name index.sqlite").text.split(separator: "\n")
    guard let path = found.first, found.count == 1 else { throw NoIndex() }
    return String(path)
  }
}
