import VaultCore

extension VaultEditor {
  package enum ListOrder: String, Sendable, CaseIterable {
    case text
    /// Open tasks first, then by what `vault tasks` goes by: due date and priority.
    case tasks
  }

  /// Sorts the innermost list around a line, counted from 1. `path` is exact. Throws `NoListError` where no list stands there
  /// that can be sorted.
  package func sortList(
    atLine line: Int, of path: NotePath, by order: ListOrder, _ options: ChangeOptions = ChangeOptions()
  ) throws -> ChangeOutcome {
    try change("sort the list in line \(line) of \(path)", options) { plan in
      let tasks = try order == .tasks ? plan.taskNote(path).tasks.map(\.item) : []
      let isChanged = try plan.edit(path) { bytes in
        let edits = try ListSort.edits(ofListAtLine: line, in: bytes) { items in
          order == .text ? ListSort.byText(items) : try self.order(of: items, tasks)
        }
        guard let edits else { throw NoListError(path: path, line: line) }
        return edits
      }
      if isChanged { plan.recordUpdate(path) }
    }
  }

  /// Items that are no tasks come last.
  private func order(of items: [ListSort.Item], _ tasks: [TaskItem]) throws -> [Int] {
    let byLine = Dictionary(tasks.map { ($0.line, $0) }) { first, _ in first }
    let places = items.indices.filter { byLine[items[$0].line] != nil }
    let own = places.compactMap { byLine[items[$0].line] }
    let sorted = try TaskOrder(keys: [], today: environment.today).sorted(own).map {
      (place: places[$0], task: own[$0])
    }
    return sorted.filter(\.task.status.type.isOpen).map(\.place)
      + sorted.filter { !$0.task.status.type.isOpen }.map(\.place)
      + items.indices.filter { byLine[items[$0].line] == nil }
  }
}

/// There is no list to be sorted. Nothing was changed.
package struct NoListError: Failure {
  package let path: NotePath
  package let line: Int

  package var kind: FailureKind { .refused }
  package var message: Message {
    "\(ShownName.path(path.text)):\(line): no list stands there whose items can be put into another order"
  }
}
