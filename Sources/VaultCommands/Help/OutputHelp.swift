/// `vault help output` and `vault help environment`.
enum OutputHelp {
  static let page = HelpPage(parts: [
    .text("Commands that list print lines for people. For programs:"),
    .rows([
      .init(term: "--json", help: "one array; `vault show --json` prints one object"),
      .init(term: "--jsonl", help: "one object a line"),
      .init(
        term: "--format TEMPLATE",
        help:
          "'{path}:{line} {title}': the fields of --json in braces; {{ and }} are braces, \\t and \\n what they are in printf"
      ),
      .init(term: "-0, --null", help: "paths, a NUL after each, for `xargs -0r`"),
      .init(term: "--count", help: "how many there are, whatever the limit"),
      .init(term: "-q, --quiet", help: "nothing; the exit status answers"),
    ]),
    .text(
      """
      `vault help json` lists the fields. Results go to standard output, all else to
      standard error. Dates are ISO 8601 where no person reads. Lines and columns count
      from 1.
      """),
    .section("Exit statuses"),
    .rows(exitStatuses),
  ])

  static let exitStatuses: [HelpPage.Row] = [
    (ExitStatus.success, "done, or found"),
    (.nothingFound, "nothing found"),
    (.failed, "failed"),
    (.refused, "refused: what it would change had changed, or came from somebody else"),
    (.usage, "wrong usage, or a query that cannot be understood"),
    (.interrupted, "interrupted"),
  ].map { .init(term: "\($0.0.rawValue)", help: $0.1) }

  static let environment: [HelpPage.Row] = [
    .init(term: "VAULT_DIR", help: "the vault, a folder or a name, where --vault names none"),
    .init(term: "XDG_CACHE_HOME", help: "where the index is kept; else ~/.cache, ~/Library/Caches"),
    .init(
      term: "XDG_CONFIG_HOME",
      help: "where your own configuration is; else ~/.config, and ~/Library/Application Support on macOS"),
    .init(
      term: "XDG_STATE_HOME",
      help: "where is kept what proves that a change was made by you, and when notes were last referenced; else "
        + "~/.local/state, and in the folder of your configuration on macOS"),
    .init(
      term: "VAULT_EDITOR",
      help: "the editor, else the setting `editor` of your own configuration, else VISUAL, else EDITOR, else vi"),
    .init(term: "NO_COLOR", help: "no colours; CLICOLOR_FORCE has them in a pipe, too"),
    .init(
      term: "NO_HYPERLINKS", help: "no links in lists that a click opens; FORCE_HYPERLINK has them in any terminal"),
    .init(term: "VAULT_HOOK", help: "set for a program that `hooks.after_change` names, which starts no further one"),
    .init(term: "VAULT_PAGER", help: "the pager, else PAGER, else less; empty or cat for none"),
    .init(term: "COLUMNS", help: "the width of the output, where the terminal says none"),
    .init(term: "LANG, LC_ALL", help: "signs beyond ASCII where they name UTF-8"),
    .init(term: "COLORFGBG", help: "tells a light background from a dark one"),
    .init(term: "TZ", help: "the time zone of dates without one"),
  ]
}
