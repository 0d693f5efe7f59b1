extension Recurrence {
  /// The rule in one settled wording, which rrule.js reads as the same rule and `Recurrence(_:)` as the same value.
  package var text: String {
    var text = "every"
    let namesMonths = frequency == .yearly && interval == 1 && !months.isEmpty
    let namesWeekdays = frequency == .weekly && interval == 1 && isEveryWeekday && months.isEmpty
    if interval != 1 { text += " \(interval)" }
    if namesMonths {
      text += " " + Self.list(months.map(CivilDate.name(ofMonth:)))
    } else if namesWeekdays {
      text += " weekday"
    } else {
      text += " " + frequency.unit + (interval == 1 ? "" : "s")
      if !months.isEmpty { text += " in " + Self.list(months.map(CivilDate.name(ofMonth:))) }
    }
    text += dayText(leavingOutWeekdays: namesWeekdays, afterIn: !months.isEmpty && !namesMonths)
    if let unsupported { text += " " + unsupported }
    if whenDone { text += " when done" }
    return text
  }

  /// The rule as it was typed, or in its settled wording where Obsidian Tasks would not understand it.
  func wording(typed: String) -> String {
    let found = Array(typed.utf8).withUnsafeBufferPointer { Self.longestPrefix(of: $0) }
    guard let found, !found.differs else { return text }
    return typed.split { $0 == " " || $0 == "!" }.joined(separator: " ")
  }

  /// After `in January`, rrule.js reads `the 1st` but not `on the 1st`.
  private func dayText(leavingOutWeekdays: Bool, afterIn: Bool) -> String {
    var plain = weekdays.filter { $0.ordinal == nil }.map { CivilDate.name(ofWeekday: $0.day) }
    if leavingOutWeekdays {
      plain = []
    } else if isEveryWeekday {
      plain = ["weekdays"]
    }
    var counted = weekdays.compactMap { day in
      day.ordinal.map { Self.words(forOrdinal: $0) + " " + CivilDate.name(ofWeekday: day.day) }
    }
    counted += monthDays.map(Self.words(forOrdinal:))
    if counted.isEmpty { return plain.isEmpty ? "" : " on " + plain.joined(separator: ", ") }
    let on = afterIn && plain.isEmpty ? " the " : plain.isEmpty ? " on the " : " on "
    return on + Self.list(plain + counted)
  }

  /// `a, b and c`
  static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }

  /// `1st`, `last`, `2nd last`
  static func words(forOrdinal n: Int) -> String {
    if n == -1 { return "last" }
    return MomentFormat.ordinal(Int(clamping: n.magnitude)) + (n < 0 ? " last" : "")
  }
}

extension Recurrence.Frequency {
  var unit: String {
    switch self {
    case .daily: "day"
    case .weekly: "week"
    case .monthly: "month"
    case .yearly: "year"
    }
  }
}
