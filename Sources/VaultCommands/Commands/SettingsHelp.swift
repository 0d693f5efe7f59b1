import VaultCore
import VaultTerminal

/// `vault help settings`: the table of the settings, by what each may do.
enum SettingsHelp {
  static func print(to printer: Printer) throws {
    var lines = [
      "A vault's own settings are in its .vault/config.yaml, yours for all vaults in the file",
      "that `vault config path --user` names. A vault is often somebody else's: where a setting",
      "counts depends on what it can do.",
    ]
    let width = ConfigurationKey.all.map(\.name.count).max() ?? 0
    for power in ConfigurationPower.allCases {
      lines += ["", power.description, ""]
      for key in ConfigurationKey.all where key.power == power {
        lines.append("  \(key.name)\(String(repeating: " ", count: width - key.name.count))  \(key.help)")
      }
    }
    try printer.block(lines.joined(separator: "\n") + "\n")
  }
}
