/// `vault help lsp`: what the editor server does, how editors are set up for it, and what does for those that speak with no
/// server.
enum EditorHelp {
  static let page = HelpPage(
    parts: [
      .text(
        """
        An editor starts `vault lsp`, and speaks the Language Server Protocol with it. The
        answers are those of the commands, on what is typed as well as on what is saved.
        Nothing is changed unless somebody asks for it. `vault lsp --help` has the options.
        """),
      .rows(features),
      .section("Which vault a note belongs to"),
      .text(
        """
        To the folder above it that has a .vault, the nearest of several; else to one with an
        .obsidian, else to one with a .zk. Where there is none, to the workspace folder that
        holds it, unless that is your home folder or one above. Else the note is known by
        itself alone, and the editor says so once. One server does for several vaults, and
        no link leads from one into another.
        """),
    ] + editors + [
      .section("Settings"),
      .text(
        """
        They stand in the configuration, as `lsp.rename_limit` and so on. What the editor says
        comes before that: as `vault` among its settings, or with the options of the
        initialization, within a member `lsp` or without.
        """),
      .rows(settings),
      .section("Commands for keys and menus"),
      .text(
        """
        Editors send them as workspace/executeCommand. An ADDRESS is that of an open note
        (file:///…), a LINE counts from 0, and a NOTE is an address or a path in the vault.
        Those that name neither are about the vault of the first workspace folder.
        """),
      .rows(commands),
    ] + withoutServer)

  static let features: [HelpPage.Row] = [
    .init(
      term: "completion",
      help: "notes behind [[, headings of all notes behind [[##, of one behind #, blocks behind ^ (one that has no id "
        + "gets one), paths behind ](, tags, properties and their values, fields, days, rules and ids of tasks, emoji "
        + "behind :"),
    .init(
      term: "definition", help: "where a link leads, where a tag stands, which task one waits for and which wait for it"
    ),
    .init(
      term: "references",
      help: "what links to a heading or block, to the note on its first line or heading, where a tag stands, "
        + "which tasks wait for one"),
    .init(
      term: "hover",
      help: "the note, section or block of a link, how large a picture is, a task in words, how many notes have a tag, "
        + "which values a property has"),
    .init(
      term: "rename",
      help: "the note, heading, block, tag or label under the cursor, with every link to it; of a link, the part that "
        + "the cursor is in; links also follow where the editor renames files itself"),
    .init(
      term: "actions",
      help: "toggle a task, set its days and priority, move it to another note; create the note that a link misses, "
        + "here or by a template, link to where it has moved or to one of nearly that name; link to the heading of "
        + "nearly that name that is there; link to a note where it is "
        + "named; add tags, aliases and properties; correct a date; move a section into a note of its own, put an "
        + "embedded note into the text, add a block id, write a link in the other syntax, align a table, sort a list"),
    .init(term: "diagnostics", help: "what `vault check` finds in the note, and in all notes for editors that ask"),
    .init(
      term: "symbols",
      help:
        "headings, tasks and block ids of the note; of the vault notes by name, headings behind heading:, tags behind "
        + "#, tasks behind !"),
    .init(
      term: "folding", help: "sections, front matter, code, lists, callouts, comments; and what a selection grows to"),
    .init(term: "tokens", help: "colours for links, tags, properties, dates, and tasks that are done"),
    .init(term: "lenses", help: "how many links lead to a note or a heading, above it"),
    .init(term: "hints", help: "days until a task is due, titles of notes that are named by their ids"),
  ]

  // MARK: Set-up

