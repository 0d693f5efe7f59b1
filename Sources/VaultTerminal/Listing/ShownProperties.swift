import VaultCore
import VaultInterface
import VaultStore

/// The properties of a note that is shown to a person, but for those that its head says in its own way.
struct ShownProperties {
  let properties: [Property]
  let theme: Theme

  /// What `ShownNoteHead` shows; `date` and the like are read as `created` or `updated`.
  private static let keysOfHead: Set<String> = [
    "title", "aliases", "alias", "tags", "tag", "category", "source", "pin", "pinned", "favorite", "summary",
    "created", "date", "created_at", "createdat", "updated", "modified", "lastmod", "updated_at", "updatedat",
  ]

  /// A wider key stands on a line of its own width.
  private static let widestKey = 20

  /// `width` in columns. Those without a value are left out.
  func lines(width: Int) -> [StyledText] {
    let shown = properties.compactMap { property -> (key: String, value: String)? in
      let value = property.value.shownTexts.filter { !$0.isEmpty }.joined(separator: ", ")
      let isShown = Self.keysOfHead.contains(property.key.lowercased())
      return isShown || value.isEmpty ? nil : (property.key, value)
    }
    let column = min(shown.map { DisplayWidth.of($0.key) }.max() ?? 0, Self.widestKey)
    let styler = InlineStyler(theme: theme, definitions: [:])
    return shown.flatMap { key, value in
      let key = StyledText(key, theme[.muted]).truncated(to: max(width - 10, 4)).padded(to: column) + StyledText("  ")
      let rows = styler.styled(value).wrapped(to: max(width - key.width, 8))
      let margin = StyledText(String(repeating: " ", count: key.width))
      return rows.enumerated().map { index, row in (index == 0 ? key : margin) + row }
    }
  }
}
