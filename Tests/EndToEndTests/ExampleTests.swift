import Testing

/// Every example that is given to people can be typed: it succeeds, and prints or changes something.
@Suite("Examples")
struct ExampleTests {
  static let pages = ["README.md", "Documentation/coming-from.md"]

  static let all = Result {
    let examples = try Example.ofHelp() + Example.ofQueries() + Example.ofTopics() + pages.flatMap(Example.ofPage)
    var seen: Set<String> = []
    return examples.filter { seen.insert($0.line).inserted }
  }

  /// Where the examples cannot be read, `thereAreSome` says so.
  private static let run = ((try? all.get()) ?? []).filter { notHere[$0.line] == nil }

  /// Examples that cannot be run here, and why.
  private static let notHere = [
    "vault search -i": "needs a terminal",
    "vault tasks -i": "needs a terminal",
    "vault edit -i": "needs a terminal",
    "vault ui": "needs a terminal",
    "vault ui ferment": "needs a terminal",
    "vault ui 'vault://tasks?tab=high'": "needs a terminal",
    "vault ui --pick garden": "needs a terminal",
    "vault ui --pick": "needs a terminal",
    "vault rm Bike": "asks on a terminal",
    "vault rm Recipes/": "asks on a terminal",
    "vault trash empty": "asks on a terminal",
    "vault trash empty --older-than 30d": "asks on a terminal",
    "vault open 'Rye sourdough'": "starts a program of the desktop",
    "vault open 'Rye loaf.png'": "starts a program of the desktop",
    "vault open Home --obsidian": "starts Obsidian",
    #"cd "$(vault root)""#: "takes the shell along that it is typed in",
    "vault watch": "runs until it is ended",
    "vault serve": "runs until it is ended",
    "vault snapshot --watch --format '{pinnedNote.title}'": "runs until it is ended",
    "vault snapshot --write ~/.cache/notes.json --watch": "runs until it is ended",
    "vault sync --watch": "runs until it is ended",
    "vault sync --remote phone": "needs a server of notes",
    "vault sync --remote phone --dry-run": "needs a server of notes",
    "vault sync --remote phone --status": "needs a server of notes",
    "vault serve --read-only --read-in Projects": "runs until it is ended",
    "vault serve --read-only --read-in Recipes": "runs until it is ended",
    "vault serve --hide 'tag:private OR path:Journal/'": "runs until it is ended",
    "vault serve --read-only --read-in Recipes --socket /run/recipes.sock --host recipes.example":
      "runs until it is ended",
    "vault serve --port 8000": "runs until it is ended",
    "vault serve --listen 192.168.1.20 --host notes.example": "listens on another machine's address",
    "vault serve --read-only --socket /run/notes.sock --host notes.example": "runs until it is ended",
    "vault merge-driver %O %A %B %L %P": "is what git runs, with files of its own",
    "vault merge-driver --append %O %A %B %L %P": "is what git runs, with files of its own",
    "vault lsp": "needs an editor",
    "vault lsp --log vault-lsp.log": "needs an editor",
    "vault mcp": "needs an assistant's host",
    "vault mcp --write": "needs an assistant's host",
    "vault mcp --write-in Inbox --hide 'tag:private OR path:Diary/'": "needs an assistant's host",
    "vault mcp --read-in Projects --log vault-mcp.log": "needs an assistant's host",
    "vault manual /usr/local/share/man": "writes beside the programs of this machine",
  ]

  /// What is done before an example, by what it contains: notes that are made, an earlier change.
  private static let before = [
    "vault random -0": "rm Journal/2026-03-15.md",  // Nothing is in that note, so `show` would print nothing.
    "vault undo": "vault pin Bike; vault set a b Bike; vault set a c Bike",
    "vault redo": "vault pin Bike; vault set a b Bike; vault undo 2",
    "vault history": "vault pin Bike",
    "vault trash": "\"$VAULT_PROGRAM\" --today 2026-01-01 rm Recipes --yes",
    "vault unset": "vault pin Bike",
    "vault tasks undo": "vault tasks done 56c",
    "vault tasks run": "printf '\\n```tasks\\nnot done\\n```\\n' >> Home.md",
    "search @": "vault config set searches '{reading: \"tag:reading\", open-work: \"tag:work has:task\"}'",
    "--vault work": "vault config set --user vaults \"{work: $PWD}\"",
    "$(vault config path --user)": "vault config set --user theme blue",
    "--user editor": "vault config set --user editor vi",
    "get trusted": "vault config set --user trusted \"[$PWD]\"",
    "git setup": "git init --quiet --initial-branch=main",
    "git setup --remove": "git init --quiet --initial-branch=main; vault git setup",
    "OldVault":
      "mkdir -p ~/Documents/OldVault ~/OldVault; echo Old | tee ~/Documents/OldVault/Old.md > ~/OldVault/Old.md",
    "is:conflict": "cp Home.md 'Home (theirs 3f9a2c).md'",
    "attachments --unused": "touch Attachments/loose.png",
    "app-notes.json": #"echo '[{"title": "App", "aiSummary": "Short", "createdAt": 763000000}]' > app-notes.json"#,
    "to-dos.json": #"echo '[{"title": "Call", "isDone": false}]' > to-dos.json"#,
    "import notes.json": "vault export --json > notes.json",
    "~/texts": "mkdir ~/texts; echo Text > ~/texts/one.txt",
    "todo.txt": "echo '(A) Call Wei' | tee todo.txt > ~/todo.txt",
    "~/notes": "mkdir ~/notes",
    "~/.cache/notes.json": "mkdir -p ~/.cache",
    "vault completion": "mkdir -p ~/.local/share/bash-completion/completions ~/.zfunc ~/.config/fish/completions",
    "vault watch --st": "vault watch --detach",
    "check --since": inGit, "git:": inGit, "since:HEAD": inGit, "committed:": inGit, "author:": inGit,
    "--actor mcp": mcpChange,
    "referenced": "vault show Home --as-reference > /dev/null",
    "vault changed": inGit, "vault sync": inGit,
    "vault conflicts": "printf '<<<<<<< HEAD\\nours\\n=======\\ntheirs\\n>>>>>>> other\\n' >> Home.md",
    "conflicts --retry": """
    git init -q . && git config user.name Ansel && git config user.email ansel@example.org && git add -A
    git commit -qm one && git checkout -qb other && vault tag add one Bike && git commit -qam two && git checkout -q -
    vault tag add two Bike && git commit -qam three; git merge -q other
    """,
    "tasks history": inGit, "history --git": inGit, "history list --git": inGit,
    "check --baseline known.json": "vault check --baseline known.json --update-baseline; echo '[[No]]' > New.md",
  ]

