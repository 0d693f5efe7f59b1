import Foundation
import Testing
import VaultTestSupport

/// What TAB does in real shells, in a vault that came from somebody else. One after the other, since they share the files
/// that the shells write to.
@Suite("Completion in shells", .serialized)
struct ShellCompletionTests {
  private static let shells = TypingShell.allCases.filter(\.isInstalled)

  private static let hostile = Result { try hostileSandbox() }

  private static func hostileSandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    let made = try sandbox.run(
      #"""
      for name in 'a $(touch PWNED)' "Tenants' meeting" '~tilde' '#hash' '!bang' '--help' 'b `touch PWNED` "q" \x $HOME' \
        "$(printf 'Line\nbreak')" "$(printf 'c \033]0;pwned\007\302\2331m \342\200\256gnp')"; do
        printf '# x\n' > "./$name.md"
      done
      printf -- '---\ncategory: "$(touch PWNED)"\nsource: "`touch PWNED`"\n"pwn$(touch PWNED)": 1\n---\n# x\n' > Evil.md
      printf '\n- [ ] do $(touch PWNED) \033]0;pwned\007 \302\2331m \342\200\256gnp\n' >> Evil.md
      mkdir -p .vault/templates
      printf 'x\n' > '.vault/templates/Evil $(touch PWNED).md'
      printf 'searches:\n  "sa$(touch_PWNED)": bread\n' > .vault/config.yaml
      printf '# x\n' > 'Gone $(touch PWNED).md'
      vault rm 'Gone $(touch PWNED)' --yes
      mkdir 'Zoo folder'
      printf '#!/bin/sh\ntouch PWNED\n' > vault
      chmod +x vault
      """#)
    #expect(made.status == 0, "\(made.errorText)")
    return sandbox
  }

  private static func isUnharmed(_ sandbox: Sandbox) throws -> Bool {
    try sandbox.run("find \"$RESULTS\" \"$HOME\" . -name PWNED").text.isEmpty
  }

  /// What is typed, and the arguments that come of it.
  static let words: [(String, [String])] = [
    (#"vault show a\ "#, ["show", "a $(touch PWNED).md"]), ("vault show 'a ", ["show", "a $(touch PWNED).md"]),
    ("vault show \"a ", ["show", "a $(touch PWNED).md"]),
    (#"vault show b\ "#, ["show", #"b `touch PWNED` "q" \x $HOME.md"#]),
    ("vault show 'b ", ["show", #"b `touch PWNED` "q" \x $HOME.md"#]),
    ("vault show \"b ", ["show", #"b `touch PWNED` "q" \x $HOME.md"#]),
    ("vault show Tenants", ["show", "Tenants' meeting.md"]), ("vault show 'Tenants", ["show", "Tenants' meeting.md"]),
    ("vault show \"Tenants", ["show", "Tenants' meeting.md"]), (#"vault show Rye\ s"#, ["show", "Rye sourdough"]),
    ("vault show 'Rye s", ["show", "Rye sourdough"]), ("vault show \"Rye s", ["show", "Rye sourdough"]),
    ("vault show Lin", ["show", "Line\nbreak.md"]), ("vault show 'Lin", ["show", "Line\nbreak.md"]),
    ("vault show \"Lin", ["show", "Line\nbreak.md"]), ("vault show '~", ["show", "~tilde.md"]),
    ("vault show \\#", ["show", "#hash.md"]), (#"vault show \!"#, ["show", "!bang.md"]),
    ("vault show ./-", ["show", "./--help.md"]), ("vault show Recipes/Kä", ["show", "Recipes/Käsespätzle.md"]),
    ("vault show \"Recipes/\"Rye", ["show", "Recipes/Rye sourdough.md"]),
    (#"vault list --category \$"#, ["list", "--category", "$(touch PWNED)"]),
    ("vault list --category='$", ["list", "--category=$(touch PWNED)"]),
    ("vault list --category=fi", ["list", "--category=finance"]),
    ("vault tasks --category fi", ["tasks", "--category", "finance"]),
    (#"vault list --source \`"#, ["list", "--source", "`touch PWNED`"]),
    ("vault set pwn", ["set", "pwn$(touch PWNED)"]),
    ("vault get 'pwn", ["get", "pwn$(touch PWNED)"]), ("vault search '@sa", ["search", "@sa$(touch_PWNED)"]),
    ("vault search @sa", ["search", "@sa$(touch_PWNED)"]),
    ("vault search tag:baking/b", ["search", "tag:baking/books"]),
    ("vault search 'bread is:pinn", ["search", "bread is:pinned"]),
    ("vault search linked-by:Rye", ["search", "linked-by:\"Rye sourdough\""]),
    ("vault new x --template Evil", ["new", "x", "--template", "Evil $(touch PWNED)"]),
    ("vault trash restore Gone", ["trash", "restore", "Gone $(touch PWNED).md"]),
    ("vault --vault=. show Rye\\ s", ["--vault=.", "show", "Rye sourdough"]),
    ("vault tasks done nt", ["tasks", "done", "nt3"]), ("vault tasks exp", ["tasks", "export"]),
    ("vault help que", ["help", "query"]),
    ("vault tasks --overd", ["tasks", "--overdue"]), ("vault sho", ["show"]),
  ]

  @Test(arguments: shells, words)
  func aSoleCandidateIsQuotedAndEnds(_ shell: TypingShell, _ word: (typed: String, arguments: [String])) throws {
    let sandbox = try Self.hostileSandbox()
    let (line, screen) = try shell.line(after: word.typed, in: sandbox)
    #expect(line.hasSuffix(" "), "\(line)")
    #expect(try shell.arguments(of: line, in: sandbox) == word.arguments, "\(line)")
    #expect(!screen.contains("error"))
    #expect(try Self.isUnharmed(sandbox))
  }

  @Test(
    arguments: shells,
    [
      ("vault search ti", "vault search title:"), ("vault search \"ti", "vault search \"title:"),
      ("vault new x --folder Proj", "vault new x --folder Projects/"),
      ("vault new x --folder 'Proj", "vault new x --folder 'Projects/"),
      ("vault import Zo", #"vault import Zoo\ folder/"#),
      ("vault --vault=Zo", #"vault --vault=Zoo\ folder/"#), ("vault bogus x", "vault bogus x"),
      ("vault show nowhere", "vault show nowhere"), ("vault show foo\"bar", "vault show foo\"bar"),
      ("vault tag nope ", "vault tag nope "),
    ])
  func aWordThatGoesOnGetsNoBlank(_ shell: TypingShell, _ lines: (typed: String, expected: String)) throws {
    let (line, screen) = try shell.line(after: lines.typed, in: Self.hostile.get())
    // Zsh takes the slash away again when a blank follows.
    #expect(line == lines.expected || (shell == .zsh && line + "/" == lines.expected), "\(line)")
    #expect(!screen.contains("error"))
  }

  /// Lists of candidates and descriptions reach the terminal without what could steer it.
  @Test(
    arguments: shells,
    [
      "vault ", "vault show ", "vault tasks done ", "vault list --category ", "vault search ", "vault search @",
      "vault set ",
    ])
  func listsAreSafe(_ shell: TypingShell, _ typed: String) throws {
    let sandbox = try Self.hostileSandbox()
    let screen = try shell.line(after: typed, tabs: 2, in: sandbox).screen
    for sequence in ["\u{1B}]0;pwned", "\u{9B}", "\u{202E}", "error"] {
      #expect(!screen.contains(sequence), "\(sequence.debugDescription)")
    }
    #expect(try Self.isUnharmed(sandbox))
  }

  /// Neither the words that stand there already nor a program in the folder at hand are run by TAB.
  @Test(
    arguments: shells,
    [
      ("./vault show Rye\\ s", "./vault show Rye\\ sourdough "),
      ("vault show $(touch PWNED) Rye\\ s", "vault show $(touch PWNED) Rye\\ sourdough "),
      ("vault -C $(touch PWNED) show Rye\\ s", "vault -C $(touch PWNED) show Rye\\ s"),
    ])
  func nothingOnTheLineIsRun(_ shell: TypingShell, _ lines: (typed: String, expected: String)) throws {
    let sandbox = try Self.hostileSandbox()
    #expect(try shell.line(after: lines.typed, in: sandbox).line == lines.expected)
    #expect(try Self.isUnharmed(sandbox))
  }

  /// Bound so, TAB does not expand the word by itself, which is the shell's own affair, whatever program is called.
  @Test(
    .enabled(if: TypingShell.zsh.isInstalled, "zsh is not installed"),
    arguments: [
      "vault import \"$(touch PWNED)/", "vault import $(touch PWNED)/", "vault --vault=$(touch PWNED)/x",
      "vault import `touch PWNED`/", "vault show $(touch PWNED)/",
    ])
  func zshRunsNothingInTheWordAtHand(_ typed: String) throws {
    let sandbox = try Self.hostileSandbox()
    let line = try TypingShell.zsh.line(after: typed, in: sandbox, variables: ["COMPLETES_WORDS": "1"]).line
    #expect(line == typed)
    #expect(try Self.isUnharmed(sandbox))
  }

  @Test(arguments: shells) func theVaultIsTheOneThatIsMeant(_ shell: TypingShell) throws {
    let sandbox = try Self.hostile.get()
    let expected = "show Rye\\ sourdough "
    for (typed, variables) in [
      ("vault show Rye\\ s", ["VAULT_DIR": sandbox.vault]), ("vault -C $VAULT_FOLDER show Rye\\ s", [:]),
      ("vault --vault=\"$VAULT_FOLDER\" show Rye\\ s", [:]),
      ("\(sandbox.root)/bin/vault show Rye\\ s", ["VAULT_DIR": sandbox.vault]),
      // The last one counts, as for the parser.
      ("vault -C /nowhere -C $VAULT_FOLDER show Rye\\ s", [:]),
    ] {
      let line = try shell.line(after: typed, in: sandbox, folder: "/", variables: variables).line
      #expect(line.hasSuffix(expected), "\(line)")
    }
    let (line, screen) = try shell.line(after: "vault show Rye\\ s", in: sandbox, folder: "/")
    #expect(line == "vault show Rye\\ s" && !screen.contains("error"))
  }

  @Test(arguments: shells) func vaultsOfTheUsersOwnConfigurationAreOffered(_ shell: TypingShell) throws {
    let sandbox = try Sandbox()
    let vaults = "'{kitchen: \(sandbox.vault), \"of others\": ~/x}'"
    // Where the shell has its own.
    let set = "XDG_CONFIG_HOME=\"$RESULTS/config\" vault config set --user vaults \(vaults)"
    #expect(try sandbox.run("mkdir -p kindling \"$RESULTS/config\"; \(set)").status == 0)
    for (typed, expected) in [
      ("vault -C kit", "vault -C kitchen "), ("vault --vault=kit", "vault --vault=kitchen "),
      ("vault -C of", "vault -C of\\ others "), ("vault -C kit show Rye\\ s", "vault -C kit show Rye\\ s"),
      ("vault -C kitchen show Rye\\ s", "vault -C kitchen show Rye\\ sourdough "),
      ("vault config set --user default_vault ki", "vault config set --user default_vault kitchen "),
      // What begins no name may begin a folder.
      ("vault -C kin", "vault -C kindling/"),
    ] {
      let line = try shell.line(after: typed, in: sandbox).line
      #expect(line == expected, "\(typed)")
    }
  }
}
