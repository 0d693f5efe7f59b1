/// The figure by which Obsidian Tasks sorts: the more urgent the greater.
package enum Urgency {
  /// Not rounded. An impossible date counts as none.
  package static func value(of task: TaskItem, on today: CivilDate) -> Double {
    var urgency = 0.0
    if let due = task.due?.date {
      // From 2.4 at 14 or more days ahead in a straight line to 12 at 7 or more days overdue.
      let overdue = Double(min(max(today.days(since: due), -14), 7))
      urgency += ((overdue + 14) * 0.8 / 21 + 0.2) * 12
    }
    if let scheduled = task.scheduled?.date, scheduled <= today { urgency += 5 }
    if let start = task.start?.date, start > today { urgency -= 3 }
    switch task.priority {
    case .highest: urgency += 9
    case .high: urgency += 6
    case .medium: urgency += 3.9
    case .none: urgency += 1.95
    case .low: break
    case .lowest: urgency -= 1.8
    }
    return urgency
  }

  /// With two digits, as the plugin shows it.
  package static func text(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let digits = hundredths.magnitude % 100
    return "\(hundredths < 0 ? "-" : "")\(hundredths.magnitude / 100).\(digits < 10 ? "0" : "")\(digits)"
  }
}
