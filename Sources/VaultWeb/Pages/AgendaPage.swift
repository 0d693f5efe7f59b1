import VaultCore
import VaultInterface
import VaultStore

/// The open tasks by the days that their dates name.
enum AgendaPage {
  private static let usualDays = 7

  static func page(_ context: PageContext) throws -> Page {
    let agenda = try context.reader.agenda(Query(), days: context.url.days ?? usualDays, limit: PageContext.mostEntries)
    var main: HTML = """
      <div class="head"><h1>Agenda</h1></div>
      <nav class="choice" aria-label="How many days">\(spans(context))</nav>
      \(TaskRow.form(context))
      """
    let today = context.environment.today
    var places = agenda.entries[...]
    for part in agenda.parts {
      let own = places.prefix { $0.entry.part == part }
      places = places.dropFirst(own.count)
      if own.isEmpty, part != .day(today) { continue }
      main += "<h2 class=\"part\(part == .overdue ? " overdue" : "")\">\(title(part, today))</h2>"
      main +=
        own.isEmpty
        ? "<p class=\"quiet\">Nothing is due today. A task shows here by its dates: <code>due:tomorrow</code> in a new one gives it one.</p>"
        : "<ul class=\"tasks\">\(own.map { TaskRow.row($0.view, context) }.joined())</ul>"
    }
    return Page("Agenda", in: .agenda, main: main)
  }

  private static func title(_ part: Agenda.Part, _ today: CivilDate) -> HTML {
    switch part {
    case .overdue: "Overdue"
    case .later: "Later"
    case .day(let day):
      "\(RelativeTime.day(day, today: today).capitalizedFirst) <span class=\"count\">\(day.description)</span>"
    }
  }

  private static func spans(_ context: PageContext) -> HTML {
    [(7, "Week"), (14, "Two weeks"), (30, "Month"), (365, "Year")].map { days, name -> HTML in
      var url = VaultURL(.agenda)
      url.days = days == usualDays ? nil : days
      let mark: HTML = days == (context.url.days ?? usualDays) ? " aria-current=\"true\"" : ""
      return "<a href=\"\(url.path)\"\(mark)>\(name)</a>"
    }.joined()
  }
}
