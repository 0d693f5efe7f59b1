import Foundation
import Testing
import VaultPlatform
import VaultTestSupport

/// What the process may use at the most is set low: each command gives the right answer, or fails with a sentence.
@Suite("Limits")
struct LimitsTests {
  /// As the shell sets them: descriptors, the size of files (in blocks of 512 bytes), stack and memory in KiB.
  private static let settings = isLong ? all : all.enumerated().filter { $0.offset % 4 == 0 }.map(\.element)
  private static let isLong = ProcessInfo.processInfo.environment["VAULT_SOAK"] != nil
  private static let all =
    (3...20).map { "-n \($0)" } + [
      "-n 24", "-n 32", "-n 64", "-f 0", "-f 1", "-f 8", "-f 64", "-s 256", "-s 1024", "-s 4096", "-d 8000", "-d 20000",
      "-d 60000", "-v 100000", "-v 150000", "-v 250000", "-v 500000", "-v 1000000",
    ]

  private static let questions = [
    "search bread --json", "search bread --json --no-index", "tasks --jsonl", "list --json", "show Inbox",
    "tags --json",
    "links Inbox --json", "config list",
  ]

  /// Runs the program itself under a limit that holds for it alone: files that its output goes to would be limited, too.
  private func run(_ arguments: String, under limit: String, in sandbox: Sandbox) throws -> Outcome {
    // The program itself, since a shell that starts it would have to read a script; and with pipes.
    try sandbox.run(
      """
      program() { ulimit \(limit) && exec "$VAULT_PROGRAM" --today \(Sandbox.today) \(arguments); }
      { ( (program) 2>&1 1>&3 3>&-; echo $? > "$RESULTS/status" ) | cat >&2; } 3>&1 | cat
      exit $(cat "$RESULTS/status")
      """)
  }

  /// Returns true for a program that the system did not even load: the shared libraries of one that is not static have no
  /// room then, nor has the data of one that is. Of the latter only the shell may have said something.
  private func isNotLoaded(_ outcome: Outcome, under setting: String) -> Bool {
    outcome.status == 127 && outcome.errorText.contains("error while loading shared libraries")
      || outcome.status == 128 + SIGSEGV && setting.hasPrefix("-d")
        && ["", "Segmentation fault\n"].contains(outcome.errorText)
  }

  /// Returns true where nothing but the right answer will do.
  private func isEnough(_ setting: String) -> Bool {
    let parts = setting.split(separator: " ")
    let least = ["-n": 64, "-f": 0, "-s": 0, "-d": 60_000, "-v": 150_000][parts[0]] ?? .max
    return Int(parts[1]).map { $0 >= least } ?? false
  }

  private func expect(_ outcome: Outcome, toBe expected: Outcome, under setting: String, _ comment: String) {
    if isNotLoaded(outcome, under: setting) { return }
    #expect(!outcome.errorText.contains("had to stop by signal") || setting.hasPrefix("-d") || setting.hasPrefix("-v"))
    if outcome.status == 2, !isEnough(setting) {
      #expect(outcome.errorText.contains("vault: error: "), "\(comment)")
      return
    }
    #expect(outcome.status == expected.status, "\(comment): \(outcome.errorText)")
    #expect(outcome.output == expected.output, "\(comment): \(outcome.errorText)")
  }

  @Test(arguments: questions) func questionsAreAnsweredOrFail(_ question: String) throws {
    for isIndexed in [false, true] {
      let sandbox = try Sandbox()
      let expected = try run(question, under: "-n 1024", in: sandbox)
      #expect(expected.status == 0)
      for setting in Self.settings {
        if !isIndexed { _ = try sandbox.run("rm -rf \"$XDG_CACHE_HOME\"/vault") }
        expect(
          try run(question, under: setting, in: sandbox), toBe: expected, under: setting, "\(setting): \(question)")
        // What was left behind says nothing wrong either.
        expect(
          try run(question, under: "-n 1024", in: sandbox), toBe: expected, under: "-n 1024",
          "after \(setting): \(question)")
      }
    }
  }

  @Test func aFailureNamesTheLimit() throws {
    let sandbox = try Sandbox()
    let few = try run("list", under: "-n 6", in: sandbox)
    #expect(few.status == 2)
    #expect(few.errorText.contains("Too many open files; let the program open more files (`ulimit -n`)"))
    for (arguments, status) in [("index --rebuild", 2), ("set a 1 Inbox", 2), ("search bread", 0)] as [(String, Int32)]
    {
      let large = try run(arguments, under: "-f 0", in: sandbox)
      #expect(large.status == status, "\(arguments): \(large.errorText)")
      #expect(large.errorText.contains("`ulimit -f`"), "\(arguments): \(large.errorText)")
    }
  }

