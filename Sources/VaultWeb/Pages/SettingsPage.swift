import VaultCore
import VaultInterface
import VaultStore

/// The settings, and the look of the page.
enum SettingsPage {
  static func page(_ context: PageContext) throws -> Page {
    let rows = try context.vault.settings().map { setting -> HTML in
      let key = setting.key
      let value = JSONValue(key.value(setting.configuration)).formatted
      return """
        <div class="setting"><dt><code>\(key.name)</code></dt><dd><p>\(key.help)</p>\(field(key, value, context))</dd></div>
        """
    }
    let main: HTML = """
      <div class="head"><h1>Settings</h1></div>
      <dl class="settings">\(rows.joined())</dl>
      """
    return Page("Settings", in: .settings, main: main)
  }

  private static func field(_ key: ConfigurationKey, _ value: String, _ context: PageContext) -> HTML {
    let values = key.validValues
    guard !context.isReadOnly, key.power != .personal else {
      return "<p class=\"value\">\(value.isEmpty ? "—" : value)</p>"
    }
    guard !values.isEmpty else { return "<p class=\"value\">\(value.isEmpty ? "—" : value)</p>" }
    let options = values.map { choice -> HTML in
      "<option\(choice == value ? " selected" : HTML())>\(choice)</option>"
    }
    return """
      <form method="post" action="\(context.url.path)"><input type="hidden" name="key" value="\(key.name)">\
      <select name="value" aria-label="\(key.name)">\(options.joined())</select> <button>Set</button></form>
      """
  }
}
