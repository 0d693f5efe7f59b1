/// The order of a query's tasks: by its `sort by` instructions, then as the plugin sorts of itself, by the status' type,
/// urgency, due date, priority and path; then by line.
///
/// What is compared is made once for each task.
package struct PluginQueryOrder {
  private let sorters: [(key: PluginQuery.SortKey, isReversed: Bool, ordinal: Int)]
  private let today: CivilDate
  private let texts: PluginQueryTexts

  package init(_ query: PluginQuery, today: CivilDate, globalFilter: String? = nil) {
    let usual: [PluginQuery.SortKey] = [.statusType, .urgency, .due, .priority, .path]
    sorters =
      query.sorters.map { ($0.key, $0.isReversed, $0.ordinal) } + usual.map { ($0, isReversed: false, ordinal: 1) }
    self.today = today
    texts = PluginQueryTexts(globalFilter: globalFilter)
  }

  /// The tasks' places in order.
  package func sorted(_ tasks: [TaskItem]) -> [Int] {
    let columns = sorters.map { sorter in tasks.map { value(sorter.key, sorter.ordinal, $0) } }
    return tasks.indices.sorted { a, b in
      for (column, sorter) in zip(columns, sorters) where column[a] != column[b] {
        return (column[a] < column[b]) != sorter.isReversed
      }
      return (tasks[a].line, a) < (tasks[b].line, b)
    }
  }

  private enum Value: Comparable {
    case number(Double)
    case text(NaturalOrder)
  }

  private func value(_ key: PluginQuery.SortKey, _ ordinal: Int, _ task: TaskItem) -> Value {
    switch key {
    case .status: .number(task.status.type.isOpen ? 0 : 1)
    case .statusType: .number(Double(task.status.type.pluginRank))
    case .priority: .number(Double(-task.priority.rank))
    case .urgency: .number(-Urgency.value(of: task, on: today))
    case .due, .scheduled, .start, .created, .done, .cancelled, .happens:
      .number(task.date(named: key.rawValue).rank)
    case .recurring: .number(task.rule == nil ? 1 : 0)
    case .description: .text(NaturalOrder(Self.shown(texts.description(of: task))))
    case .path: .text(NaturalOrder(task.path.text))
    case .filename: .text(NaturalOrder(texts[.filename, of: task]))
    case .heading: .text(NaturalOrder(task.heading ?? ""))
    case .id: .text(NaturalOrder(task.id ?? ""))
    case .statusName: .text(NaturalOrder(task.status.name))
    case .tag: tag(ordinal, task)
    case .random: .number(Double(random(task)))
    }
  }

  /// Tasks without that tag come last, and of them those without any.
  private func tag(_ ordinal: Int, _ task: TaskItem) -> Value {
    let tags = texts.tags(of: task)
    if tags.count >= ordinal { return .text(NaturalOrder(tags[ordinal - 1])) }
    return .text(tags.isEmpty ? .behindLast : .last)
  }

  /// The same all day long, and another order the next day.
  private func random(_ task: TaskItem) -> UInt32 {
    let hash = StableHash("\(today) \(task.handle)".utf8).number
    return UInt32(truncatingIfNeeded: hash ^ (hash >> 32))
  }

  /// Without the marks of a link or emphasis at the beginning.
  private static func shown(_ description: String) -> String {
    var text = description[...]
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      let inner = text[..<end].drop { $0 == "[" }
      let name = inner.firstIndex(of: "|").map { inner[inner.index(after: $0)...] } ?? inner
      text = (name + text[end...].drop { $0 == "]" })[...]
    }
    for mark in ["**", "*", "==", "__", "_"] where text.hasPrefix(mark) {
      let rest = text.dropFirst(mark.count)
      guard let end = rest.firstRange(of: mark), end.lowerBound > rest.startIndex else { continue }
      text = (rest[..<end.lowerBound] + rest[end.upperBound...])[...]
    }
    return String(text)
  }
}

extension TaskDate? {
  /// Impossible dates come first, tasks without one last.
  var rank: Double {
    switch self {
    case nil: .infinity
    case .impossible: -.infinity
    case .date(let day): Double(day.dayNumber)
    }
  }
}

extension StatusType {
  /// The plugin's order of types.
  var pluginRank: Int {
    switch self {
    case .inProgress: 1
    case .todo: 2
    case .onHold: 3
    case .done: 4
    case .cancelled: 5
    case .nonTask: 6
    }
  }
}

extension TaskItem {
  /// The date of a field, or `happens`.
  func date(named name: String) -> TaskDate? { TaskFieldKind(rawValue: name).map { dates[$0] } ?? happens }
}
