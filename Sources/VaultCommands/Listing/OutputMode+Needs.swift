extension OutputMode {
  /// Whether more is printed than how many there are.
  var needsRecords: Bool { self != .count && self != .quiet }

  /// Whether anything is printed of a search for which the notes must be read once more.
  var needsMatches: Bool {
    switch self {
    case .text, .json, .jsonl: true
    case .format(let format): format.names("matches") || format.names("snippet")
    case .paths0, .count, .quiet, .calendar: false
    }
  }
}

extension RecordFormat {
  /// Whether the template holds that field or a member of it.
  fileprivate func names(_ field: String) -> Bool {
    pieces.contains { piece in
      guard case .field(let name) = piece else { return false }
      return name == field || name.hasPrefix(field + ".")
    }
  }
}