  /// What holds for all notes says nothing of one that could be left out.
  @Test(arguments: (8...24).map { "-n \($0)" } + ["-f 0"]) func noNoteIsLeftOutForWantOfFiles(_ setting: String) throws
  {
    let sandbox = try Sandbox()
    let many = "for i in $(seq 40); do mkdir -p many/$i; echo text > many/$i/n$i.md; done"
    let outcome = try sandbox.run(
      """
      \(many); names=$(for i in $(seq 40); do echo n$i; done)
      (ulimit \(setting); exec "$VAULT_PROGRAM" set key value $names --dry-run --skip-unchangeable 2>&1 | cat) | grep -a "left out"
      (ulimit \(setting); exec "$VAULT_PROGRAM" set key value $names --skip-unchangeable) 2>&1 | cat | grep -a "left out"
      grep -l key -r many | wc -l
      """)
    #expect(["0\n", "40\n"].contains(outcome.text.replacing(" ", with: "")), "\(outcome.text)")
  }

  /// A change that is possible with some number of files is possible with more.
  @Test func moreFilesAreNeverTooFew() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run(
      """
      for i in $(seq 30); do mkdir -p many/$i; echo text > many/$i/n$i.md; done; names=$(for i in $(seq 30); do echo n$i; done)
      for count in $(seq 8 \(Self.isLong ? 1 : 6) 130) 256 512 1024; do
        (ulimit -n $count; exec "$VAULT_PROGRAM" set key $count $names) > /dev/null 2>&1; echo $?
      done | uniq | tr '\\n' ' '
      """)
    #expect(["2 0 ", "0 "].contains(outcome.text), "\(outcome.text)")
  }

  @Test func checkingFailsRatherThanToFindWhatIsNot() throws {
    let sandbox = try Sandbox()
    let usual = try run("doctor --json", under: "-n 1024", in: sandbox)
    for setting in (3...24).map({ "-n \($0)" }) + ["-f 0", "-f 8"] {
      let outcome = try run("doctor --json", under: setting, in: sandbox)
      if isNotLoaded(outcome, under: setting) || outcome.status == 2 { continue }
      #expect(outcome.status == usual.status && outcome.output == usual.output, "\(setting): \(outcome.text)")
    }
  }

  /// All is changed, or nothing.
  @Test(arguments: [
    "set a 1 Inbox", "mv Inbox Moved --yes", "tag rename money cash --yes", "rm Inbox --yes", "append Inbox x",
  ])
  func changesAreMadeOrNot(_ change: String) throws {
    let state = "find . -name .vault -prune -o -type f -exec cksum {} + | sort"
    let done = try Sandbox()
    let before = try done.run(state).text
    #expect(try done.run("vault \(change)").status == 0)
    let after = try done.run(state).text
    #expect(before != after)
    for setting in Self.settings {
      let sandbox = try Sandbox()
      let outcome = try run(change, under: setting, in: sandbox)
      if isNotLoaded(outcome, under: setting) { continue }
      #expect(
        outcome.status == 0 || outcome.status == 2 && (!isEnough(setting) || setting.hasPrefix("-f")),
        "\(setting): \(outcome.errorText)")
      if outcome.status == 2 { #expect(outcome.errorText.contains("vault: error: "), "\(setting)") }
      // One that ended in the middle is taken back by the next command.
      _ = try sandbox.run("vault list")
      #expect(try sandbox.run(state).text == (outcome.status == 0 ? after : before), "\(setting): \(outcome.errorText)")
    }
  }

  /// A process that may have no other thread does all on its own. (`dash` cannot limit them.)
  @Test(
    .enabled(if: Sandbox.canBeOrdinaryUser && InstalledTool.bash.isInstalled, "setpriv or bash is not installed"),
    arguments: questions)
  func noThreadsAreNeeded(_ question: String) throws {
    let sandbox = try Sandbox()
    let line = "\"$VAULT_PROGRAM\" --today \(Sandbox.today) \(question)"
    for _ in 0..<2 {
      let outcome = try sandbox.run("user bash -c 'ulimit -u 1; exec \(line)'")
      #expect(outcome.status == 0, "\(outcome.errorText)")
      #expect(outcome.output == (try sandbox.run("user \(line)").output))
    }
  }

  /// Nothing waits for a thread that cannot be had.
  @Test(.enabled(if: Sandbox.canBeOrdinaryUser && InstalledTool.bash.isInstalled, "setpriv or bash is not installed"))
  func nothingWaitsForThreads() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.run("chmod -R a+w .")
    for command in [
      "set a 1 Inbox", "tag add b Inbox Home", "mv Inbox Moved --yes", "undo", "index --rebuild", "index --verify",
      "doctor",
      "tasks add x", "export --json", "history", "rm Inbox --yes", "stats", "search absentword",
    ] {
      let outcome = try sandbox.run("user bash -c 'ulimit -u 1; exec \"$VAULT_PROGRAM\" \(command)'")
      #expect(outcome.status == (command.hasPrefix("search") ? 1 : 0), "\(command): \(outcome.errorText)")
    }
    let watch = try sandbox.run("user bash -c 'ulimit -u 1; exec \"$VAULT_PROGRAM\" watch'")
    #expect(watch.status == 2)
    #expect(watch.errorText.contains("no thread can be started"))
  }

  /// The watcher fails with a sentence, or works, however many ask it at once.
  @Test(arguments: [4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 42, 44, 46, 48, 52, 56, 64])
  func theWatcherNeedsDescriptors(_ count: Int) throws {
    let outcome = try Sandbox().run(
      """
      (ulimit -n \(count) && exec "$VAULT_PROGRAM" watch --quiet) > "$RESULTS/watch" 2>&1 & watcher=$!
      i=0; while [ $i -lt 600 ] && kill -0 $watcher 2>/dev/null && ! vault watch --status --quiet 2>/dev/null
      do i=$((i+1)); sleep 0.1; done
      same() { [ "$(vault list --count)" = "$(vault list --count --no-index)" ] || echo differs; }
      same; echo new > New.md; same
      for each in 1 2 3 4 5 6 7 8; do same & asking="$asking $!"; done; wait $asking
      vault watch --stop --quiet 2>/dev/null || kill $watcher 2>/dev/null; wait $watcher; echo "status $?"; cat "$RESULTS/watch"
      """)
    #expect(
      outcome.text.hasPrefix("status 0\n") || outcome.text.hasPrefix("status 2\nvault: error: ")
        || outcome.text.hasPrefix("status 127\n"), "\(outcome.text)\(outcome.errorText)")
  }

  /// Nothing of any length or without an end is read whole, whatever it is.
  @Test(arguments: [
    ".vault/config.yaml", ".vault/.gitignore", ".vault/journal/00000001.done", ".vault/journal/pending", ".gitignore",
    ".obsidian/app.json", ".obsidian/daily-notes.json", ".obsidian/templates.json",
    ".obsidian/plugins/obsidian-tasks-plugin/data.json", ".git/info/exclude", ".git/HEAD", ".vault/templates/t.md",
    ".zk/config.toml", "Huge.md", "huge.png",
  ])
  func hugeAndEndlessFiles(_ path: String) throws {
    for make in ["truncate -s 20G", "mkfifo", "ln -s /dev/zero", "ln -s /proc/self/pagemap", "ln -s /proc/kmsg"] {
      let sandbox = try Sandbox()
      let outcome = try sandbox.run(
        """
        mkdir -p "$(dirname \(path))"; rm -f \(path)
        answers() { for command in "search bread --count" "tasks --count"; do vault $command 2> /dev/null || echo; done; }
        answers > "$RESULTS/right"
        \(make) \(path)
        ulimit -v 4000000 # Four gigabytes: no more than one of them may be meant to be read.
        # As without it, or none.
        answers > "$RESULTS/told"; paste -d ' ' "$RESULTS/right" "$RESULTS/told" | awk 'NF != 1 && $1 != $2'
        for command in "list --count" "search bread --count" "tasks --count" "show Home" "history" "config list" \
        "today --print" "new x" "new y --template t" "set a 1 Inbox" "undo" "redo" "doctor" "trash" "export --json"; do
          vault $command > /dev/null 2> "$RESULTS/errors"; status=$?
          { [ $status -le 3 ] && ! grep -q "stop by signal" "$RESULTS/errors"; } || { echo "$command: $status"; cat "$RESULTS/errors"; }
        done
        """)
      #expect(outcome.text == "", "\(make) \(path)")
    }
  }
}
