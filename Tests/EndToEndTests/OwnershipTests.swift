import Foundation
import Testing

/// A vault above the working folder that belongs to another user. Only root can give files away; what root then finds is
/// what any user finds, since root is no exception.
@Suite("Ownership", .enabled(if: geteuid() == 0, "only root can give files away"))
struct OwnershipTests {
  private static let sentence = "belongs to another user, so nothing is changed in it"

  private func sandbox(_ configuration: String = "") throws -> Sandbox {
    let sandbox = try Sandbox()
    _ = try sandbox.run("mkdir -p .vault && printf '\(configuration)' > .vault/config.yaml && chown -R 1000:1000 .")
    return sandbox
  }

  /// Every file with its content, and every folder.
  private func state(_ sandbox: Sandbox) throws -> String {
    try sandbox.run("find . -type d | sort; find . -type f -exec sha256sum {} + | sort").text
  }

  @Test func changesAreRefused() throws {
    let sandbox = try sandbox()
    let before = try state(sandbox)
    for line in [
      "append Home x", "add x", "new x", "mv Home Archive/", "rm Home --yes", "tag add x Home", "set a b Home",
      "tasks add x", "undo", "config set theme blue", "trash empty --yes", "today",
      "search x; vault append Home x",
    ] {
      let outcome = try sandbox.run("cd Projects && vault \(line)")
      #expect(outcome.status != 0 || line.hasPrefix("trash"), "\(line)")
      #expect(try state(sandbox) == before, "\(line): \(outcome.errorText)")
    }
    let outcome = try sandbox.run("vault append Home x")
    #expect(outcome.status == 2)
    #expect(
      outcome.errorText.contains(
        "vault: error: \(sandbox.vault): \(Self.sentence); accept it with `vault config trust`, or name it with "
          + "`--vault DIR` or the variable VAULT_DIR"))
    #expect(try sandbox.run("vault append Home x --dry-run").status == 0)
    #expect(try state(sandbox) == before)
  }

  @Test(arguments: ["edit Home", "tasks edit Projects/Website.md:21", "today --open"])
  func noEditorIsStarted(_ line: String) throws {
    let sandbox = try sandbox()
    let before = try state(sandbox)
    let outcome = try sandbox.run("EDITOR='touch \"$RESULTS/ran\";:' vault \(line)")
    #expect(outcome.status == 2 && outcome.errorText.contains(Self.sentence), "\(outcome.errorText)")
    #expect(try sandbox.run("[ -e \"$RESULTS/ran\" ]").status == 1)
    #expect(try state(sandbox) == before)
  }

  @Test func readingTellsItOnce() throws {
    let sandbox = try sandbox("ignore: [Archive/]\nindex: .vault/index.sqlite\ntheme: green\neditor: vim\n")
    let before = try state(sandbox)
    let outcome = try sandbox.run("cd Projects && vault list --count")
    #expect(outcome.status == 0)
    #expect(outcome.errorText.split(separator: "\n").count == 1)
    #expect(outcome.errorText.contains(Self.sentence))
    #expect(try sandbox.run("vault --quiet list").errors == [])
    #expect(try sandbox.run("vault list --path Archive").status == 1)
    #expect(try sandbox.run("vault config get theme").text == "grey\n")
    #expect(try sandbox.run("vault config get index").text == "\n")
    let settings = try sandbox.run("vault config list").text.split(separator: "\n")
    let accepting = "since the vault is another user's and not accepted)"
    for (name, reason) in [
      ("theme ", accepting), ("index ", accepting), ("editor ", "since a vault's does not count)"),
    ] {
      let row = settings.first { $0.hasPrefix(name) }
      #expect(row?.hasSuffix(reason) == true, "\(row ?? "")")
    }
    #expect(try state(sandbox) == before)
    // Nor does a sentence get into the line that is being typed.
    let completion = try sandbox.run("vault ---complete bash 'vault show Rye'")
    #expect(completion.errors == [])
    #expect(completion.text.contains("sourdough"))
    #expect(try state(sandbox) == before)
  }

  @Test(arguments: ["vault -C . append Home x", "VAULT_DIR=. vault append Home x"])
  func namingAcceptsIt(_ line: String) throws {
    let outcome = try sandbox().run(line)
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(outcome.errors == [])
  }

  @Test func trustAcceptsIt() throws {
    let sandbox = try sandbox("theme: green\n")
    let trust = try sandbox.run("cd Projects && vault config trust")
    #expect(trust.text == "\(sandbox.vault) is accepted from now on.\n")
    #expect(trust.errors == [])
    #expect(try sandbox.run("vault config trust").text == "\(sandbox.vault) is accepted already.\n")
    #expect(try sandbox.run("vault config get --user trusted").text == sandbox.vault + "\n")
    let outcome = try sandbox.run("cd Projects && vault append Home x && vault config get theme")
    #expect(outcome.status == 0)
    #expect(outcome.errors == [])
    #expect(outcome.text.hasSuffix("green\n"))
  }

  /// As in the system's temporary folder: a `.vault` that somebody made above one's own folder.
  @Test func anothersFolderAboveIsNotTakenWithoutAWord() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.run("mkdir ../.vault && chown 1000 ../.vault && mkdir ../mine")
    let outcome = try sandbox.run("cd ../mine && vault add x")
    #expect(outcome.status == 2)
    #expect(outcome.errorText.contains(Self.sentence))
    #expect(try sandbox.run("cd ../mine && vault list --count").errorText.contains(Self.sentence))
    // Neither a vault of one's own nor Obsidian's is.
    #expect(try sandbox.run("vault list --count").errors == [])
    #expect(
      try sandbox.run("mkdir ../mine/.obsidian && cd ../mine && vault add x").errorText.contains(Self.sentence) == false
    )
  }

  /// The processes that a command starts are told whose the vault is.
  @Test func childrenTreatItLikewise() throws {
    let sandbox = try sandbox("index: .vault/index.sqlite\n")
    _ = try sandbox.run(
      #"mkdir ../fake && printf '#!/bin/sh\necho "$FZF_DEFAULT_COMMAND" > "$RESULTS/asked"; sh -c "$FZF_DEFAULT_COMMAND" | head -n 1\n' > ../fake/fzf && chmod +x ../fake/fzf"#
    )
    let before = try state(sandbox)
    let outcome = try sandbox.run(#"PATH="$PWD/../fake:$PATH" VAULT_PICKER=fzf vault search -i rye"#)
    #expect(outcome.text == "Recipes/Rye sourdough.md\n")
    #expect(try sandbox.run(#"grep -c -e "--foreign" "$RESULTS/asked""#).text == "1\n")
    let watch = try sandbox.run("vault watch --detach && vault watch --status; vault list --count; vault watch --stop")
    #expect(watch.status == 0, "\(watch.errorText)")
    #expect(try state(sandbox) == before)
  }

  /// Where the user's mask lets a group write, the folder that is made for the vault's own does not.
  @Test func theOwnFolderIsOnesOwn() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run(
      """
      umask 002 && mkdir ../new && cd ../new && printf 'rye\n' > n.md && vault --vault . init --quiet
      find .vault -maxdepth 0 -perm -020
      vault --vault . config set index .vault/index.sqlite --quiet
      vault --vault . index | grep -c "$PWD/.vault/index.sqlite"
      vault --vault . search --format '{path}' rye
      """)
    #expect(outcome.text == "1\nn.md\n" && outcome.errors == [], "\(outcome.text)\(outcome.errorText)")
  }

  /// What a user finds in a vault of root's.
  @Test(.enabled(if: Sandbox.canBeOrdinaryUser, "needs setpriv"))
  func rootsVaultIsAnothersToAUser() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run("chmod -R a+rwX . && user env -u VAULT_DIR vault append Home x")
    #expect(outcome.status == 2)
    #expect(outcome.errorText.contains(Self.sentence))
    #expect(try sandbox.run("SUDO_UID=1000 vault list --count").errors == [])
    _ = try sandbox.run("chown -R 1000 .")
    #expect(try sandbox.run("SUDO_UID=1000 vault append Home x").status == 2)
  }
}
