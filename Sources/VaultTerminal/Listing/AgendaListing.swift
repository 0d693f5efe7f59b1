import VaultCore
import VaultInterface
import VaultStore

/// The agenda for people: a title for each day, on a terminal for those without tasks, too.
package enum AgendaListing {
  package static func write(_ result: AgendaResult, to printer: Printer, _ vault: ListedVault) throws {
    let isTerminal = printer.context.outputIsTerminal
    let today = vault.environment.today
    let rows = TaskRows(
      result.entries.map(\.view), indent: isTerminal ? 2 : 0, printer: printer, vault: vault,
      dates: result.entries.map { TaskDateText.Shown(date(of: $0.entry, today: today, isRelative: isTerminal)) })
    // In a pipe every line is a result.
    guard isTerminal else { return try rows.write(Array(result.entries.indices), to: printer.sink) }
    var places = result.entries.indices[...]
    for part in result.parts {
      let own = places.prefix { result.entries[$0].entry.part == part }
      places = places.dropFirst(own.count)
      if case .day = part {} else if own.isEmpty { continue }
      try printer.line(printer.fitted(title(of: part, today: today, isEmpty: own.isEmpty, printer.theme)))
      try rows.write(Array(own), to: printer.sink)
    }
    try printer.line(printer.fitted(StyledText(summary(result, today: today), printer.theme[.muted])))
    if let remark = remark(result) {
      try printer.line(printer.fitted(StyledText(remark, printer.theme[.warning])))
    }
  }

  /// `1 due on a day that does not exist`; nil where there is none.
  package static func remark(_ result: AgendaResult) -> String? {
    result.impossible > 0 ? "\(result.impossible) due on a day that does not exist" : nil
  }

  /// `Saturday 14 March  today`
  package static func title(
    of part: Agenda.Part, today: CivilDate, isEmpty: Bool, _ theme: Theme
  ) -> StyledText {
    switch part {
    case .overdue: return StyledText("Overdue", theme[.overdue])
    case .later: return StyledText("Later", theme[.heading])
    case .day(let day):
      var title = StyledText(name(of: day, today: today), theme[isEmpty ? .muted : .heading])
      let distance = day.days(since: today)
      if distance < 2 { title.append(distance == 0 ? "  today" : "  tomorrow", theme[.muted]) }
      return title
    }
  }

  /// `Saturday 14 March`, with the year where it is not today's.
  package static func name(of day: CivilDate, today: CivilDate) -> String {
    let name = "\(day.weekdayName) \(day.day) \(day.monthName)"
    return day.year == today.year ? name : "\(name) \(day.year)"
  }

  /// The reason, and the date where the title does not say it.
  private static func date(of entry: Agenda.Entry, today: CivilDate, isRelative: Bool) -> String {
    let word =
      switch entry.reason {
      case .overdue, .due: ""
      case .scheduled: "scheduled"
      case .start: "starts"
      }
    guard isRelative else { return word.isEmpty ? entry.date.description : "\(word) \(entry.date)" }
    if entry.part == .day(entry.date) { return word.isEmpty ? "due" : word }
    let distance = RelativeTime.day(entry.date, today: today)
    return word.isEmpty ? distance : "\(word) \(distance)"
  }

  /// `2 overdue, 4 today, 9 in the next 7 days, 1 later`
  private static func summary(_ result: AgendaResult, today: CivilDate) -> String {
    let parts = result.entries.map(\.entry.part)
    let days = result.parts.count - 3
    let counts = [
      (parts.count { $0 == .overdue }, "overdue"), (parts.count { $0 == .day(today) }, "today"),
      (
        parts.count { if case .day(let day) = $0 { day > today } else { false } },
        days == 1 ? "tomorrow" : "in the next \(days) days"
      ),
      (parts.count { $0 == .later }, "later"),
    ]
    let text = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    return result.entries.count < result.total ? "\(result.entries.count) of \(result.total) shown: \(text)" : text
  }
}
