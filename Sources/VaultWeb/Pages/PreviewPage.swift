import VaultCore
import VaultInterface
import VaultStore

/// What a change would do to the files, before it is done.
enum PreviewPage {
  static func page(
    _ change: PreviewedChange, _ planned: PlannedChange, _ notices: [String], isChanged: Bool
  ) -> Page {
    let diff = ChangeDiff(planned)
    let title = change.title.capitalizedFirst
    let count = diff.files.count == 1 ? "1 file" : "\(diff.files.count) files"
    var main: HTML = """
      <div class="head"><h1>\(title)</h1><span class="count">\(count)</span></div>
      """
    if isChanged {
      main += "<p class=\"remark changed\" role=\"alert\">\(PlanHash.problem.detail)</p>"
    }
    for notice in notices { main += "<p class=\"remark\">\(notice.sentence)</p>" }
    let back: HTML = "<a class=\"button\" href=\"\(change.url.path)\">\(diff.files.isEmpty ? "Back" : "Cancel")</a>"
    if diff.files.isEmpty {
      main += PageContext.empty("Nothing would change.") + "<div class=\"tools\">\(back)</div>"
    } else {
      main += """
        <form class="tools confirm" method="post" action="\(change.url.path)">\(hidden(change, planned))\
        <button class="\(change.isDangerous ? "danger" : "strong")">\(title)</button>\(back)</form>
        \(DiffView.html(diff))
        """
    }
    return Page(title, in: change.section, main: main)
  }

  private static func hidden(_ change: PreviewedChange, _ planned: PlannedChange) -> HTML {
    let fields = change.fields + [(PreviewedChange.planField, PlanHash.text(of: planned))]
    return fields.map { name, value -> HTML in
      "<input type=\"hidden\" name=\"\(name)\" value=\"\(HTML(exact: value))\">"
    }.joined()
  }
}

/// Says on a page which change was just made, with a button that takes it back.
enum DoneRemark {
  /// The parameter of an address that has the change's number.
  static let parameter = "done"

  /// The address of a page that says that a change was made.
  static func address(_ page: String, _ outcome: ChangeOutcome) -> String {
    outcome.sequence.map { "\(page)\(page.contains("?") ? "&" : "?")\(parameter)=\($0)" } ?? page
  }

  static func html(_ context: PageContext) throws -> HTML {
    guard let number = context.parameters[parameter].flatMap({ Int($0) }),
      let entry = try context.reader.history().first(where: { $0.sequence == number })
    else { return HTML() }
    var history = VaultURL(.history)
    history.change = number
    let undo: HTML =
      context.isReadOnly || entry.isUndone
      ? HTML()
      : """
      <form method="post" action="\(history.path)"><button name="undo" value="\(number)">Undo</button></form>
      """
    return """
      <div class="remark done" role="status"><p>Done: <a href="\(history.path)">\(entry.title)</a></p>\(undo)</div>
      """
  }
}