  /// A change that an assistant makes.
  private static let mcpChange = """
    echo '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_note","arguments":{"title":"Made"}}}' \\
      | vault mcp --write > /dev/null
    """

  /// Two commits of the last days, and something that is not committed.
  private static let inGit = """
    export GIT_COMMITTER_DATE='2026-03-12T10:00:00' GIT_AUTHOR_DATE='2026-03-12T10:00:00'
    git init -q . && git config user.name Ansel && git config user.email ansel@example.org
    git add -A && git commit -qm first && echo More >> Home.md && git commit -qam second
    echo '- [ ] [[No]]' > New.md; echo More >> Home.md
    """

  /// What the shell of an example has: programs that are not everywhere, and what ends others behind it.
  private static let around = [
    "pbpaste": "pbpaste() { echo Pasted; }",
    "curl": "curl() { echo '[{\"title\": \"Fetched\", \"body\": \"Text\"}]'; }",
    "git log": "git() { echo 'Fix the parser'; }",
    "vault watch --": "trap 'vault watch --stop > /dev/null 2>&1' EXIT",
  ]

  /// A vault that examples share which only ask.
  private static let asked = Result { try Sandbox() }

  @Test func thereAreSome() throws {
    let lines = Set(try Self.all.get().map(\.line))
    #expect(lines.count > 250)
    for line in Self.notHere.keys { #expect(lines.contains(line), "is no example any more: \(line)") }
    for part in [String](Self.before.keys) + Self.around.keys {
      #expect(lines.contains { $0.contains(part) }, "is in no example any more: \(part)")
    }
  }

  /// The parser breaks longer lines.
  @Test func helpShowsEachOnOneLine() throws {
    for example in try Example.ofHelp() { #expect(example.line.count <= 78, "\(example.testDescription)") }
  }

  @Test(arguments: run) func canBeTyped(_ example: Example) throws {
    let before = Self.before.filter { example.line.contains($0.key) }.values.sorted()
    let sandbox = try before.isEmpty && example.onlyAsks ? Self.asked.get() : Sandbox()
    if !before.isEmpty { _ = try sandbox.run(before.joined(separator: "\n")) }
    let around = Self.around.filter { example.line.contains($0.key) }.values
    let begin = example.onlyAsks ? "" : Self.begin
    let outcome = try sandbox.run(begin + around.map { $0 + "\n" }.joined() + example.line)
    // A check that finds something says so.
    #expect(outcome.status == 0 || example.line.hasPrefix("vault check") && outcome.status == 1, "\(outcome.errorText)")
    let changed = !outcome.output.isEmpty || example.onlyAsks ? "" : try sandbox.run(Self.changed).text
    #expect(!outcome.output.isEmpty || changed != "", "prints and changes nothing")
  }

  /// An editor that adds a line to the file that it is given last, and the time before the example.
  private static let begin = """
    code=${PATH%%:*}/code
    printf '#!/bin/sh\\nfor file; do :; done; echo x >> "$file"\\n' > "$code"
    chmod +x "$code"
    export EDITOR=code
    touch "$RESULTS/begin"

    """

  /// Prints what has changed since, of the vault and the home, but for what vault keeps for itself.
  private static let changed = """
    find . ~ -newer "$RESULTS/begin" | grep -v -e '/\\.vault$' -e '/\\.vault/state' -e '/\\.vault/journal' \\
      -e '/home$' -e '/\\.local$' -e '/\\.local/state'
    """
}

extension Example {
  /// True when the line runs only commands that change nothing, and writes no file.
  fileprivate var onlyAsks: Bool {
    if line.contains(">") && !line.contains(#/'[^']*>[^']*'/#) { return false }
    return line.matches(of: #/vault ((?:-[^ ]+ )*)([a-z]+)(?: ([a-z]+))?/#).allSatisfy { match in
      let (command, part) = (String(match.2), "\(match.2) \(match.3 ?? "")")
      return Self.asking.contains(HelpTests.parts.contains(part) ? part : command)
    }
  }

  private static let asking: Set<String> = [
    "search", "list", "show", "tags", "links", "backlinks", "orphans", "unlinked", "related", "graph", "stats", "get",
    "doctor",
    "help", "tasks", "tasks list", "tasks next", "tasks agenda", "tasks run", "tasks export",
  ]
}
