import VaultCore
import VaultInterface
import VaultStore

/// What stands around every page.
struct Shell {
  /// How the page looks; the vault's settings, or the defaults where there is none at hand.
  struct Look: Sendable {
    var theme = Configuration.Theme.grey
    var appearance = Configuration.Appearance.auto
    var density = Configuration.Density.comfortable
    var vaultName = "vault"
    var vaultMark = ""
    var isReadOnly = false

    init() {}

    /// The defaults, for a page without the vault's settings; the mark lets the browser find the drafts that it keeps.
    init(_ options: ServeOptions) {
      vaultName = NotePath(options.location.root).name
      vaultMark = VaultMark.text(ofRoot: options.location.root)
      isReadOnly = options.isReadOnly
    }

    init(_ vault: Vault, _ options: ServeOptions) {
      let configuration = vault.configuration
      (theme, appearance, density) = (configuration.theme, configuration.appearance, configuration.webDensity)
      vaultName = NotePath(vault.location.root).name
      vaultMark = VaultMark.text(ofRoot: vault.location.root)
      isReadOnly = options.isReadOnly
    }

    /// The scheme, the appearance and the density, with blanks between them.
    var words: String { "\(theme.rawValue) \(appearance.rawValue) \(density.rawValue)" }
  }

  private struct Entry {
    var section: Page.Section
    var title: String
    var address: String
    var icon: String
  }

  private static let entries = [
    Entry(section: .notes, title: "Notes", address: VaultURL(.notes).path, icon: "notes"),
    Entry(section: .tasks, title: "Tasks", address: VaultURL(.tasks).path, icon: "tasks"),
    Entry(section: .agenda, title: "Agenda", address: VaultURL(.agenda).path, icon: "agenda"),
    Entry(section: .folders, title: "Folders", address: VaultURL(.folder(NotePath(""))).path, icon: "folders"),
    Entry(section: .tags, title: "Tags", address: VaultURL(.tags).path, icon: "tags"),
    Entry(section: .graph, title: "Graph", address: VaultURL(.graph).path, icon: "graph"),
    Entry(section: .trash, title: "Trash", address: VaultURL(.trash).path, icon: "trash"),
    Entry(section: .history, title: "History", address: VaultURL(.history).path, icon: "history"),
    Entry(section: .sync, title: "Sync", address: VaultURL(.sync).path, icon: "sync"),
    Entry(section: .stats, title: "Statistics", address: VaultURL(.stats).path, icon: "stats"),
    Entry(section: .doctor, title: "Check", address: VaultURL(.doctor).path, icon: "doctor"),
    Entry(section: .settings, title: "Settings", address: VaultURL(.settings).path, icon: "settings"),
  ]

  /// A whole document. `stamp`: of the state that it shows; without one it does not follow what changes.
  static func document(_ page: Page, _ look: Look, _ stamp: SnapshotStamp? = nil) -> HTML {
    """
    \(head(page.title, look))
    <body\(stamp.map { " data-stamp=\"\($0.description)\"" as HTML })>
    <a class="skip" href="#Main">Skip to the content</a>
    <header class="bar">
    <a class="brand" href="/" title="All notes">\(look.vaultName)</a>
    <form class="find" role="search" action="/search">
    <input type="search" name="q" id="Find" value="\(page.query)" placeholder="Search your notes…" \
    aria-label="Search your notes" role="combobox" aria-expanded="false" aria-controls="FindOffers" \
    aria-autocomplete="list" autocomplete="off" autocapitalize="off" autocorrect="off" spellcheck="false">
    <ul id="FindOffers" class="offers" role="listbox" aria-label="How the search can go on" hidden></ul>
    </form>
    \(SearchHelp.html)
    \(look.isReadOnly ? HTML() : "<a class=\"button strong\" href=\"/new\">New<span class=\"wide\"> note</span></a>")
    <details class="menu"><summary aria-label="Menu">⋯</summary><nav aria-label="Menu">\(links(page.section))\(brightness(look))</nav></details>
    </header>
    <div id="Away" class="strip" role="status" hidden></div>
    <div id="Unsaved" class="strip" role="status" hidden></div>
    <div class="frame">
    <nav class="side" aria-label="Vault">\(links(page.section))\(brightness(look))</nav>
    \(fragment(page, look))
    </div>
    <div id="Told" role="status" aria-live="polite"></div>
    \(keys)
    </body>
    </html>

    """
  }

