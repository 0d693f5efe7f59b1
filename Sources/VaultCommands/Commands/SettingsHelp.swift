import VaultCore
import VaultInterface
import VaultTerminal

/// `vault help settings`: the table of the settings, by what each may do.
enum SettingsHelp {
  private static let width = 80

  static func print(to printer: Printer) throws {
    try lines(
      StyledText(
        "A vault's own settings are in its .vault/config.yaml, yours for all vaults in the file that "
          + "`vault config path --user` names. A vault is often somebody else's: where a setting counts depends on what it "
          + "can do."), printer)
    let names = ConfigurationKey.all.map(\.name.count).max() ?? 0
    for power in ConfigurationPower.allCases {
      try printer.line()
      try lines(StyledText(power.description, printer.theme[.heading]), printer)
      for key in ConfigurationKey.all where key.power == power {
        var name = StyledText("  ")
        name.append(StyledText(key.name, printer.theme[.accent]).padded(to: names + 2))
        for line in StyledText(key.help).wrapped(to: width - names - 4) {
          try printer.line(name + line)
          name = StyledText(String(repeating: " ", count: names + 4))
        }
      }
    }
    try printer.line()
    try printer.block(PluginSettingsHelp.text + "\n")
  }

  private static func lines(_ text: StyledText, _ printer: Printer) throws {
    for line in text.wrapped(to: width) { try printer.line(line) }
  }
}
