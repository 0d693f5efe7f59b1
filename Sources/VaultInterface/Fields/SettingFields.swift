import VaultCore
import VaultStore

/// A setting with its value, as lists show it.
package struct Setting: Sendable {
  /// Where a value is from: the vault's file, the user's own, what Obsidian's plugin Tasks is set to, or nowhere.
  package enum Source: String, Sendable {
    case file, user, obsidian
    case `default` = "default"
  }

  package var key: ConfigurationKey
  package var configuration: Configuration
  package var source: Source
  /// True when the file at hand has it, also where that counts for nothing.
  package var isSet: Bool
  /// Why the value in the vault's file counts for nothing; nil where it counts, or there is none.
  package var rejection: String?

  package init(
    key: ConfigurationKey, configuration: Configuration, source: Source, isSet: Bool, rejection: String? = nil
  ) {
    (self.key, self.configuration, self.source) = (key, configuration, source)
    (self.isSet, self.rejection) = (isSet, rejection)
  }
}

extension Vault {
  /// All settings with what holds in the vault.
  package func settings() throws -> [Setting] {
    let text = try ConfigurationFile.load(root: location.root).text
    let set = Set(ConfigurationEditor.settings(in: text))
    let given = ConfigurationParser.settings(in: text, of: location.isForeign ? .stranger : .vault)
    // A saved search may be what hides notes, and what is left out may name them.
    return ConfigurationKey.all.filter { !hidesNotes || !["searches", "ignore"].contains($0.name) }.map { key in
      let isUsers = user.settings.contains(key.name)
      let isObsidians = key.value(configurationDefaults) != key.value(.default)
      let source: Setting.Source =
        given[key.name] == true && !(isUsers && key.power.isUsersFirst)
        ? .file : isUsers ? .user : isObsidians ? .obsidian : .default
      return Setting(
        key: key, configuration: configuration, source: source, isSet: set.contains(key.name),
        rejection: given[key.name] == false ? Self.rejection(of: key, isForeign: location.isForeign) : nil)
    }
  }

  private static func rejection(of key: ConfigurationKey, isForeign: Bool) -> String {
    if !key.power.counts(in: .vault) { return "since a vault's does not count" }
    return isForeign && !key.power.counts(in: .stranger)
      ? "since the vault is another user's and not accepted" : "since the file's value cannot be used"
  }
}

extension RecordFields where Record == Setting {
  package static var setting: RecordFields {
    RecordFields([
      Field("key") { .text($0.key.name) },
      Field("value") { JSONValue($0.key.value($0.configuration)) },
      Field("default") { JSONValue($0.key.value(.default)) },
      Field("isSet") { .bool($0.isSet) },
      Field("source") { .text($0.source.rawValue) },
      Field("help") { .text($0.key.help) },
    ])
  }
}
