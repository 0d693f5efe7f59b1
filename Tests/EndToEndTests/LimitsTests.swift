import Foundation
import Testing
import VaultPlatform
import VaultTestSupport

/// What the process may use at the most is set low: each command gives the right answer, or fails with a sentence.
@Suite("Limits")
struct LimitsTests {
  /// As the shell sets them; descriptors, the size of files (in blocks of 512 bytes), memory and stack in KiB.
  private static let settings = isLong ? all : all.enumerated().filter { $0.offset % 4 == 0 }.map(\.element)
  private static let isLong = ProcessInfo.processInfo.environment["VAULT_SOAK"] != nil
  private static let all =
    (3...20).map { "-n \($0)" } + ["-n 24", "-n 32", "-n 64"]
    + ["-f 0", "-f 1", "-f 8", "-f 64"]
    + ["-s 256", "-s 1024", "-s 4096"]
    + ["-d 8000", "-d 20000", "-d 60000", "-v 100000", "-v 300000", "-v 500000", "-v 1000000"]

  private static let questions = [
    "search bread --json", "search bread --json --no-index", "tasks --jsonl", "list --json", "show Inbox",
    "tags --json",
    "doctor --json", "config list",
  ]

  /// Runs a line of the program under a limit that holds for it alone.
  private func run(_ arguments: String, under limit: String, in sandbox: Sandbox) throws -> Outcome {
    // The program itself, since a shell that starts it would have to read a script; and with pipes, since a limit on the size
    // of files holds for what is printed to a file, too.
    try sandbox.run(
      """
      { { (ulimit \(limit) && exec "$VAULT_PROGRAM" --today \(Sandbox.today) \(arguments)); echo $? >"$RESULTS/status"; } \
        2>&1 >&3 | cat >&2; } 3>&1 | cat
      exit $(cat "$RESULTS/status")
      """)
  }

  /// Returns true for a program that the system did not even load.
  private func isNotLoaded(_ outcome: Outcome) -> Bool {
    outcome.status == 127 && outcome.errorText.contains("shared librar") || outcome.status == 126
  }

  private func expect(_ outcome: Outcome, toBe expected: Outcome, _ comment: String) {
    if isNotLoaded(outcome) { return }
    if outcome.status == 2 {
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
        expect(try run(question, under: setting, in: sandbox), toBe: expected, "\(setting): \(question)")
        // What was left behind says nothing wrong either.
        expect(try run(question, under: "-n 1024", in: sandbox), toBe: expected, "after \(setting): \(question)")
      }
    }
  }

  @Test func aFailureNamesTheLimit() throws {
    let sandbox = try Sandbox()
    let few = try run("list", under: "-n 6", in: sandbox)
    #expect(few.status == 2)
    #expect(few.errorText.contains("Too many open files") && few.errorText.contains("`ulimit -n`"))
    let large = try run("index --rebuild", under: "-f 8", in: sandbox)
    #expect(large.status == 2)
    #expect(try run("set a 1 Inbox", under: "-f 0", in: sandbox).errorText.contains("`ulimit -f`"))
    let answer = try run("search bread --format '{path}'", under: "-f 0", in: sandbox)
    #expect(answer.status == 2 || answer.errorText.contains("answering from the files"))
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
      if isNotLoaded(outcome) { continue }
      #expect(outcome.status == 0 || outcome.status == 2, "\(setting): \(outcome.errorText)")
      if outcome.status == 2 { #expect(outcome.errorText.contains("vault: error: "), "\(setting)") }
      // One that ended in the middle is taken back by the next command.
      _ = try sandbox.run("vault list")
      #expect(try sandbox.run(state).text == (outcome.status == 0 ? after : before), "\(setting): \(outcome.errorText)")
    }
  }

  /// A process that may have no other thread does all on its own.
  @Test(.enabled(if: Sandbox.canBeOrdinaryUser, "setpriv is not installed"), arguments: questions)
  func noThreadsAreNeeded(_ question: String) throws {
    let sandbox = try Sandbox()
    let line = "\"$VAULT_PROGRAM\" --today \(Sandbox.today) \(question)"
    let expected = try sandbox.run("user \(line)")
    let outcome = try sandbox.run("user sh -c 'ulimit -u 1; exec \(line)'")
    expect(outcome, toBe: expected, question)
  }

  /// The watcher ends with a sentence, or answers.
  @Test(arguments: Array(3...24)) func theWatcherNeedsDescriptors(_ count: Int) throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run(
      """
      (ulimit -n \(count) && exec "$VAULT_PROGRAM" watch --quiet) > "$RESULTS/watch" 2>&1 & watcher=$!
      i=0; while [ $i -lt 50 ] && kill -0 $watcher 2>/dev/null && ! vault watch --status --quiet; do i=$((i+1)); sleep 0.1; done
      vault list --count; vault add a --quiet
      for each in 1 2 3 4 5 6 7 8; do vault list --count > "$RESULTS/$each" & done; sleep 0.2; vault list --count
      vault watch --stop --quiet; wait $watcher; echo "status $?"
      """)
    let status = outcome.text.split(separator: "\n").last
    #expect(status == "status 0" || status == "status 2", "\(outcome.text)\(outcome.errorText)")
  }

  /// Nothing of any length or without an end is read whole, whatever it is.
  @Test(arguments: [
    ".vault/config.yaml", ".vault/.gitignore", ".vault/journal/00000001.done", ".vault/journal/pending", ".gitignore",
    ".obsidian/app.json", ".obsidian/daily-notes.json", ".obsidian/templates.json",
    ".obsidian/plugins/obsidian-tasks-plugin/data.json", ".git/info/exclude", ".git/HEAD", ".vault/templates/t.md",
    "Huge.md", "huge.png",
  ])
  func hugeAndEndlessFiles(_ path: String) throws {
    for make in ["truncate -s 20G", "mkfifo", "ln -s /dev/zero", "ln -s /proc/self/pagemap", "ln -s /proc/kmsg"] {
      let sandbox = try Sandbox()
      let outcome = try sandbox.run(
        """
        mkdir -p "$(dirname \(path))"; rm -f \(path); \(make) \(path)
        ulimit -v 4000000
        for command in "list --count" "search bread --count" "tasks --count" "show Home" "history" "config list" \
        "today --print" "new x" "new y --template t" "set a 1 Inbox" "undo" "redo" "doctor" "trash" "export --json"; do
          vault $command > /dev/null 2> "$RESULTS/errors"; status=$?
          [ $status -le 3 ] || { echo "$command: $status"; cat "$RESULTS/errors"; }
        done
        """)
      #expect(outcome.text == "", "\(make) \(path)")
    }
  }
}
