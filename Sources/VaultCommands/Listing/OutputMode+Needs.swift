import VaultCore
import VaultInterface

extension OutputMode {
  /// True when more is printed than how many there are.
  var needsRecords: Bool { self != .count && self != .quiet }

  /// True when nothing but the notes' paths is printed of them.
  var needsOnlyPaths: Bool {
    switch self {
    case .paths0, .paths: true
    case .format(let format):
      format.fieldNames.allSatisfy(RecordFields<NoteRecord>.pathNames.contains)
    case .text, .json, .jsonl, .count, .quiet, .calendar: false
    }
  }

  /// True when anything is printed of a search for which the notes must be read once more.
  var needsMatches: Bool {
    switch self {
    case .text, .json, .jsonl: true
    case .format(let format): format.names("matches") || format.names("snippet")
    case .paths0, .paths, .count, .quiet, .calendar: false
    }
  }
}
