/// Tasks under the headings that a query's `group by` instructions make of them.
package struct PluginQueryGroup: Hashable, Sendable {
  package struct Heading: Hashable, Sendable {
    /// 0 is the outermost.
    package var level: Int
    package var text: String
  }

  /// Those that differ from the group's before, outermost first.
  package var headings: [Heading]
  /// Places in the list, in its order.
  package var tasks: [Int]
}

/// Puts tasks into groups, a task with several tags into several.
package struct PluginQueryGroups {
  private let groupers: [PluginQuery.Grouper]
  private let limit: Int?
  private let today: CivilDate
  private let texts: PluginQueryTexts

  package init(_ query: PluginQuery, today: CivilDate, globalFilter: String? = nil) {
    // A second one of a name divides nothing further.
    groupers = query.groupers.uniqued(by: \.key)
    limit = query.groupLimit
    self.today = today
    texts = PluginQueryTexts(globalFilter: globalFilter)
  }

  /// Without `group by` one group without headings; without tasks none.
  package func groups(of tasks: [TaskItem]) -> [PluginQueryGroup] {
    guard !tasks.isEmpty else { return [] }
    guard !groupers.isEmpty else { return [PluginQueryGroup(headings: [], tasks: Array(tasks.indices))] }
    var places: [[String]: Int] = [:]
    var found: [(names: [Name], tasks: [Int])] = []
    for place in tasks.indices {
      for names in names(of: tasks[place]) {
        let group = places[names.map(\.title), default: found.count]
        if group == found.count {
          places[names.map(\.title)] = group
          found.append((names, []))
        }
        found[group].tasks.append(place)
      }
    }
    found.sort { precedes($0.names, $1.names) }
    var before: [String] = []
    return found.map { names, tasks in
      let titles = names.map(\.title)
      let shared = zip(before, titles).prefix { $0 == $1 }.count
      before = titles
      let headings = titles.indices.dropFirst(shared).compactMap { level in
        titles[level].isEmpty ? nil : PluginQueryGroup.Heading(level: level, text: titles[level])
      }
      return PluginQueryGroup(headings: headings, tasks: Array(tasks.prefix(limit ?? tasks.count)))
    }
  }

  private struct Name {
    var title: String
    /// What comes first, whatever the title.
    var rank = 0.0
    var order: NaturalOrder

    /// `markup`: what the plugin writes for the title, by which it puts groups in order.
    init(_ title: String, rank: Double = 0, markup: String? = nil) {
      self.title = title
      self.rank = rank
      order = NaturalOrder(markup ?? title)
    }

    /// A title in which the plugin escapes underscores and backslashes.
    init(escaped title: String) {
      self.init(title, markup: title.replacing("\\", with: "\\\\").replacing("_", with: "\\_"))
    }
  }

  /// Groups of different titles are never equal.
  private func precedes(_ a: [Name], _ b: [Name]) -> Bool {
    for ((a, b), grouper) in zip(zip(a, b), groupers) {
      if a.rank != b.rank { return (a.rank < b.rank) != grouper.isReversed }
      if a.order != b.order { return (a.order < b.order) != grouper.isReversed }
    }
    return false
  }

  // MARK: Names

  /// One name for each `group by`, once for each group that the task is in.
  private func names(of task: TaskItem) -> [[Name]] {
    var rows: [[Name]] = [[]]
    for grouper in groupers {
      guard grouper.key == .tags else {
        let name = name(grouper.key, task)
        for row in rows.indices { rows[row].append(name) }
        continue
      }
      let tags = texts.tags(of: task).uniqued(by: \.self)
      let names = tags.isEmpty ? [Name("(No tags)")] : tags.map { Name($0) }
      rows = rows.flatMap { row in names.map { row + [$0] } }
    }
    return rows
  }

  private func name(_ key: PluginQuery.GroupKey, _ task: TaskItem) -> Name {
    switch key {
    case .status: Name(task.status.type.isOpen ? "Todo" : "Done")
    case .statusName: Name(task.status.name)
    case .statusType: Name(task.status.type.pluginName, rank: Double(task.status.type.pluginRank))
    case .priority: Name(Self.title(task.priority), rank: Double(-task.priority.rank))
    case .urgency: urgency(task)
    case .due, .scheduled, .start, .created, .done, .cancelled, .happens:
      day(task.date(named: key.rawValue), key.rawValue)
    case .path: Name(escaped: task.path.withoutNoteExtension)
    case .root: Name(escaped: texts[.root, of: task])
    case .folder: Name(escaped: texts[.folder, of: task])
    case .filename: Name(task.path.pluginTitle, markup: "[[\(task.path.pluginTitle)]]")
    case .heading: Name(task.heading.flatMap { $0.isEmpty ? nil : $0 } ?? "(No heading)")
    case .backlink: backlink(task)
    case .recurring: Name(task.rule == nil ? "Not Recurring" : "Recurring")
    case .recurrence: Name(task.rule?.text ?? "None")
    case .id: Name(task.id ?? "")
    case .tags: Name("")
    }
  }

  private static func title(_ priority: TaskPriority) -> String {
    let name = priority == .none ? "Normal" : priority.rawValue.prefix(1).uppercased() + priority.rawValue.dropFirst()
    return name + " priority"
  }

  /// The most urgent first, with two digits.
  private func urgency(_ task: TaskItem) -> Name {
    let urgency = Urgency.value(of: task, on: today)
    return Name(Urgency.text(urgency), rank: -(urgency * 100).rounded())
  }

  private func day(_ date: TaskDate?, _ field: String) -> Name {
    let missing = date == nil ? "No \(field) date" : "Invalid \(field) date"
    return Name(date?.date.map { "\($0) \($0.weekdayName)" } ?? missing, rank: date.rank)
  }

  private func backlink(_ task: TaskItem) -> Name {
    let name = task.path.pluginTitle
    guard let heading = task.heading, !heading.isEmpty else { return Name(name, markup: "[[\(name)]]") }
    let title = heading == name ? name : "\(name) > \(heading)"
    return Name(title, markup: "[[\(name)#\(heading)|\(name) > \(heading)]]")
  }
}
