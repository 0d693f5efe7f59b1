/// The files that the manual names.
enum FilesHelp {
  static let configurations: [HelpPage.Row] = [
    .init(term: ".vault/config.yaml", help: "the vault's own settings"),
    .init(
      term: "$XDG_CONFIG_HOME/vault/config.yaml",
      help: "yours, for all vaults; ~/.config/vault/config.yaml where the variable is not set, on macOS "
        + "~/Library/Application Support/vault/config.yaml"),
  ]

  static let inVault: [HelpPage.Row] = [
    configurations[0],
    .init(term: ".vault/templates", help: "templates of new notes, besides those where Obsidian has them"),
    .init(term: ".vault/trash", help: "deleted notes"),
    .init(term: ".vault/journal", help: "what was changed, for `vault undo`, and what is being changed"),
    .init(term: ".vault/state", help: "the lock of those who change the vault"),
  ]

  static let ofUser: [HelpPage.Row] = [
    configurations[1],
    .init(
      term: "$XDG_CONFIG_HOME/vault/engines.yaml",
      help: "beside it: the programs and servers that `vault enrich` may ask, which one it asks if none is named, and "
        + "whether what is saved is filled in by itself (`on_save`)"),
    .init(
      term: "$XDG_CACHE_HOME/vault",
      help:
        "the index of each vault, which can be deleted at any moment; ~/.cache/vault where the variable is not set, on "
        + "macOS ~/Library/Caches/vault"),
    .init(
      term: "$XDG_STATE_HOME/vault",
      help: "what proves that a change was made by you on this machine; ~/.local/state/vault where the variable is not "
        + "set, on macOS ~/Library/Application Support/vault/state"),
  ]

  static let installed: [HelpPage.Row] = [
    .init(
      term: "share/vault/schemas", help: "JSON Schemas of all that --json prints, below the PREFIX of `make install`")
  ]

  static let example = """
    A dot in a setting's name stands for a level of YAML, which is what `vault config set` writes:

      theme: green
      ignore:
        - Archive/Old
      tasks:
        format: emoji
      searches:
        reading: "tag:reading -is:pinned"
    """
}
