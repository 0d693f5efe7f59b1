import VaultInterface

/// `vault help mcp`: what assistants can do, how hosts are set up for them, and what keeps notes safe from them.
enum AssistantHelp {
  static let page = HelpPage(
    parts: [
      .text(
        """
        An assistant's host starts `vault mcp`, and speaks the Model Context Protocol with it
        (2026-07-28, 2025-11-25, 2025-06-18 and 2025-03-26). The assistant searches and reads;
        it changes notes only where you allow it. `vault mcp --help` has the options.
        """),
      .rows(tools),
      .section("Set-up"),
      .text(
        """
        ~/Notes stands for your vault; where a host asks for an absolute path, write one. With
        --write behind mcp, the assistant may change notes. Nobody has tried these yet but by
        the SDKs for Python, which speak as the hosts do.
        """),
    ] + hosts + [
      .section("Over HTTP"),
      .text(
        """
        `vault serve` answers at /mcp, with the token from the file that it names. There the
        setting `mcp.write` alone lets an assistant write.

            claude mcp add --transport http notes http://127.0.0.1:7523/mcp \\
              --header "Authorization: Bearer TOKEN"
        """),
      .section("What an assistant sees"),
      .text(
        """
        All notes, but for what is in hidden folders, the trash and the folder of templates.
        --read-in FOLDER shows one folder alone, --hide QUERY hides what the query finds. The
        settings `mcp.read` and `mcp.hide` do so for every assistant; options only take more
        away. What is hidden is in no list, count, tag, link or error, and its name is that of
        no note.
        """),
      .section("What an assistant changes"),
      .text(
        """
        Nothing without --write, --write-in FOLDER or the setting `mcp.write`, which counts in
        your own configuration alone. A note is changed only from the state that the assistant
        has read (its etag), never overwritten, and goes to the trash when it is deleted. No
        more than 60 changes are made in a minute. Each is one of the history, with the name
        of the client: `vault history --actor mcp` lists them, `vault undo --change N` takes
        one back; the assistant takes back its own, the latest first.
        """),
      .section("What notes may say"),
      .text(
        """
        A note may hold orders to an assistant. They reach it only as text of a note, never in
        descriptions or errors; characters that nobody sees are written as \u{27E6}U+200B\u{27E7}, and lines
        in comments are named. That does not make a model obey you alone: let it write only
        where you look at what it did.
        """),
    ])

  static let tools: [HelpPage.Row] = [
    .init(term: "search_notes", help: "notes that a query finds, the best first, with the lines that match"),
    .init(term: "read_note", help: "a note or a section of it, with its properties and headings"),
    .init(term: "list_notes", help: "notes in an order, those that assistants used lately among them"),
    .init(term: "list_tasks", help: "open tasks, the most urgent first, or those that a query finds"),
    .init(term: "get_links", help: "where a note's links lead, what links to it, and what belongs to it"),
    .init(term: "vault_overview", help: "folders, tags, properties, how many tasks, and where it may write"),
    .init(term: "create_note", help: "makes a note"),
    .init(term: "edit_note", help: "replaces pieces of a note's text"),
    .init(term: "add_text", help: "puts text at the end or start of a note or section"),
    .init(term: "set_properties", help: "changes front matter and tags"),
    .init(term: "add_task", help: "adds a task in quick words"),
    .init(term: "change_task", help: "completes a task, or changes its fields"),
    .init(term: "move_note", help: "moves or renames a note, with every link to it"),
    .init(term: "delete_note", help: "puts a note into the trash"),
    .init(term: "undo_change", help: "takes back a change of its own"),
  ]

  private static let hosts: [HelpPage.Part] = [
    .section("Claude Code"),
    .text("    claude mcp add notes -- vault mcp --vault ~/Notes"),
    .section("Claude Desktop, Cursor, Windsurf, Gemini CLI"),
    .text(
      """
      In claude_desktop_config.json, ~/.cursor/mcp.json, ~/.codeium/windsurf/mcp_config.json
      or ~/.gemini/settings.json:

          "mcpServers": {
            "notes": { "command": "vault",
                       "args": ["mcp", "--vault", "/home/me/Notes"] }
          }
      """),
    .section("VS Code"),
    .text(
      """
      In .vscode/mcp.json, or by the command MCP: Open User Configuration:

          "servers": {
            "notes": { "command": "vault",
                       "args": ["mcp", "--vault", "/home/me/Notes"] }
          }
      """),
    .section("Zed"),
    .text(
      """
      In settings.json:

          "context_servers": {
            "notes": { "command": "vault",
                       "args": ["mcp", "--vault", "/home/me/Notes"] }
          }
      """),
    .section("Codex CLI"),
    .text(
      """
      In ~/.codex/config.toml:

          [mcp_servers.notes]
          command = "vault"
          args = ["mcp", "--vault", "/home/me/Notes"]
      """),
  ]
}
