import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// The settings with their values.
enum SettingsScreen {
  static func answer(_ question: ListQuestion, _ reader: VaultReader) throws -> ListAnswer {
    let look = question.look
    let settings = try reader.vault.settings()
    var answer = ListAnswer()
    answer.rows = question.filtered(
      settings.map { setting in
        let value = setting.key.text(in: setting.configuration).replacing("\n", with: ", ")
        var row = Row(.setting(setting.key.name), StyledText(setting.key.name, look[.title]), name: setting.key.name)
        row.trail = [
          StyledText(setting.source == .default ? "" : setting.source.rawValue, look[.muted]),
          StyledText(value, look[.accent]),
        ]
        row.below = StyledText(setting.key.help, look[.muted])
        return row
      })
    answer.count = question.count(answer.rows.count { $0.id != nil }, "setting")
    answer.nothing = "No setting is called so."
    return answer
  }
}
