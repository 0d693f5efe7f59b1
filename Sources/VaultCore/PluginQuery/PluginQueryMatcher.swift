/// Asks a query's filters of tasks, one at a time. What does not depend on the task is prepared once.
package struct PluginQueryMatcher {
  private let conditions: [PluginQuery.Condition]
  private let graph: TaskGraph
  private let texts: PluginQueryTexts

  /// `graph`: of all the vault's tasks. `globalFilter`: the text that makes an item a task; no filter sees it.
  package init(_ query: PluginQuery, graph: TaskGraph, globalFilter: String? = nil) {
    conditions = query.filters.map(\.condition)
    self.graph = graph
    texts = PluginQueryTexts(globalFilter: globalFilter)
  }

  package func matches(_ task: TaskItem) -> Bool {
    conditions.allSatisfy { holds($0, task) }
  }

  private func holds(_ condition: PluginQuery.Condition, _ task: TaskItem) -> Bool {
    switch condition {
    case .test(let test, _): holds(test, task)
    case .all(let parts): parts.allSatisfy { holds($0, task) }
    case .any(let parts): parts.contains { holds($0, task) }
    case .either(let one, let other): holds(one, task) != holds(other, task)
    case .not(let inner): !holds(inner, task)
    }
  }

  private func holds(_ test: PluginQuery.Test, _ task: TaskItem) -> Bool {
    switch test {
    case .isDone(let wanted): task.status.type.isOpen != wanted
    case .flag(let flag, let wanted): holds(flag, task) == wanted
    case .date(let field, let relation, let span): Self.holds(field, relation, span, task)
    case .hasDate(let field, let wanted): field.dates(of: task).contains { $0 != nil } == wanted
    case .dateIsInvalid(let field): field.dates(of: task).contains(.impossible)
    case .priority(.is, let priority): task.priority == priority
    case .priority(.not, let priority): task.priority != priority
    case .priority(.above, let priority): task.priority > priority
    case .priority(.below, let priority): task.priority < priority
    case .statusType(let type, let wanted): (task.status.type == type) == wanted
    case .text(.tag, let test, let wanted): texts.tags(of: task).contains { test.holds($0) } == wanted
    case .text(let field, let test, let wanted): test.holds(texts[field, of: task]) == wanted
    case .isTopLevel: Self.isTopLevel(task.raw)
    case .folder(let folder): texts[.folder, of: task] == folder
    }
  }

  private func holds(_ flag: PluginQuery.Flag, _ task: TaskItem) -> Bool {
    switch flag {
    case .recurring: task.rule != nil
    case .blocked: graph.isBlocked(task)
    case .blocking: graph.isBlocking(task)
    case .tags: !texts.tags(of: task).isEmpty
    case .id: task.id != nil
    case .dependsOn: !task.dependsOn.isEmpty
    }
  }

  /// Without the date none matches, but for the start: then the task could always be begun. An impossible date matches
  /// nothing.
  private static func holds(
    _ field: PluginQuery.DateField, _ relation: PluginQuery.DateRelation, _ span: PluginQuery.DateSpan, _ task: TaskItem
  ) -> Bool {
    let dates = field.dates(of: task)
    if field == .start, dates == [nil] { return true }
    return dates.contains { date in
      guard let day = date?.date else { return false }
      return switch relation {
      case .before: day < span.first
      case .after: day > span.last
      case .on: day >= span.first && day <= span.last
      case .onOrBefore: day <= span.last
      case .onOrAfter: day >= span.first
      }
    }
  }

  /// Nothing but quotes stands before the list marker.
  private static func isTopLevel(_ raw: String) -> Bool {
    let indent = raw.utf8.prefix { $0 == 0x20 || $0 == 0x09 || $0 == 0x3E }
    guard let quote = indent.lastIndex(of: 0x3E) else { return indent.isEmpty }
    let rest = indent[indent.index(after: quote)...]
    return rest.isEmpty || rest.elementsEqual([0x20])
  }
}

extension PluginQuery.TextTest {
  func holds(_ text: String) -> Bool {
    switch self {
    case .includes(let search):
      // Other letters than those of ASCII have to be made small.
      var text = search.needle.allSatisfy { $0 < 0x80 } ? text : text.lowercased()
      return text.withUTF8 { search.isFound(in: $0) }
    case .matches(let pattern): return pattern.matches(text)
    }
  }
}

extension PluginQuery.DateField {
  func dates(of task: TaskItem) -> [TaskDate?] {
    let kinds = TaskFieldKind(rawValue: rawValue).map { [$0] } ?? TaskFieldKind.recurringDates
    return kinds.map { task.dates[$0] }
  }
}

extension TaskItem {
  /// Nil when the text is no rule.
  var rule: Recurrence? { recurrence.flatMap { Recurrence($0) } }
}