  private static let editors: [HelpPage.Part] = [
    .section("Neovim"),
    .text(
      """
      From 0.11 on, in init.lua. Support/editors/neovim.lua among the sources of vault does
      for 0.7 and newer, and has keys for tasks, links to the note and the note of the day.

          vim.lsp.config('vault', {
            cmd = { 'vault', 'lsp' }, filetypes = { 'markdown' },
            root_markers = { '.vault', '.obsidian', '.zk' },
          })
          vim.lsp.enable('vault')
      """),
    .section("Helix (nobody has tried this yet)"),
    .text(
      """
      In ~/.config/helix/languages.toml:

          [language-server.vault]
          command = "vault"
          args = ["lsp"]
          [[language]]
          name = "markdown"
          language-servers = ["vault"]
      """),
    .section("Zed (nobody has tried this yet)"),
    .text(
      """
      In ~/.config/zed/settings.json. Zed starts only servers that an extension has named,
      so it takes one that registers a server "vault" for Markdown.

          "lsp": {
            "vault": { "binary": { "path": "vault", "arguments": ["lsp"] } }
          },
          "languages": { "Markdown": { "language_servers": ["vault", "..."] } }
      """),
    .section("VS Code (nobody has tried this yet)"),
    .text(
      """
      In settings.json, with an extension that is a client for any server, here "Generic
      LSP Client (v2)":

          "glspc.server.command": "vault",
          "glspc.server.commandArguments": ["lsp"],
          "glspc.server.languageId": ["markdown"]
      """),
    .section("Emacs"),
    .text(
      """
      With markdown-mode and eglot, which Emacs has from 29 on, in init.el:

          (with-eval-after-load 'eglot
            (add-to-list 'eglot-server-programs
                         '((markdown-mode gfm-mode) . ("vault" "lsp"))))
          (add-hook 'markdown-mode-hook #'eglot-ensure)
      """),
    .section("Kakoune (nobody has tried this yet)"),
    .text(
      """
      With kakoune-lsp 17 or newer, in kakrc below the line that loads it. Older ones have
      the same in kak-lsp.toml, with `filetypes`, `roots`, `command` and `args`.

          hook -group lsp-filetype-markdown global BufSetOption filetype=markdown %{
            set-option buffer lsp_servers %{
              [vault]
              root_globs = [".vault", ".obsidian", ".zk"]
              args = ["lsp"]
          }}
      """),
  ]

  // MARK: Settings and commands

  static let settings: [HelpPage.Row] = [
    .init(
      term: "rename_limit", kind: "50",
      help: "of more files than these that are not open, the server writes a rename itself, once you have agreed; "
        + "`vault undo` takes it back"),
    .init(term: "lenses", kind: "true", help: "false for none"),
    .init(term: "hints", kind: "true", help: "false for none"),
  ]

  static let commands: [HelpPage.Row] = [
    .init(term: "vault.toggleTask ADDRESS LINE", help: "marks the task in that line done, or open again"),
    .init(
      term: "vault.setTask ADDRESS LINE FIELDS",
      help: "sets what an object names: due, scheduled, start (days in words, or null for none), priority, status"),
    .init(term: "vault.newNote TITLE", help: "makes a note, and opens it"),
    .init(term: "vault.today", help: "opens the note of the day, and makes it where there is none"),
    .init(term: "vault.rename NOTE NAME", help: "gives a note another name, with every link to it"),
    .init(term: "vault.move NOTE PATH", help: "moves a note to a path or into a folder, with every link to it"),
    .init(term: "vault.search QUERY", help: "answers with up to 200 places: uri, line, text"),
    .init(term: "vault.tasks [QUERY]", help: "the same of open tasks"),
    .init(term: "vault.undo", help: "takes back the last change that vault has written"),
  ]

  // MARK: Editors that speak with no server

  private static let withoutServer: [HelpPage.Part] = [
    .section("Vim, and other editors that speak with no server"),
    .text(
      """
      Paths in what `vault search --lines`, `vault search --paths`, `vault check` and
      `vault edit --print` give other programs open from where these stand: they are
      relative to the working folder inside of the vault, absolute elsewhere, and with
      --absolute always. From elsewhere, VAULT_DIR names the vault.

          set grepprg=vault\\ search\\ --lines\\ $*
          set grepformat=%f:%l:%c:%m
          set makeprg=vault\\ check
          set errorformat=%f:%l:%c:\\ %t%*[^:]:\\ %m,%f:\\ %t%*[^:]:\\ %m,%-G%.%#
          let &includeexpr = 'trim(system("vault edit --print -- "'
            \\ . ' . shellescape(substitute(v:fname, "[#|].*", "", ""))))'

      Then `:grep sourdough` lists the lines that match (with \\# for a #), `:make` what is
      wrong in the notes, and `vi[gf` within [[ ]] opens the note. Of paths in the text, as
      `:read !vault search --paths sourdough` puts them there, `0vg_gf` opens that of a
      line: names may have blanks, at which `gf` alone ends.
      """),
  ]
}
