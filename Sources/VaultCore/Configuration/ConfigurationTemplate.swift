/// The text of a new `config.yaml`: every setting that may stand there with its default, commented out, as its own
/// documentation.
package enum ConfigurationTemplate {
  package static func text(for origin: ConfigurationOrigin = .vault) -> String {
    var lines =
      origin == .user
      ? [
        "# Your own settings, for all vaults, each with its default: take away the \"#\" before a key to change it, or say",
        "# `vault config set --user KEY VALUE`.",
      ]
      : [
        "# The settings of this vault, each with its default: take away the \"#\" before a key to change it (before",
        "# \"tasks:\" as well, for what stands below it), or say `vault config set KEY VALUE`.",
      ]
    var section = ""
    for key in ConfigurationKey.all where key.power.counts(in: origin) {
      let parts = key.name.split(separator: ".", maxSplits: 1).map(String.init)
      lines.append("")
      lines += ["# " + key.help]
      if !key.validValues.isEmpty { lines.append("# One of: \(key.validValues.joined(separator: ", ")).") }
      if parts.count == 2 {
        if section != parts[0] { lines.append("#\(parts[0]):") }
        lines.append("#  \(parts[1]): \(defaultText(key))")
      } else {
        lines.append("#\(key.name): \(defaultText(key))")
      }
      section = parts.count == 2 ? parts[0] : ""
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func defaultText(_ key: ConfigurationKey) -> String {
    switch key.kind {
    case .list, .definitions: "[]"
    case .map: "{}"
    case .text:
      key.defaultText.isEmpty || key.defaultText.contains("{") ? "\"\(key.defaultText)\"" : key.defaultText
    case .checkbox, .size, .number, .choice: key.defaultText
    }
  }
}
