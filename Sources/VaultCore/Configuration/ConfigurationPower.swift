/// Whose configuration it is that is read.
package enum ConfigurationOrigin: Sendable, CaseIterable {
  /// A vault's own, in a vault that this user made or has accepted.
  case vault
  /// A vault's own, in a vault that belongs to another user and that nobody has accepted.
  case stranger
  /// The user's own, for all vaults.
  case user
}

/// What a setting may do, and therefore which of the two configurations may hold it, and which of them wins. A vault is
/// often somebody else's: what runs programs or leads out of it is not the vault's to say.
package enum ConfigurationPower: Sendable, CaseIterable {
  /// How notes are read and found.
  case reading
  /// What changes write, and where in the vault.
  case changing
  /// How it looks.
  case look
  /// What is true of the user's terminal.
  case terminal
  /// A place: the vault's own may name one in its `.vault/` only.
  case place
  /// What takes something away from assistants: nothing that one says is undone by the other.
  case narrowing
  /// What runs, and what leads elsewhere.
  case personal

  /// True where a configuration of that origin may hold such a setting.
  package func counts(in origin: ConfigurationOrigin) -> Bool {
    switch origin {
    case .vault: self != .personal
    case .stranger: self == .reading || self == .narrowing
    case .user: self != .reading && self != .changing
    }
  }

  /// True where the user's own configuration wins over the vault's, where both hold it.
  package var isUsersFirst: Bool { self == .terminal || self == .place }

  /// For people, behind a title: which settings these are, and where they count.
  package var description: String {
    switch self {
    case .reading: "How notes are read and found: a vault's own configuration, whoever the vault belongs to."
    case .changing: "What changes write, and where in the vault: a vault's own configuration."
    case .look: "How it looks: your own configuration, or a vault's own, which wins."
    case .terminal: "What is true of your terminal: your own configuration, which wins, or a vault's own."
    case .place:
      "Places: your own configuration, which wins; a vault's own may name a file in its .vault that ends in .sqlite."
    case .narrowing:
      "What assistants do not see: your own configuration, and a vault's own, whoever the vault belongs to; both count."
    case .personal: "What runs, and what leads elsewhere: your own configuration alone."
    }
  }
}

extension ConfigurationKey {
  /// Why a value counts for nothing in a configuration of that origin, to be put behind the setting's name; nil where it
  /// counts. Of a stranger's nothing is told.
  func misplacement(of value: PropertyValue, in origin: ConfigurationOrigin) -> String? {
    guard power.counts(in: origin) else {
      return origin == .user
        ? "is a setting of a vault's own configuration, and counts for nothing in yours"
        : "counts only in your own configuration, since it may run programs or lead out of the vault"
    }
    guard power == .place, let path = value.text, !path.isEmpty else { return nil }
    if origin == .user {
      return OutsidePath.isValid(path)
        ? nil : "needs \(OutsidePath.need) here: a folder in which each vault gets one of its own"
    }
    return ConfiguredIndexPath.isInVault(path)
      ? nil
      : "may only name a file in the vault's .vault that ends in .sqlite, such as .vault/index.sqlite; "
        + "another place counts only in your own configuration"
  }
}
