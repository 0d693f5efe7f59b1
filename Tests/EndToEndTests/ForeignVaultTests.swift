import Foundation
import Testing

/// Vaults that were made elsewhere, and came with a journal, a history and a trash.
@Suite("Vaults from elsewhere") struct ForeignVaultTests {
  private static let pending = ".vault/journal/pending"

  /// A shell's words that write a line of JSON and a text as an entry that this user might have written.
  private static func write(_ head: String, _ text: String, to path: String) -> String {
    "mkdir -p .vault/journal && { printf '%s\\n' '\(head)'; printf '\(text)'; } >\(path) && chmod 600 \(path)\n"
  }

  private static func entry(_ steps: String, version: Int = 2) -> String {
    "{\"id\":\"0a1b2c3d\",\"sequence\":1,\"steps\":[\(steps)],\"texts\":\"\(String(repeating: "0", count: 64))\","
      + "\"time\":1790000000000,\"title\":\"a change\",\"version\":\(version),\"seal\":\"\(String(repeating: "0", count: 32))\"}"
  }

  @Test(arguments: ["search word", "list", "tasks", "show Home", "history", "doctor", "trash list"])
  func readingCarriesNothingOut(_ command: String) throws {
    let sandbox = try Sandbox(notes: false)
    let outcome = try sandbox.run(
      """
      printf 'word\\n' >Home.md; printf 'away\\n' >Away.md
      \(Self.write(Self.entry(#"{"kind":"move","path":"Away.md","target":"Home.md"},{"kind":"delete","length":2,"mode":3565,"path":".git/hooks/pre-commit"}"#), "#!", to: Self.pending))
      find . | sort >../results/before; vault \(command) >/dev/null; find . | sort | diff ../results/before -
      cat Home.md
      """)
    #expect(outcome.text == "word\n")
    #expect(outcome.errorText.contains("\(Self.pending): was not written here by you"))
  }

  @Test func changesGoOnBesideIt() throws {
    let sandbox = try Sandbox(notes: false)
    let outcome = try sandbox.run(
      """
      printf 'word\\n' >Home.md
      \(Self.write("no entry", "", to: Self.pending))
      vault set k v Home && vault set k w Home && ls .vault/journal
      """)
    #expect(outcome.text == "Home.md\nHome.md\n00000001.done\n00000002.done\npending.foreign\n", "\(outcome.errorText)")
    #expect(outcome.errorText.contains("it is \(Self.pending).foreign now"))
  }

  /// A change that is killed on one machine, carried to another by whatever synchronises the two, and back.
  @Test(.enabled(if: FaultyRun.isPossible)) func whatWasKilledIsTakenBackWhereItBegan() throws {
    let sandbox = try Sandbox(notes: false)
    let outcome = try sandbox.run(
      """
      printf 'one\\n' >a.md; printf 'two\\n' >b.md; vault set k v a b --quiet
      cp a.md b.md ../results
      strace -f -qq -o ../results/trace -e trace=renameat2 -e inject=renameat2:signal=KILL:when=3 \\
        vault set k w a b --quiet
      [ -e \(Self.pending) ] || echo 'nothing was interrupted'
      cp a.md b.md ../home
      XDG_STATE_HOME=$HOME/other vault list --count
      cmp a.md ../home/a.md && cmp b.md ../home/b.md && [ -e \(Self.pending) ] && echo 'left alone'
      vault list --count
      cmp a.md ../results/a.md && cmp b.md ../results/b.md && [ ! -e \(Self.pending) ] && echo 'taken back'
      """)
    #expect(outcome.text == "2\nleft alone\n2\ntaken back\n", "\(outcome.errorText)")
  }

  /// Nobody could tell later that it was this user who changed something.
  @Test func withoutAPlaceForTheSecretNothingIsChanged() throws {
    let sandbox = try Sandbox(notes: false)
    let outcome = try sandbox.run("printf 'a\\n' >Home.md; env -u HOME vault set k v Home; echo $?; cat Home.md")
    #expect(outcome.text == "2\na\n")
    #expect(outcome.errorText.contains("XDG_STATE_HOME"))
  }

  // MARK: The history

  private static let someoneElses = """
    printf 'good\\n' >Home.md
    XDG_STATE_HOME=$HOME/other vault append Home evil --quiet

    """

  @Test func withoutATerminalNothingOfOthersIsUndone() throws {
    let sandbox = try Sandbox(notes: false)
    _ = try sandbox.run(Self.someoneElses)
    let history = try sandbox.run("vault history --format '{sequence} {foreign}'; vault history")
    #expect(history.text.hasPrefix("1 true\n1  2026-03-14T12:00:00Z  foreign  append"), "\(history.text)")
    let undone = try sandbox.run("vault undo; status=$?; cat Home.md; exit $status")
    #expect(undone.status == 3)
    #expect(undone.text.contains("evil"))
    #expect(undone.errorText.contains(".vault/journal/00000001.done"))
    #expect(try sandbox.run("vault undo --dry-run").text.contains("-evil"))
  }

