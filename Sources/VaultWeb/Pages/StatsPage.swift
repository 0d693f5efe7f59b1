import VaultCore
import VaultInterface
import VaultStore

/// The figures of the vault: how many there are of each thing, and how it came to that, drawn and as tables.
enum StatsPage {
  static func page(_ context: PageContext) throws -> Page {
    let tiles = StatsFigure.all(of: try context.reader.stats()).map { figure -> HTML in
      "<div class=\"figure\"><dt>\(figure.name)</dt><dd>\(GroupedNumber.text(figure.number))<small>\(figure.remark)</small></dd></div>"
    }
    let overTime = try context.reader.statsOverTime()
    let drawings = StatsDrawing.drawings(overTime, firstWeekday: context.environment.firstWeekday)
    let main: HTML = """
      <div class="head"><h1>Statistics</h1></div>
      <dl class="figures">\(tiles.joined())</dl>
      <div class="charts">\(drawings.map(chart).joined())</div>
      \(StatsTables.html(overTime))
      """
    var page = Page("Statistics", in: .stats, main: main)
    page.isWide = true
    return page
  }

  /// A drawing. One that cannot become smaller is moved by fingers or by keys where there is no room for all of it.
  private static func chart(_ drawing: any Drawing) -> HTML {
    let svg = HTML(rendered: drawing.svg(.page))
    guard let map = drawing as? HeatMap else { return "<div class=\"chart\">\(svg)</div>" }
    // On a phone its own title is not seen beside the latest days.
    return """
      <div class="chart latest"><p class="title" aria-hidden="true">\(map.title)</p>\
      <div class="scroll" role="group" tabindex="0" aria-label="\(map.name)">\(svg)</div></div>
      """
  }
}

/// What the drawings show, as tables.
enum StatsTables {
  static func html(_ stats: StatsOverTime) -> HTML {
    let months = stats.months.reversed().map { month -> HTML in
      row("\(month.first.monthName) \(month.first.year)", [month.notes, month.words])
    }
    let days = Set(stats.edits.keys).union(stats.done.keys).sorted(by: >).map { day -> HTML in
      row("\(day)", [stats.edits[day] ?? 0, stats.done[day] ?? 0])
    }
    let tables =
      table("Notes and words over time", ["Month", "Notes", "Words"], months)
      + table("Day by day", ["Day", "Notes last edited", "Tasks done"], days)
      + table("Tags", ["Tag", "Notes"], shares(stats.tags))
      + table("Categories", ["Category", "Notes"], shares(stats.categories))
    return """
      <details class="numbers"><summary>The figures as tables</summary><div class="tables">\(tables)</div></details>
      """
  }

  private static func shares(_ shares: [StatsOverTime.Share]) -> [HTML] {
    let rows = shares.prefix(PageContext.mostEntries).map { row($0.name, [$0.count]) }
    let rest = shares.dropFirst(PageContext.mostEntries)
    return rest.isEmpty ? rows : rows + [row("\(rest.count) more", [rest.reduce(0) { $0 + $1.count }])]
  }

  private static func row(_ name: String, _ figures: [Int]) -> HTML {
    let cells = figures.map { figure -> HTML in "<td>\(GroupedNumber.text(figure))</td>" }
    return "<tr><th scope=\"row\">\(name)</th>\(cells.joined())</tr>"
  }

  private static func table(_ title: String, _ columns: [String], _ rows: [HTML]) -> HTML {
    guard !rows.isEmpty else { return HTML() }
    let heads = columns.map { column -> HTML in "<th scope=\"col\">\(column)</th>" }
    return """
      <table><caption>\(title)</caption><thead><tr>\(heads.joined())</tr></thead><tbody>\(rows.joined())</tbody></table>
      """
  }
}