  /// The main part alone, which a script swaps in. It brings along what the rest of the page has of it.
  static func fragment(_ page: Page, _ look: Look) -> HTML {
    let aside: HTML? = page.aside.map { "<aside class=\"panel\" aria-label=\"About this note\">\($0)</aside>" }
    return """
      <main id="Main" tabindex="-1" data-title="\(page.title)" data-look="\(look.words)"\(aside == nil ? HTML() : " class=\"with-panel\"")>
      <div class="content\(page.isWide ? " wide-content" : HTML())">\(page.main)</div>
      \(aside)
      </main>
      """
  }

  /// A page without the vault's navigation, for whoever is not let in.
  static func plain(_ title: String, _ main: HTML) -> HTML {
    """
    \(head(title, Look()))
    <body class="plain">
    <main id="Main" tabindex="-1"><div class="content">\(main)</div></main>
    </body>
    </html>

    """
  }

  /// What the keys do; `?` shows it.
  private static var keys: HTML {
    let rows = [
      ("/", "search"), ("n", "new note"), ("e", "edit this note"), ("p", "pin it, or take the pin off"),
      ("j k", "next and previous entry"), ("Ctrl S", "save"), ("Ctrl Enter", "save and close"), ("?", "this help"),
    ].map { key, meaning -> HTML in "<dt><kbd>\(key)</kbd></dt><dd>\(meaning)</dd>" }
    return """
      <dialog id="Keys" aria-labelledby="KeysTitle"><h2 id="KeysTitle">Keys</h2><dl>\(rows.joined())</dl>
      <form method="dialog"><label><input type="checkbox" id="KeysOn" checked> Single letters</label> <button>Close</button></form></dialog>
      """
  }

  private static func head(_ title: String, _ look: Look) -> HTML {
    """
    <!doctype html>
    <html lang="en" data-theme="\(look.theme.rawValue)" data-appearance="\(look.appearance.rawValue)" \
    data-density="\(look.density.rawValue)" data-vault="\(look.vaultMark)">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="description" content="Notes and tasks of \(look.vaultName).">
    <meta name="robots" content="noindex, nofollow">
    <title>\(title) · \(look.vaultName)</title>
    <link rel="stylesheet" href="\(Assets.address(of: .themes))">
    <link rel="stylesheet" href="\(Assets.address(of: .style))">
    <link rel="icon" href="\(Assets.address(of: .icon))" type="image/svg+xml">
    <link rel="manifest" href="\(Assets.address(of: .manifest))">
    <script src="\(Assets.address(of: .script))" defer></script>
    </head>
    """
  }

  /// Says what it makes of the page: it is light or dark already. The style sheet knows which, and shows the other.
  private static func brightness(_ look: Look) -> HTML {
    guard !look.isReadOnly else { return HTML() }
    return """
      <form class="brightness" method="post" action="\(VaultURL(.settings).path)">\
      <input type="hidden" name="key" value="appearance">\
      <button name="value" value="light">Light mode</button><button name="value" value="dark">Dark mode</button></form>
      """
  }

  private static func links(_ current: Page.Section?) -> HTML {
    let items = entries.map { entry -> HTML in
      let mark: HTML = entry.section == current ? " aria-current=\"page\"" : ""
      return
        "<li><a href=\"\(entry.address)\"\(mark)><span class=\"icon \(entry.icon)\" aria-hidden=\"true\"></span>\(entry.title)</a></li>"
    }
    return "<ul>\(items.joined())</ul>"
  }
}
