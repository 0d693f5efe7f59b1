extension PluginQuery {
  /// How the query was understood, for people: a part for each place that its instructions come from, with days in the
  /// place of words for dates. Without a final newline.
  ///
  /// - Parameter globalFilter: The text that makes an item a task; nil where every item is one.
  package func explained(globalFilter: String? = nil) -> String {
    var parts: [String] = []
    if let globalFilter, !globalFilter.isEmpty {
      parts.append("Only items that contain \"\(globalFilter)\" are tasks.")
    }
    for (title, isIncluded) in Self.origins {
      let filters = filters.filter { isIncluded($0.statement.origin) }
      guard !filters.isEmpty else { continue }
      parts.append(([title] + filters.map(Self.explained)).joined(separator: "\n"))
    }
    if filters.isEmpty { parts.append("There are no filters: all tasks match.") }
    parts += instructions("Groups:", groupers.map(\.statement))
    parts += instructions("Order:", sorters.map(\.statement))
    parts += instructions("Layout:", layoutStatements)
    if let limit { parts.append("At most \(Self.count(limit)).") }
    if let groupLimit { parts.append("At most \(Self.count(groupLimit)) in each group.") }
    return parts.joined(separator: "\n\n")
  }

  private static let origins: [(String, @Sendable (Origin) -> Bool)] = [
    ("All filters of the global query must hold:", { $0 == .globalQuery }),
    ("All filters of the note's TQ_ properties must hold:", { $0 == .fileDefaults }),
    ("All filters must hold:", { $0 != .globalQuery && $0 != .fileDefaults }),
  ]

  private static func count(_ number: Int) -> String { number == 1 ? "1 task" : "\(number) tasks" }

  private func instructions(_ title: String, _ statements: [Statement]) -> [String] {
    guard !statements.isEmpty else { return [] }
    return [([title] + statements.map { "  " + $0.text }).joined(separator: "\n")]
  }

  private static func explained(_ filter: Filter) -> String {
    var lines: [String] = []
    if filter.statement.source != filter.statement.text { lines.append("  \(filter.statement.source) =>") }
    lines.append("  " + filter.statement.text)
    if case .test(let test, _) = filter.condition {
      if let meaning = test.meaning { lines.append("    " + meaning) }
    } else {
      explain(filter.condition, indent: 4, &lines)
    }
    return lines.joined(separator: "\n")
  }

  private static func explain(_ condition: Condition, indent: Int, _ lines: inout [String]) {
    func line(_ text: String, _ more: Int = 0) { lines.append(String(repeating: " ", count: indent + more) + text) }
    func list(_ title: String, _ parts: [Condition]) {
      line(title)
      for part in parts { explain(part, indent: indent + 2, &lines) }
    }
    switch condition {
    case .test(let test, let text):
      line(text)
      if let meaning = test.meaning { line(meaning, 2) }
    case .all(let parts): list("all of:", parts)
    case .any(let parts): list("at least one of:", parts)
    case .either(let one, let other): list("exactly one of:", [one, other])
    case .not(let inner): list("not:", [inner])
    }
  }
}

extension PluginQuery.Test {
  /// Nil when the instruction says it all.
  fileprivate var meaning: String? {
    switch self {
    case .isDone(true): "the status is of the type DONE, CANCELLED or NON_TASK"
    case .isDone(false): "the status is of the type TODO, IN_PROGRESS or ON_HOLD"
    case .date(let field, let relation, let span): Self.meaning(field, relation, span)
    case .text(_, .matches(let pattern), _):
      pattern.flags.isEmpty
        ? "the regular expression is \(pattern.source)"
        : "the regular expression is \(pattern.source) with the flags \(pattern.flags)"
    case .folder(let folder): "the folder is \(folder)"
    case .hasDate(.happens, true): "it has a start, scheduled or due date"
    case .hasDate(.happens, false): "it has no start, scheduled or due date"
    default: nil
    }
  }

  private static func meaning(
    _ field: PluginQuery.DateField, _ relation: PluginQuery.DateRelation, _ span: PluginQuery.DateSpan
  ) -> String {
    let name = field == .happens ? "the start, scheduled or due date" : "the \(field.rawValue) date"
    func shown(_ day: CivilDate) -> String { "\(day) (\(day.weekdayName))" }
    let days =
      switch relation {
      case .before: "before \(shown(span.first))"
      case .after: "after \(shown(span.last))"
      case .onOrBefore: "on or before \(shown(span.last))"
      case .onOrAfter: "on or after \(shown(span.first))"
      case .on: span.first == span.last ? "on \(shown(span.first))" : "from \(shown(span.first)) to \(shown(span.last))"
      }
    return "\(name) is \(days)" + (field == .start ? ", or there is none" : "")
  }
}
