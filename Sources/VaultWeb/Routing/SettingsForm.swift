import VaultCore
import VaultInterface
import VaultStore

/// Forms of the settings. They do the same as `vault config set` and `unset` in the vault's own file.
struct SettingsForm {
  /// The field of a list's entries, each on a line.
  static let entries = "entries"
  /// The field of a new part's name.
  static let part = "part"

  /// The field of what was shown; a form that brings it back changes nothing.
  static let shown = "shown"

  let application: WebApplication

  /// Nil for a form that names no setting, or nothing that it is to be.
  func answer(_ fields: FormFields, _ url: VaultURL) async throws -> WebResponse? {
    guard let key = fields["key"] else { return nil }
    let part = fields[Self.part]?.trimmingBlanks
    guard part?.isEmpty != true, part == nil || fields["value"]?.trimmingBlanks.isEmpty == false else {
      throw WebProblem(
        422, "bad-argument", "Give both the name of the new entry of \(ShownName.quoted(key)) and its value.")
    }
    let name = part.map { "\(key).\($0)" } ?? key
    if fields["action"] == "unset" {
      return try await changed("config unset \(name)", of: key, url) { try ConfigurationEditor.removing(name, in: $0) }
    }
    let value = fields[Self.entries] ?? fields["value"]
    if let shown = fields[Self.shown], Self.isSame(shown, value) { return .seeOther(Self.address(of: key, url)) }
    if let lines = fields[Self.entries].map(Self.lines), let setting = ConfigurationKey.named(name) {
      return try await changed("config set \(name)", of: key, url) {
        try ConfigurationEditor.setting(setting, to: lines, in: $0, of: .vault)
      }
    }
    guard let value else { return nil }
    return try await changed("config set \(name)", of: key, url) {
      try ConfigurationEditor.setting(name, value, in: $0)
    }
  }

  private func changed(
    _ title: String, of key: String, _ url: VaultURL, _ edit: @escaping @Sendable (String) throws -> String
  ) async throws -> WebResponse {
    try await application.change { _ = try $0.changeConfiguration(title, ChangeOptions(), edit) }
    return .seeOther(Self.address(of: key, url))
  }

  /// The page where the setting stands.
  private static func address(of name: String, _ url: VaultURL) -> String {
    ConfigurationKey.withPart(name).map { "\(url.path)#\($0.key.name)" } ?? url.path
  }

  /// True for texts that a field of a form makes of one another: it has line ends of its own.
  private static func isSame(_ shown: String, _ value: String?) -> Bool {
    shown.replacing("\r\n", with: "\n") == value?.replacing("\r\n", with: "\n")
  }

  /// A list of the lines that are not blank.
  private static func lines(_ text: String) -> PropertyValue {
    let lines = text.split(whereSeparator: \.isNewline).map { String($0).trimmingBlanks }
    return .list(lines.filter { !$0.isEmpty }.map { .text($0) })
  }
}