  @Test(arguments: [("y\n", false), ("n\n", true)]) func onATerminalItIsShownAndAsked(
    _ answer: String, _ isKept: Bool
  ) throws {
    let sandbox = try Sandbox(notes: false)
    _ = try sandbox.run(Self.someoneElses)
    let (bytes, status) = try sandbox.runOnTerminal("vault undo", typing: answer)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("-evil") && text.contains("was not done here by you. Undo it, as above? [y/N]"), "\(text)")
    #expect(status == 0)
    #expect(try sandbox.run("cat Home.md").text.contains("evil") == isKept)
  }

  // MARK: The trash

  @Test func whatWasNotDeletedHereIsNotRestored() throws {
    let sandbox = try Sandbox(notes: false)
    let folder = ".vault/trash/20260101T000000Z-0a1b2c3d"
    let outcome = try sandbox.run(
      """
      mkdir -p \(folder)/.git/hooks .git/hooks && printf '#!/bin/sh\\n' >\(folder)/.git/hooks/pre-commit
      printf 'evil\\n' >\(folder)/Root.md; chmod 4755 \(folder)/Root.md
      vault trash list --format '{path} {id} {foreign}'; vault trash list | grep -c '0a1b2c3d  foreign'
      for name in Root pre-commit 0a1b2c3d; do vault trash restore $name; echo $?; done
      ls -A .git/hooks; [ -e Root.md ] && echo restored
      vault trash empty --yes
      """)
    #expect(
      outcome.text == ".git/hooks/pre-commit 0a1b2c3d true\nRoot.md 0a1b2c3d true\n2\n3\n3\n3\n", "\(outcome.text)")
    #expect(outcome.errorText.contains(folder + "/Root.md"))
    #expect(outcome.errorText.contains("Deleted 2 files for good"))
  }

  // MARK: Names and links

  @Test(arguments: [
    "vault new git~1/hooks/x", "vault new x --folder git~1/hooks", "vault mv Home git~1/Home.md --yes",
    "vault mv Home 'GIT~1/' --yes", "vault rename Home 'git~1' --yes", "vault mv Sub '\u{200C}.git' --yes",
    "vault mv Sub vault~1 --yes", "vault config set inbox 'obsidi~1/x.md' && vault add thought",
    "vault config set new.folder 'git~1' && vault new x", "vault config set daily.folder 'git~1' && vault today",
    "vault config set archive 'git~1' && vault archive --older-than 1d --yes",
    "printf '[{\"path\":\"git~1/hooks/x.md\",\"folder\":\"git~1\",\"title\":\"x\"}]' | vault import - --into git~1",
    "vault import ../results/source --yes --into .", "vault mv Sub 'CON' --yes", "vault new 'a\\.git/x'",
  ])
  func nothingIsMadeInOtherSpellingsOfHiddenPlaces(_ line: String) throws {
    let sandbox = try Sandbox(notes: false)
    let outcome = try sandbox.run(
      """
      mkdir Sub ../results/source ../results/source/git~1; printf 'a\\n' >Home.md; printf 'a\\n' >Sub/s.md
      printf 'x\\n' >../results/source/git~1/x.md; touch -t 202001010000 Home.md
      \(line)
      """)
    #expect(outcome.status < 100, "\(outcome.errorText)")
    let found = try sandbox.run("find . -path ./.vault -prune -o -print")
    let names = Set(found.text.split { $0 == "\n" || $0 == "/" })
    for name in ["git~1", "GIT~1", "vault~1", "obsidi~1", "\u{200C}.git", "CON", "a\\.git"] {
      #expect(!names.contains(name[...]), "\(line): \(found.text)\(outcome.errorText)")
    }
  }

  @Test func notesOfOddNamesAreReadAndEdited() throws {
    let sandbox = try Sandbox(notes: false)
    let outcome = try sandbox.run(
      """
      mkdir git~1; printf 'word\\n' >git~1/x.md; printf 'word\\n' >CON.md
      vault search word --format '{path}' | sort; vault show git~1/x.md --raw
      vault set k v CON; vault mv git~1/x.md Sub/x.md --yes
      """)
    #expect(outcome.text == "CON.md\ngit~1/x.md\nword\nCON.md\nSub/x.md\n", "\(outcome.text)\(outcome.errorText)")
  }

  @Test func settingsThatAreALinkAreNeitherReadNorWritten() throws {
    let sandbox = try Sandbox(notes: false)
    let outcome = try sandbox.run(
      """
      printf 'theme: green\\n' >../results/victim.yaml; ln -s ../../results/victim.yaml .vault/config.yaml
      vault config get theme; vault config set theme blue; echo $?; cat ../results/victim.yaml
      """)
    #expect(outcome.text == "grey\n2\ntheme: green\n", "\(outcome.text)\(outcome.errorText)")
    #expect(outcome.errorText.contains("symbolic link"))
  }

  // MARK: Syncthing

  @Test func syncthingIsToldWhatIsThisMachinesOwn() throws {
    let sandbox = try Sandbox(notes: false)
    let outcome = try sandbox.run(
      """
      mkdir ../plain && (cd ../plain && vault init --quiet && ls -A)
      mkdir -p ../shared/.stfolder && cd ../shared && printf '*.tmp' >.stignore && vault init && cat .stignore && vault init
      mkdir Deep && vault init Deep
      """)
    #expect(outcome.status == 0)
    #expect(outcome.text.hasPrefix(".vault\n"))
    #expect(
      outcome.text.contains(
        "*.tmp\n// What vault keeps for this machine alone.\n/.vault/state\n/.vault/journal\n/.vault/trash\n/.vault/sync\n"
      ))
    #expect(
      outcome.errorText.contains("/Deep/.vault/state, /Deep/.vault/journal, /Deep/.vault/trash, /Deep/.vault/sync"))
  }
}
