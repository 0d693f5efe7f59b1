import VaultCore

extension VaultEditor {
  /// Pins notes, so that lists begin with them, or takes the pins off.
  package func setPinned(
    _ isPinned: Bool, _ names: [String], _ options: ChangeOptions = ChangeOptions()
  ) throws -> ChangeOutcome {
    try setCheckbox(["pin", "pinned"], to: isPinned, in: names, title: isPinned ? "pin" : "unpin", options)
  }

  /// Makes notes favorites, or takes the mark away.
  package func setFavorite(
    _ isFavorite: Bool, _ names: [String], _ options: ChangeOptions = ChangeOptions()
  ) throws -> ChangeOutcome {
    try setCheckbox(
      ["favorite"], to: isFavorite, in: names, title: isFavorite ? "favorite" : "unfavorite", options)
  }
}
