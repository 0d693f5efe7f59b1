import VaultCore
import VaultTUI

/// `vault help ui`: the keys, made of the table that the program goes by, and what can be set.
enum FullScreenHelp {
  static var page: HelpPage {
    var parts: [HelpPage.Part] = [
      .text(
        """
        `vault ui` shows notes, tasks, the agenda, folders, tags, the trash, the history and
        settings on the whole screen. Each key asks at once, and what it shows is as fresh as
        what the commands print. `vault ui --help` has the options.

        A click selects a row, a second one opens it; the wheel scrolls what it is over, and the
        border between list and note can be dragged. Where several notes would change, and
        before every rename, what would be done is shown first. All is in the history.
        """)
    ]
    for group in KeyBinding.Group.allCases {
      parts.append(.section(group.rawValue))
      parts.append(
        .rows(
          KeyMap.standard.bindings.filter { $0.group == group }.map { binding in
            HelpPage.Row(
              term: binding.keys.map(\.name).joined(separator: " "),
              help: "\(binding.help) (\(binding.action.rawValue))")
          }))
    }
    parts += [
      .section("Settings"),
      .rows(
        ConfigurationKey.all.filter { $0.name.hasPrefix("ui.") || $0.name.hasPrefix("fzf.") }.map {
          HelpPage.Row(term: $0.name, help: $0.help)
        }),
      .text(
        """
        A key is written like e, G, Space, Enter, Esc, PgDn, F2, Ctrl-E or Alt-x; the words in
        parentheses above are the names for ui.keys. Text is typed into lines as in a shell:
        Ctrl-A, Ctrl-E, Ctrl-U, Ctrl-K, Ctrl-W. In GNU screen Esc by itself comes with the
        next key while the mouse is used; there, set ui.mouse to false.
        """),
    ]
    return HelpPage(parts: parts)
  }
}
