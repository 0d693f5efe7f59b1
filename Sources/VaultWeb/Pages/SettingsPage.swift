import VaultCore
import VaultInterface
import VaultStore

/// The settings, and the look of the page.
enum SettingsPage {
  static func page(_ context: PageContext) throws -> Page {
    let settings = try context.vault.settings()
    let rows = settings.map { setting -> HTML in
      """
      <div class="setting" id="\(setting.key.name)"><dt><code>\(setting.key.name)</code></dt>\
      <dd><p>\(setting.key.help)</p>\(fields(setting, context))\(remark(setting))</dd></div>

      """
    }
    let main: HTML = """
      <div class="head"><h1>Settings</h1></div>
      \(context.isReadOnly ? HTML() : look(context.vault.configuration, context))
      <dl class="settings">\(rows.joined())</dl>
      """
    return Page("Settings", in: .settings, main: main)
  }

  // MARK: The look

  /// Buttons for the look, which count at once, on all pages.
  private static func look(_ configuration: Configuration, _ context: PageContext) -> HTML {
    func choices<Choice: RawRepresentable<String> & CaseIterable>(
      _ title: String, _ key: String, _ current: Choice, isColor: Bool = false
    ) -> HTML {
      let buttons = Choice.allCases.map { choice -> HTML in
        let mark: HTML = isColor ? "<span class=\"swatch \(choice.rawValue)\" aria-hidden=\"true\"></span>" : HTML()
        return """
          <button name="value" value="\(choice.rawValue)" aria-pressed="\(choice.rawValue == current.rawValue ? "true" : "false")">\
          \(mark)\(choice.rawValue.capitalizedFirst)</button>
          """
      }
      return """
        <form class="look" method="post" action="\(context.url.path)" aria-label="\(title)">\
        <input type="hidden" name="key" value="\(key)"><span class="name">\(title)</span>\(buttons.joined(" "))</form>
        """
    }
    return choices("Colours", "theme", configuration.theme, isColor: true)
      + choices("Appearance", "appearance", configuration.appearance)
      + choices("Lists", "web.density", configuration.webDensity)
  }

  // MARK: A setting

  /// A sentence where another file than the vault's decides; nothing elsewhere.
  private static func remark(_ setting: Setting) -> HTML {
    if let rejection = setting.rejection {
      return "<p class=\"remark\">What the vault's file says does not count, \(rejection).</p>"
    }
    switch setting.source {
    case .user: return "<p class=\"remark\">Your own configuration sets it.</p>"
    case .obsidian: return "<p class=\"remark\">It is as in Obsidian.</p>"
    case .file, .default: return HTML()
    }
  }

  private static func fields(_ setting: Setting, _ context: PageContext) -> HTML {
    let (key, value) = (setting.key, setting.key.value(setting.configuration))
    // What runs programs or leads out of the vault is set by its owner, at a terminal.
    guard !context.isReadOnly, key.power != .personal else {
      let text = key.text(in: setting.configuration)
      return "<p class=\"value\">\(text.isEmpty ? "—" : text)</p>"
    }
    let unset: HTML? =
      setting.isSet && !key.hasNamedParts ? " <button name=\"action\" value=\"unset\">Default</button>" : nil
    switch key.kind {
    case .choice, .checkbox:
      let options = key.validValues.map { choice -> HTML in
        "<option\(choice == key.text(in: setting.configuration) ? " selected" : HTML())>\(choice)</option>"
      }
      return form(
        key.name,
        "<select name=\"value\" aria-label=\"\(key.name)\">\(options.joined())</select> <button>Set</button>\(unset)",
        context)
    case .text, .size, .number:
      return form(
        key.name, "\(input(key.name, key.text(in: setting.configuration))) <button>Set</button>\(unset)", context)
    case .list:
      let (entries, lines) = (value.stringList ?? [], key.text(in: setting.configuration))
      // A field with an entry on each line cannot hold others.
      guard entries.allSatisfy({ !$0.contains(where: \.isNewline) && $0 == $0.trimmingBlanks && !$0.isEmpty }) else {
        return
          "<p class=\"value\">\(lines)</p><p class=\"remark\">Edit it in the file: an entry has blanks or line ends.</p>"
      }
      return form(
        key.name,
        """
        <textarea name="\(SettingsForm.entries)" rows="3" aria-label="\(key.name), one entry a line" placeholder="One entry a line" \
        autocapitalize="off" autocorrect="off" spellcheck="false">
        \(HTML(exact: lines))</textarea>\(shown(lines)) <button>Set</button>\(unset)
        """, context)
    case .map, .definitions:
      return parts(key, key.parts(of: value) ?? [], context)
    }
  }

  /// A row for each part, and one for a new one.
  private static func parts(_ key: ConfigurationKey, _ parts: [ConfigurationPart], _ context: PageContext) -> HTML {
    // What is built in can be changed, and stays.
    let builtIn = key.parts(of: key.value(.default)) ?? []
    let rows = parts.map { part -> HTML in
      let name = "\(key.name).\(part.name)"
      let remove: HTML? =
        builtIn.contains(part)
        ? nil : "<button name=\"action\" value=\"unset\" aria-label=\"Remove \(name)\" title=\"Remove\">×</button>"
      return form(
        name, "<code>\(part.name)</code> \(input(name, key.written(part))) <button>Set</button> \(remove)", context)
    }
    let hint = key.kind == .map ? "Text" : "{icon: ★, title: Title}"
    let new = form(
      key.name,
      """
      <input name="\(SettingsForm.part)" required aria-label="A new name for \(key.name)" placeholder="Name" autocomplete="off" \
      autocapitalize="off" autocorrect="off"> \(input("\(key.name) of the new name", "", hint: hint, isNew: true)) <button>Add</button>
      """, context)
    return rows.joined() + new
  }

  private static func input(_ label: String, _ value: String, hint: String = "", isNew: Bool = false) -> HTML {
    let attributes: HTML = """
      name="value" aria-label="\(label)" placeholder="\(hint)" autocomplete="off" autocapitalize="off" autocorrect="off" \
      spellcheck="false"\(isNew ? " required" : HTML())
      """
    // A field of one line loses line ends.
    let field: HTML =
      value.contains(where: \.isNewline)
      ? "<textarea rows=\"2\" \(attributes)>\n\(HTML(exact: value))</textarea>"
      : "<input value=\"\(HTML(exact: value))\" \(attributes)>"
    return isNew ? field : field + shown(value)
  }

  private static func shown(_ value: String) -> HTML {
    "<input type=\"hidden\" name=\"\(SettingsForm.shown)\" value=\"\(HTML(exact: value))\">"
  }

  private static func form(_ name: String, _ content: HTML, _ context: PageContext) -> HTML {
    """
    <form class="line" method="post" action="\(context.url.path)"><input type="hidden" name="key" value="\(HTML(exact: name))">\
    \(content)</form>
    """
  }
}
