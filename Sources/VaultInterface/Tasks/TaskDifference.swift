import VaultCore

/// A part of a task that a change gave another value.
package struct TaskDifference: Hashable, Sendable {
  /// As JSON names it.
  package var name: String
  /// Nil where there was none, and where there is none now.
  package var before: String?
  package var after: String?
  /// The day that it is now.
  package var day: CivilDate?

  /// In the order in which a line has them: its box, its words, its fields.
  package static func all(from old: TaskItem, to new: TaskItem) -> [TaskDifference] {
    var all: [TaskDifference] = []
    if old.status.symbol != new.status.symbol {
      all.append(TaskDifference(name: "status", before: "[\(old.status.symbol)]", after: "[\(new.status.symbol)]"))
    }
    if old.description != new.description {
      all.append(
        TaskDifference(name: "description", before: quoted(old.description), after: quoted(new.description)))
    }
    for kind in TaskFieldKind.allCases where old.values[kind] != new.values[kind] {
      all.append(
        TaskDifference(
          name: kind.rawValue, before: old.values[kind], after: new.values[kind], day: new.dates[day: kind]))
    }
    return all
  }

  private static func quoted(_ text: String) -> String { "\"\(ShownName.shortened(text))\"" }
}
