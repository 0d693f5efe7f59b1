/// The fields of a task. Whoever adds one gives it its form here and its value in `TaskFieldValues`.
package enum TaskFieldKind: String, Sendable, CaseIterable {
  case due, scheduled, start, created, done, cancelled
  case priority, recurrence, onCompletion, id, dependsOn, category

  /// The key of `[key:: value]`, case-sensitive.
  package var inlineKey: String {
    switch self {
    case .done: "completion"
    case .recurrence: "repeat"
    default: rawValue
    }
  }

  /// The symbol that is written; nil where each value has its own (priority) or there is none (category).
  package var sign: String? {
    switch self {
    case .due: "📅"
    case .scheduled: "⏳"
    case .start: "🛫"
    case .created: "➕"
    case .done: "✅"
    case .cancelled: "❌"
    case .recurrence: "🔁"
    case .onCompletion: "🏁"
    case .id: "🆔"
    case .dependsOn: "⛔"
    case .priority, .category: nil
    }
  }

  /// How a field begins, in the three formats; without the blank that may follow.
  package var openings: [String] {
    [sign, "[\(inlineKey)::", "(\(inlineKey)::", isDate ? "\(rawValue):" : nil].compactMap { $0 }
  }

  /// False for what vault alone reads in a line: the plugin Obsidian Tasks would see text in it, so it stands before the
  /// fields that the plugin reads.
  var isReadByPlugin: Bool { self != .category }

  package var isDate: Bool { index < Self.dates.count }

  /// A number of its own, from 0; the dates come first.
  var index: Int {
    switch self {
    case .due: 0
    case .scheduled: 1
    case .start: 2
    case .created: 3
    case .done: 4
    case .cancelled: 5
    case .priority: 6
    case .recurrence: 7
    case .onCompletion: 8
    case .id: 9
    case .dependsOn: 10
    case .category: 11
    }
  }

  /// Those that are dates, in the order in which they are told.
  package static let dates: [TaskFieldKind] = [.due, .scheduled, .start, .created, .done, .cancelled]
  /// The dates that move on when a task recurs; the first one that it has is what its rule counts from.
  package static let recurringDates: [TaskFieldKind] = [.due, .scheduled, .start]
}

extension StringProtocol {
  /// True for what a task can bear as its id: letters, digits, `-` and `_`.
  var isTaskID: Bool { !isEmpty && utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == 0x2D || $0 == 0x5F } }
}

/// How a field is written.
package enum TaskFieldFormat: String, Sendable, CaseIterable {
  /// `📅 2026-02-01`
  case emoji
  /// `[due:: 2026-02-01]` or `(due:: 2026-02-01)`
  case inline
  /// `due:2026-02-01`, `(A)`, `!high`, `@work`: read, never written anew
  case plain
}

/// A field where it stands. Byte offsets count from the beginning of the text given to the parser.
package struct TaskField: Hashable, Sendable {
  package var kind: TaskFieldKind
  package var format: TaskFieldFormat
  /// The whole field: sign or brackets, a variation selector and a tolerated comma included, blanks around it not.
  package var range: Range<Int>
  /// What an edit of the value replaces. For a priority's emoji, the emoji without its variation selector.
  package var valueRange: Range<Int>
}
