import VaultCore

/// `vault help settings`: the table of the settings, by what each may do.
enum SettingsHelp {
  static var page: HelpPage {
    var parts: [HelpPage.Part] = [
      .text(
        """
        A vault's own settings are in its .vault/config.yaml, yours for all vaults in the
        file that `vault config path --user` names. A vault is often somebody else's:
        where a setting counts depends on what it can do.
        """)
    ]
    for power in ConfigurationPower.allCases {
      parts.append(.section(power.description))
      parts.append(.rows(ConfigurationKey.all.filter { $0.power == power }.map { .init(term: $0.name, help: $0.help) }))
    }
    return HelpPage(parts: parts + [.text(PluginSettingsHelp.text)])
  }
}
