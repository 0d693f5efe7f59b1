/// Asks a query's filters of tasks, one at a time. What does not depend on the task is prepared once.
package struct PluginQueryMatcher {
  private let conditions: [PluginQuery.Condition]
  private let graph: TaskGraph
  private var texts: PluginQueryTexts

  /// `graph`: of all the vault's tasks. `globalFilter`: the text that makes an item a task; no filter sees it.
  package init(_ query: PluginQuery, graph: TaskGraph, globalFilter: String? = nil) {
    conditions = query.filters.map(\.condition)
    self.graph = graph
    texts = PluginQueryTexts(globalFilter: globalFilter)
  }

  package mutating func matches(_ task: TaskItem) -> Bool {
    for condition in conditions where !holds(condition, task) { return false }
    return true
  }

  private mutating func holds(_ condition: PluginQuery.Condition, _ task: TaskItem) -> Bool {
    switch condition {
    case .test(let test, _): return holds(test, task)
    case .all(let parts):
      for part in parts where !holds(part, task) { return false }
      return true
    case .any(let parts):
      for part in parts where holds(part, task) { return true }
      return false
    case .either(let one, let other): return holds(one, task) != holds(other, task)
    case .not(let inner): return !holds(inner, task)
    }
  }

  private mutating func holds(_ test: PluginQuery.Test, _ task: TaskItem) -> Bool {
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

  private mutating func holds(_ flag: PluginQuery.Flag, _ task: TaskItem) -> Bool {
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
    case .includes(let needle): text.includesLowered(needle)
    case .matches(let pattern): pattern.matches(text)
    }
  }
}

extension String {
  /// Returns true when it holds `needle`, which is lower case, in any case.
  fileprivate func includesLowered(_ needle: String) -> Bool {
    var (text, needle) = (self, needle)
    let isPlain = needle.utf8.allSatisfy { $0 < 0x80 }
    if !isPlain { text = text.lowercased() }
    return text.withUTF8 { text in
      needle.withUTF8 { needle in
        guard let first = needle.first else { return true }
        guard needle.count <= text.count else { return false }
        func lowered(_ c: UInt8) -> UInt8 { c >= 0x41 && c <= 0x5A ? c | 0x20 : c }
        return (0...(text.count - needle.count)).contains { start in
          guard lowered(text[start]) == first else { return false }
          return needle.indices.allSatisfy { lowered(text[start + $0]) == needle[$0] }
        }
      }
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
